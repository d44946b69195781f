import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { PeopleSearch } from '#contract/calls/administration-calls.ts';
import { AdminListPage } from './AdminListPage.tsx';
import { TEXTS, USER_STATES } from './texts.ts';
import { usePeople } from './use-admin-lists.ts';
import { UsersTable } from './UsersTable.tsx';

/** ROUTE-056: all accounts, with their teams, creation date, and whether they are in use. */
export function UsersPage() {
  const [asked, setAsked] = useState<PeopleSearch>({ search: '', state: 'all', page: 1 });
  const people = usePeople(asked);
  const ask = (change: Partial<PeopleSearch>) => setAsked({ ...asked, page: 1, ...change });
  return (
    <AdminListPage
      title={TEXTS.users}
      rows={people}
      search={{ label: TEXTS.searchUsers, value: asked.search, onSearch: (search) => ask({ search }) }}
      filter={{ chosen: asked.state, words: USER_STATES, onChoose: (state) => ask({ state: state as PeopleSearch['state'] }) }}
      onPage={(page) => ask({ page })}
      texts={{ failed: TEXTS.usersFailed, none: TEXTS.noUsers, noneWhy: TEXTS.noUsersWhy, icon: IconUsers }}
    >
      {(rows) => <UsersTable users={rows} />}
    </AdminListPage>
  );
}
