import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Session } from '#model/session.ts';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { NotForYou } from './NotForYou.tsx';
import { isNotForYou } from './not-for-you.ts';
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

/** A list of the administration: its place below Administration, and a page without it for others. */
export function AdminListPage<Row>(props: AdminListPageProps<Row>) {
  const { title, rows, search, filter, onPage, texts, act, above, children } = props;
  const { permissions } = useSession<Session>();
  const crumb = (
    <Link key="administration" to="/admin">
      {TEXTS.administration}
    </Link>
  );
  const header = { title, breadcrumb: permissions.has('admin') ? [crumb] : [] };
  if (isNotForYou(rows.error)) {
    return (
      <Page {...header}>
        <NotForYou />
      </Page>
    );
  }
  return (
    <ListPage
      {...header}
      list={rows}
      texts={{ ...TEXTS, failed: withStatus(texts.failed, rows.error) }}
      search={search}
      filters={
        <>
          {filter && (
            <StateFilter
              label={TEXTS.state}
              states={Object.entries(filter.words).map(([value, label]) => ({ value, label }))}
              chosen={filter.chosen}
              onChoose={filter.onChoose}
            />
          )}
          {act}
        </>
      }
      onPage={onPage}
      below={above}
      empty={{ icon: texts.icon, title: texts.none, why: texts.noneWhy }}
    >
      {children}
    </ListPage>
  );
}
