import type { QueryClient } from '@tanstack/react-query';
import type { ServerEvent } from '#contract/events.ts';
import type { Notification } from '#contract/notifications.ts';
import { newestId, withAllSeen, withNew, withSeen, type NotificationList } from './notification-list.ts';
import { notificationsKey } from './use-notifications.ts';

/** Socket messages about the notifications of a user in a team (SOCK-06 to 08). */
export interface NotificationNews {
  updated(event: ServerEvent<'notification:updated'>): void;
  updatedAll(event: ServerEvent<'notification:updated:all'>): void;
  created(): void;
  /** The socket is connected, again or for the first time: messages since the last connection were missed. */
  connected(): void;
}

export interface NewsPorts {
  client: QueryClient;
  team: string;
  /** CALL-015; null if it was not answered. */
  fetchSince: (lastId: number) => Promise<readonly Notification[] | null>;
  /** Receives each new notification once in this page. */
  tell: (news: readonly Notification[]) => void;
}

/** Keeps the list in step with the server. */
export function createNotificationNews({ client, team, fetchSince, tell }: NewsPorts): NotificationNews {
  const queryKey = notificationsKey(team);
  const read = () => client.getQueryData<NotificationList>(queryKey);

  function change(how: (list: NotificationList) => NotificationList): void {
    // An answer in flight may be outdated, so it is fetched again.
    if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
    client.setQueryData<NotificationList>(queryKey, (list) => list && how(list));
  }

  const fetchNew = oneAtATime(async () => {
    const list = read();
    // Nothing was read here yet: the list is loading, or loads when it is opened.
    if (list === undefined) return;
    const news = await fetchSince(newestId(list));
    if (news === null || news.length === 0) return;
    change((list) => withNew(list, news));
    tell(news);
  });

  return {
    updated: ({ id, is_seen }) => change((list) => withSeen(list, id, is_seen)),
    updatedAll: ({ last_id }) => change((list) => withAllSeen(list, last_id)),
    created: () => void fetchNew().catch((error: unknown) => reportError(error)),
    connected: () =>
      void fetchNew()
        // For marks that were set elsewhere meanwhile.
        .then(() => client.invalidateQueries({ queryKey }))
        .catch((error: unknown) => reportError(error)),
  };
}

/** During a burst, one more request follows the one in flight, instead of one per message. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
