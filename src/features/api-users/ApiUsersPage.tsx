import { Anchor, Button } from '@mantine/core';
import { IconBuilding, IconPlus, IconRefresh, IconRobot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import type { ApiUser } from '#contract/api-users.ts';
import { API_USER_STATES, apiUserState, keyBefore, type ApiUserState } from '#model/api-user-state.ts';
import type { Session } from '#model/session.ts';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { ApiUserPanel, type WordsOf } from './ApiUserPanel.tsx';
import classes from './ApiUsers.module.css';
import { ApiUsersTable } from './ApiUsersTable.tsx';
import { countText, STATE_TEXTS, TEXTS, twoKeysText, twoKeysTitle } from './texts.ts';
import { useApiUsers } from './use-api-users.ts';

/** An id, or a new one. */
export type Opened = number | 'new';

interface ApiUsersPageProps {
  wordsOf: WordsOf;
  /** Of the address. */
  start?: Opened;
  /** The panel of the address was closed. */
  onLeave?: () => void;
}

/** ROUTE-059 and ROUTE-061: technical accounts, what they may do, and their keys. */
export function ApiUsersPage({ wordsOf, start, onLeave }: ApiUsersPageProps) {
  const { serverReachable, permissions } = useSession<Session>();
  const list = useApiUsers();
  const [opened, setOpened] = useState<Opened | null>(start ?? null);
  const [search, setSearch] = useState('');
  const [team, setTeam] = useState<string | null>(null);
  const [state, setState] = useState<ApiUserState | null>(null);
  // As of the list, which is read again every minute while there is a network.
  const now = list.dataUpdatedAt;
  const all = list.data?.data;
  const rows = all?.filter(
    (user) => matches(user, search) && (team === null || user.team.slug === team) && (state === null || apiUserState(user, now) === state),
  );
  const teams = [...new Map(all?.map(({ team: each }) => [each.slug, each.title]))];
  const isNarrowed = search !== '' || team !== null || state !== null;
  const clear = () => (setSearch(''), setTeam(null), setState(null));
  const newButton = (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
      onClick={() => setOpened('new')}
    >
      {TEXTS.newUser}
    </ServerButton>
  );
  return (
    <ListPage
      title={TEXTS.title}
      breadcrumb={
        permissions.has('admin')
          ? [
              <Link key="administration" to="/admin">
                {TEXTS.administration}
              </Link>,
            ]
          : []
      }
      actions={
        <>
          <Anchor href="/api/docs" className={classes.openApi ?? ''}>
            {TEXTS.openApi}
          </Anchor>
          {newButton}
        </>
      }
      list={{ ...list, data: list.data && { ...list.data, data: rows ?? [] } }}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, list.error) }}
      search={{ label: TEXTS.search, value: search, onSearch: setSearch }}
      filters={
        <>
          {teams.length > 1 && (
            <StateFilter
              label={TEXTS.team}
              icon={IconBuilding}
              states={[{ value: null, label: TEXTS.all }, ...teams.map(([value, label]) => ({ value, label }))]}
              chosen={team}
              onChoose={setTeam}
            />
          )}
          <StateFilter
            label={TEXTS.state}
            states={[{ value: null, label: TEXTS.all }, ...API_USER_STATES.map((value) => ({ value, label: STATE_TEXTS[value] }))]}
            chosen={state}
            onChoose={setState}
          />
        </>
      }
      pager={<span className={classes.count}>{countText(rows?.length ?? 0, all?.length ?? 0)}</span>}
      empty={{ icon: IconRobot, title: TEXTS.empty, why: TEXTS.emptyWhy }}
      narrowed={
        isNarrowed
          ? { title: TEXTS.noneMatch, by: [search, state === null ? '' : STATE_TEXTS[state]].filter((each) => each !== ''), onClear: clear }
          : null
      }
      after={
        <>
          <TwoKeys users={rows ?? []} onOpen={setOpened} />
          <ApiUserPanel
            opened={opened}
            users={all}
            wordsOf={wordsOf}
            onOpen={setOpened}
            onClose={() => {
              setOpened(null);
              onLeave?.();
            }}
          />
        </>
      }
    >
      {(shown) => <ApiUsersTable users={shown} now={now} opened={opened} onOpen={setOpened} />}
    </ListPage>
  );
}

/** While a key and the one before are valid, somebody has to change it where it is used. */
function TwoKeys({ users, onOpen }: { users: readonly ApiUser[]; onOpen: (id: number) => void }) {
  const waiting = users.filter((user) => user.revoked_at === null && keyBefore(user) !== null);
  return (
    <div className={classes.notes}>
      {waiting.map((user) => (
        <Note
          key={user.id}
          tone="moving"
          icon={IconRefresh}
          title={twoKeysTitle(user.name)}
          action={
            <Button variant="default" onClick={() => onOpen(user.id)}>
              {TEXTS.open}
            </Button>
          }
        >
          {twoKeysText(user)}
        </Note>
      ))}
    </div>
  );
}

function matches(user: ApiUser, search: string): boolean {
  const words = search.trim().toLowerCase();
  return [user.name, ...user.addresses, ...user.keys.map(({ last_used_from: from }) => from ?? '')].some((text) =>
    text.toLowerCase().includes(words),
  );
}
