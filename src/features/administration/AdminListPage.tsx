import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLock, IconRefresh, type Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailureError } from '#api/result.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { StateFilter } from '#ui/lists/Filter.tsx';
import list from '#ui/lists/list-page.module.css';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { Pager } from '#ui/lists/Pager.tsx';
import { SearchField } from '#ui/lists/SearchField.tsx';
import { useSession } from '#ui/session-context.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { asOfText } from '#ui/lists/list-texts.ts';
import { TEXTS } from './texts.ts';

interface Answered<Row> {
  data: Row[];
  total: number;
  per_page: number;
  current_page: number;
}

interface AdminListPageProps<Row> {
  title: string;
  rows: UseQueryResult<Answered<Row>>;
  search: { label: string; value: string; onSearch: (search: string) => void };
  /** Filter by state, if the list has states. */
  filter?: { chosen: string; words: Readonly<Record<string, string>>; onChoose: (state: string) => void };
  onPage: (page: number) => void;
  texts: { failed: string; none: string; noneWhy: string; icon: Icon };
  /** An action in the bar, where its label fits on a phone. */
  act?: ReactNode;
  /** Between the bar and the list. */
  above?: ReactNode;
  children: (rows: readonly Row[] | undefined) => ReactNode;
}

/** The common parts of the administration lists: search, paging, and the list in each of its states. */
export function AdminListPage<Row>(props: AdminListPageProps<Row>) {
  const { title, rows, search, filter, onPage, texts, act, above, children } = props;
  const { serverReachable, permissions } = useSession<Session>();
  const reload = (
    <Tooltip label={TEXTS.reload}>
      <ActionIcon aria-label={TEXTS.reload} loading={rows.isFetching} onClick={() => void rows.refetch()}>
        <IconRefresh size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
  const crumb = (
    <Link key="administration" to="/admin">
      {TEXTS.administration}
    </Link>
  );
  const header = { title, breadcrumb: permissions.has('admin') ? [crumb] : [] };
  if (isNotForYou(rows.error)) {
    return (
      <Page {...header}>
        <div className={list.panel}>
          <EmptyState icon={IconLock} title={TEXTS.notForYou}>
            {TEXTS.notForYouWhy}
          </EmptyState>
        </div>
      </Page>
    );
  }
  return (
    <Page {...header} actions={reload}>
      <div className={list.bar}>
        <SearchField label={search.label} search={search.value} onSearch={search.onSearch} />
        {filter && (
          <StateFilter
            label={TEXTS.state}
            states={Object.entries(filter.words).map(([value, label]) => ({ value, label }))}
            chosen={filter.chosen}
            onChoose={filter.onChoose}
          />
        )}
        {act}
        {rows.data && (!serverReachable || rows.isError) && <span className={list.asOf}>{asOfText(rows.dataUpdatedAt)}</span>}
        {rows.data && <Pager page={rows.data.current_page} perPage={rows.data.per_page} total={rows.data.total} onPage={onPage} />}
      </div>
      {above}
      <ListStates
        list={rows}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(texts.failed, rows.error) }}
        empty={
          <EmptyState icon={texts.icon} title={texts.none}>
            {texts.noneWhy}
          </EmptyState>
        }
      >
        {children}
      </ListStates>
    </Page>
  );
}

/** A team role may hold the permission; what reaches beyond the team also requires a platform administrator. */
function isNotForYou(error: Error | null): boolean {
  return error instanceof ApiFailureError && error.failure.kind === 'refused' && error.failure.code === 'not_allowed';
}
