import { Skeleton } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { AnswerOf, Calls } from '#contract/calls.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { TextPage } from './TextPage.tsx';
import { fetchSite } from './site-facts.ts';
import classes from './site.module.css';
import { TEXTS } from './texts.ts';

type Site = AnswerOf<Calls['site']>;

/** `/subprocessors`: the list that the platform administrator has written. */
export function SubprocessorsPage() {
  const [site, setSite] = useState<Site | 'loading' | null>('loading');
  const load = useCallback(async () => setSite(await fetchSite()), []);
  useEffect(() => void load(), [load]);
  return (
    <TextPage title={TEXTS.subprocessors} note={TEXTS.subprocessorsNote}>
      <div className={classes.panel} aria-busy={site === 'loading'}>
        {site === 'loading' ? (
          <Skeleton height={12} width="60%" m="md" />
        ) : site === null ? (
          <ErrorState offline title={TEXTS.failed} onRetry={() => void load()}>
            {TEXTS.failedNote}
          </ErrorState>
        ) : site.subprocessors.length === 0 ? (
          <EmptyState icon={IconListDetails} title={TEXTS.noSubprocessors}>
            {TEXTS.noSubprocessorsNote}
          </EmptyState>
        ) : (
          <SubprocessorTable rows={site.subprocessors} />
        )}
      </div>
    </TextPage>
  );
}

function SubprocessorTable({ rows }: { rows: Site['subprocessors'] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{TEXTS.company}</th>
          <th scope="col">{TEXTS.purpose}</th>
          <th scope="col">{TEXTS.country}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, purpose, country }) => (
          <tr key={`${name} ${purpose}`}>
            <th scope="row">{name}</th>
            <td>{purpose}</td>
            <td>{country}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
