import { IconListDetails } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import list from '#ui/lists/list-page.module.css';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { Pager } from '#ui/lists/Pager.tsx';
import { useSession } from '#ui/session-context.tsx';
import { addressToSearch, isFiltered, parseLogAddress, WHOLE_LOG, type LogAddress } from './log-address.ts';
import { LogFilters } from './LogFilters.tsx';
import { LogNav } from './LogNav.tsx';
import { NothingFound } from './NothingFound.tsx';
import { ReloadButton } from './ReloadButton.tsx';
import { SessionsTable } from './SessionsTable.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { asOfText } from '#ui/lists/list-texts.ts';
import { TEXTS } from './texts.ts';
import { useSessions } from './use-logs.ts';

/** ROUTE-050: sign-ins with their steps, latest first. */
export function SessionsPage() {
  const { serverReachable } = useSession<Session>();
  const address = parseLogAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const sessions = useSessions(address);
  const show = (next: LogAddress) => void navigate({ to: '/admin/log', search: addressToSearch(next) });
  const { user, from, to, all } = address;

  return (
    <Page title={TEXTS.sessions} actions={<ReloadButton list={sessions} />}>
      <div className={list.bar}>
        <LogNav />
      </div>
      <div className={list.bar}>
        <LogFilters
          address={address}
          count={[user !== null, from !== '', to !== ''].filter(Boolean).length}
          onChange={(change) => show({ ...address, ...change, page: 1 })}
        />
        {sessions.data && (!serverReachable || sessions.isError) && <span className={list.asOf}>{asOfText(sessions.dataUpdatedAt)}</span>}
        {sessions.data && (
          <Pager
            page={sessions.data.current_page}
            perPage={sessions.data.per_page}
            total={sessions.data.total}
            onPage={(page) => show({ ...address, page })}
          />
        )}
      </div>
      <ListStates
        list={sessions}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, sessions.error) }}
        empty={
          isFiltered(address) || address.page > 1 ? (
            <NothingFound onClear={() => show({ ...WHOLE_LOG, all })} />
          ) : (
            <EmptyState icon={IconListDetails} title={TEXTS.empty}>
              {TEXTS.emptyWhy}
            </EmptyState>
          )
        }
      >
        {(rows) => <SessionsTable sessions={rows} all={all} />}
      </ListStates>
    </Page>
  );
}
