import { Button, Skeleton } from '@mantine/core';
import { IconBell, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Notification } from '#contract/notifications.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { useSession } from '#ui/session-context.tsx';
import { useSystemNotices } from '#ui/browser/system-notice.ts';
import { annotatorAddress } from './annotator-address.ts';
import type { NotificationList } from './notification-list.ts';
import { NotificationRow } from './NotificationRow.tsx';
import classes from './NotificationsPanel.module.css';
import { asOfText, TEXTS } from './texts.ts';
import type { useNotifications } from './use-notifications.ts';

interface NotificationsPanelProps {
  notifications: ReturnType<typeof useNotifications>;
  mayOpen: (notification: Notification) => boolean;
  onOpen: (notification: Notification) => void;
}

/** The content of the bell: loading, failed, empty, or the list with its actions. */
export function NotificationsPanel({ notifications, mayOpen, onOpen }: NotificationsPanelProps) {
  const { serverReachable } = useSession<Session>();
  const { list, seenAt, isError, markAll } = notifications;
  const isOld = list !== undefined && (!serverReachable || isError);
  return (
    <section className={classes.panel} aria-label={TEXTS.title}>
      <header className={classes.head}>
        <h2 className={classes.title}>{TEXTS.title}</h2>
        {isOld && (
          <span className={classes.asOf}>
            <IconWifiOff size={14} stroke={1.75} aria-hidden />
            {asOfText(seenAt)}
          </span>
        )}
        <Button
          className={classes.markAll ?? ''}
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={list === undefined || list.unseen === 0}
          onClick={markAll}
        >
          {TEXTS.markAll}
        </Button>
      </header>
      <div className={classes.body}>
        {list === undefined ? (
          <NotThere notifications={notifications} serverReachable={serverReachable} />
        ) : list.data.length === 0 ? (
          <EmptyState icon={IconBell} title={TEXTS.empty}>
            {TEXTS.emptyWhy}
          </EmptyState>
        ) : (
          <Rows {...{ list, notifications, serverReachable, mayOpen, onOpen }} />
        )}
      </div>
      <AskForNotices />
    </section>
  );
}

interface RowsProps extends NotificationsPanelProps {
  list: NotificationList;
  serverReachable: boolean;
}

function Rows({ list, notifications, serverReachable, mayOpen, onOpen }: RowsProps) {
  const { waiting, mark, isLoadingMore, loadMore } = notifications;
  const now = useMinutes();
  return (
    <>
      <ul className={classes.list}>
        {list.data.map((notification) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            now={now}
            isWaiting={waiting.has(notification.id)}
            onMark={(is_seen) => mark(notification.id, is_seen)}
            // NOTIF-28: opening it marks it as seen.
            onOpen={
              mayOpen(notification)
                ? () => {
                    mark(notification.id, 1);
                    if (annotatorAddress(notification) === null) onOpen(notification);
                  }
                : null
            }
          />
        ))}
      </ul>
      {list.count > list.data.length && (
        <Button
          className={classes.more ?? ''}
          variant="subtle"
          color="gray"
          fullWidth
          disabled={!serverReachable}
          aria-busy={isLoadingMore}
          onClick={() => isLoadingMore || void loadMore()}
        >
          {isLoadingMore ? TEXTS.loading : serverReachable ? TEXTS.more : TEXTS.moreOffline}
        </Button>
      )}
    </>
  );
}

function NotThere({ notifications, serverReachable }: { notifications: ReturnType<typeof useNotifications>; serverReachable: boolean }) {
  const { isError, isFetching, refetch } = notifications;
  if (serverReachable && (!isError || isFetching)) {
    return (
      <div className={classes.loading} role="status">
        <span>{TEXTS.loading}</span>
        {[62, 80, 48].map((width) => (
          <div key={width} className={classes.skeleton} aria-hidden>
            <Skeleton w={18} h={18} />
            <div className={classes.lines}>
              <Skeleton h={10} w={`${width}%`} />
              <Skeleton h={8} w={`${width - 20}%`} />
            </div>
          </div>
        ))}
      </div>
    );
  }
  return (
    <ErrorState title={serverReachable ? TEXTS.failed : TEXTS.offline} offline={!serverReachable} onRetry={refetch} retrying={isFetching}>
      {serverReachable ? TEXTS.failedWhy : TEXTS.offlineWhy}
    </ErrorState>
  );
}

/** PWA-44, where the user is likely to want it. */
function AskForNotices() {
  const { leave, ask } = useSystemNotices();
  if (leave !== 'default') return null;
  return (
    <footer className={classes.foot}>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={ask}>
        {TEXTS.outside}
      </Button>
    </footer>
  );
}

/** The time, updated once a minute while the list is open. */
function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(tick);
  }, []);
  return now;
}
