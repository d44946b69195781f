import { IconListDetails } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { addressToSearch, isFiltered, parseLogAddress, WHOLE_LOG, type LogAddress } from './log-address.ts';
import { LogFilters } from './LogFilters.tsx';
import { LogNav } from './LogNav.tsx';
import { narrowed } from './narrowed.ts';
import { SessionsTable } from './SessionsTable.tsx';
import { TEXTS } from './texts.ts';
import { useSessions } from './use-logs.ts';

/** ROUTE-050: sign-ins with their steps, latest first. */
export function SessionsPage() {
  const address = parseLogAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const sessions = useSessions(address);
  const show = (next: LogAddress) => void navigate({ to: '/admin/log', search: addressToSearch(next) });
  const { user, from, to, all } = address;

  return (
    <ListPage
      title={TEXTS.sessions}
      list={sessions}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, sessions.error) }}
      above={<LogNav />}
      filters={
        <LogFilters
          address={address}
          count={[user !== null, from !== '', to !== ''].filter(Boolean).length}
          onChange={(change) => show({ ...address, ...change, page: 1 })}
        />
      }
      onPage={(page) => show({ ...address, page })}
      empty={{ icon: IconListDetails, title: TEXTS.empty, why: TEXTS.emptyWhy }}
      narrowed={narrowed(isFiltered(address) || address.page > 1, () => show({ ...WHOLE_LOG, all }))}
    >
      {(rows) => <SessionsTable sessions={rows} all={all} />}
    </ListPage>
  );
}
