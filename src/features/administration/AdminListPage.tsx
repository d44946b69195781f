import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconCheck, IconLock, IconProgress, IconRefresh, type Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailureError } from '#api/result.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import list from '#ui/list-page.module.css';
import { ListStates } from '#ui/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { Pager } from '#ui/Pager.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './Administration.module.css';
import { asOfText, TEXTS, withStatus } from './texts.ts';

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
  /** One of several states, where the list has them. */
  filter?: { chosen: string; words: Readonly<Record<string, string>>; onChoose: (state: string) => void };
  onPage: (page: number) => void;
  texts: { failed: string; none: string; noneWhy: string; icon: Icon };
  /** What may be done beside looking: it stands in the bar, where a phone has room for its words. */
  act?: ReactNode;
  /** Between the bar and the list. */
  above?: ReactNode;
  children: (rows: readonly Row[] | undefined) => ReactNode;
}

/** What the lists of the administration have in common: what is looked for, its pages, and the list in each of its conditions. */
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
    <Link key="administration" to="/admin" className={classes.crumb}>
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
        {filter && <StateFilter {...filter} />}
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

/** A role of a team may hold the permission; what reaches beyond the team asks the account. */
function isNotForYou(error: Error | null): boolean {
  return error instanceof ApiFailureError && error.failure.kind === 'refused' && error.failure.code === 'not_allowed';
}

function StateFilter({ chosen, words, onChoose }: NonNullable<AdminListPageProps<never>['filter']>) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          className={classes.filter ?? ''}
          data-on={chosen !== 'all' || undefined}
          leftSection={<IconProgress size={16} stroke={1.5} aria-hidden />}
        >
          {TEXTS.state}
          {chosen !== 'all' && <span className={classes.chosen}>{words[chosen]}</span>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(words).map(([state, word]) => (
          <Menu.Item
            key={state}
            onClick={() => onChoose(state)}
            rightSection={state === chosen ? <IconCheck size={16} stroke={1.75} aria-label="chosen" /> : null}
          >
            {word}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
