import { Kbd } from '@mantine/core';
import classes from './KeyList.module.css';

export interface KeyGroup {
  title: string;
  rows: readonly { keys: string; what: string }[];
}

/** Keys and what they do, by group. */
export function KeyList({ groups }: { groups: readonly KeyGroup[] }) {
  return (
    <div className={classes.groups}>
      {groups.map(({ title, rows }) => (
        <section key={title} className={classes.group} aria-label={title}>
          <h3 className={classes.title}>{title}</h3>
          <dl className={classes.rows}>
            {rows.map(({ keys, what }) => (
              <div key={keys} className={classes.row}>
                <dt>{what}</dt>
                <dd>
                  <Kbd>{keys}</Kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
