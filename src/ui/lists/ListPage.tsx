import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFilter, IconRefresh, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { EmptyState } from './EmptyState.tsx';
import classes from './list-page.module.css';
import { asOfText, LIST_TEXTS, withoutText } from './list-texts.ts';
import { ListStates, type ListQuery, type ListStateTexts } from './ListStates.tsx';
import { Pager } from './Pager.tsx';
import { SearchField } from './SearchField.tsx';

interface Narrowed {
  title: string;
  by: readonly string[];
  onClear: () => void;
  /** Filters without which something matches: the filter in words, how many match, and what removes it. */
  without?: readonly { filter: string; total: number; onRemove: () => void }[];
}

interface ListPageProps<Row> {
  title: string;
  /** Links to the parent pages. */
  breadcrumb?: readonly ReactNode[];
  /** In the header, after Reload: at most one primary action. */
  actions?: ReactNode;
  list: ListQuery<Row>;
  texts: ListStateTexts;
  search?: { label: string; value: string; onSearch: (search: string) => void };
  /** In the bar, after the search. */
  filters?: ReactNode;
  /** For lists with page numbers. */
  onPage?: (page: number) => void;
  /** For lists that are paged in another way, once there is a page. */
  pager?: ReactNode;
  /** Between the header and the bar: tabs, notes, what waits on this device. */
  above?: ReactNode;
  /** Between the bar and the list. */
  below?: ReactNode;
  /** What the list is for, and the first step. */
  empty: { icon: Icon; title: string; why?: string; action?: ReactNode };
  /** The search and filters in words, if there are any. */
  narrowed?: Narrowed | null;
  /** The rows; undefined draws the skeleton. */
  children: (rows: readonly Row[] | undefined) => ReactNode;
  /** Panels and dialogs of the page. */
  after?: ReactNode;
}

/** The pattern of every list page: header, search, filters, pager, and the list in each of its states (design.md §12, §18). */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, breadcrumb = [], actions, list, texts, search, filters, onPage, pager, above, below, children, after } = props;
  const { serverReachable } = useSession<{ serverReachable: boolean }>();
  const { data } = list;
  const isOld = data !== undefined && (!serverReachable || list.isError);
  const numbers =
    data?.current_page === undefined || onPage === undefined ? null : (
      <Pager page={data.current_page} perPage={data.per_page ?? 1} total={data.total ?? 0} onPage={onPage} />
    );
  const hasBar = search !== undefined || filters !== undefined || isOld || numbers !== null || pager !== undefined;
  return (
    <Page
      title={title}
      breadcrumb={breadcrumb}
      actions={
        <>
          <ReloadButton list={list} />
          {actions}
        </>
      }
    >
      {above}
      {hasBar && (
        <div className={classes.bar}>
          {search && <SearchField label={search.label} search={search.value} onSearch={search.onSearch} />}
          {filters}
          {isOld && <span className={classes.asOf}>{asOfText(list.dataUpdatedAt)}</span>}
          {numbers}
          {data !== undefined && pager}
        </div>
      )}
      {below}
      <ListStates list={list} serverReachable={serverReachable} texts={texts} empty={<Nothing {...props} />}>
        {children}
      </ListStates>
      {after}
    </Page>
  );
}

const SHOWN_WAYS = 3;

function Nothing<Row>({ empty, narrowed }: Pick<ListPageProps<Row>, 'empty' | 'narrowed'>) {
  if (!narrowed)
    return (
      <EmptyState icon={empty.icon} title={empty.title} action={empty.action}>
        {empty.why}
      </EmptyState>
    );
  const ways = (
    <>
      {narrowed.without?.slice(0, SHOWN_WAYS).map(({ filter, total, onRemove }) => (
        <Button key={filter} variant="default" onClick={onRemove}>
          {withoutText(filter, total)}
        </Button>
      ))}
      <Button variant="default" onClick={narrowed.onClear}>
        {LIST_TEXTS.clearFilters}
      </Button>
    </>
  );
  return (
    <EmptyState icon={IconFilter} title={narrowed.title} action={ways}>
      {narrowed.by.join(' · ')}
    </EmptyState>
  );
}

export function ReloadButton({ list }: { list: Pick<ListQuery<unknown>, 'isFetching' | 'refetch'> }) {
  return (
    <Tooltip label={LIST_TEXTS.reload}>
      <ActionIcon aria-label={LIST_TEXTS.reload} loading={list.isFetching} onClick={() => void list.refetch()}>
        <IconRefresh size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
