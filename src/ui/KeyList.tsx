import { Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import { keyNames } from './key-names.ts';
import classes from './KeyList.module.css';

export interface KeyGroup {
  title: string;
  /** `change`: shown instead of the key, where it can be changed. */
  rows: readonly { keys: string; what: string; change?: ReactNode }[];
}

/** Keys and what they do, by group. */
export function KeyList({ groups }: { groups: readonly KeyGroup[] }) {
  return (
    <div className={classes.groups}>
      {groups.map(({ title, rows }) => (
        <section key={title} className={classes.group} aria-label={title}>
          <h3 className={classes.title}>{title}</h3>
          <dl className={classes.rows}>
            {rows.map(({ keys, what, change }) => (
              <div key={what} className={classes.row}>
                <dt>{what}</dt>
                <dd>{change ?? <Kbd>{keyNames(keys)}</Kbd>}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
