import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { NotificationPage } from '#contract/notifications.ts';
import { saveWrite } from '#localdb/outbox/outbox.ts';
import type { LocalDb, OutboxWrite } from '#localdb/schema.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import { newestId, waitingIds, withWrites, type NotificationList } from './notification-list.ts';

/** given (frame §9). */
const PER_PAGE = 10;

/** PERM-09, 10: each answer carries the current permissions. */
export interface PermissionsOfPage {
  version(): number | undefined;
  heard(permissions: { version: number; list: readonly string[] }): void;
}

export const notificationsKey = (team: string): readonly string[] => ['notifications', team];

/**
 * This user's notifications in this team: the last answer, stored on this device, with the user's writes applied that the server has not
 * received yet.
 */
export function useNotifications(db: LocalDb, team: string, permissions: PermissionsOfPage) {
  const perPage = useRef(PER_PAGE);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const query = useQuery({
    queryKey: notificationsKey(team),
    queryFn: async ({ signal }): Promise<NotificationList> => {
      const wanted = { per_page: perPage.current, permission_version: permissions.version() };
      const answer: NotificationPage = valueOf(await callApi(CALLS.notifications, { query: wanted, signal, quiet: true }));
      permissions.heard({ version: answer.permissionVersion, list: answer.user_permission });
      return answer.notifications;
    },
  });
  const writes = useSavedWrites(db).map(({ write }) => write);
  const list = query.data && withWrites(query.data, writes);
  const save = (write: OutboxWrite): void => void saveWrite(db, write).catch(reportError);

  return {
    list,
    waiting: query.data ? waitingIds(query.data, writes) : NONE,
    isError: query.isError,
    isFetching: query.isFetching,
    seenAt: query.dataUpdatedAt,
    refetch: () => void query.refetch(),
    isLoadingMore,
    /** NOTIF-08. After a failure it may be pressed again. */
    async loadMore(): Promise<void> {
      setLoadingMore(true);
      perPage.current += PER_PAGE;
      const { isError } = await query.refetch();
      if (isError) perPage.current -= PER_PAGE;
      setLoadingMore(false);
    },
    mark: (id: number, is_seen: 0 | 1) => save({ kind: 'notification', id, is_seen }),
    /** Marks all that are on the screen and older ones, but none that were not shown. */
    markAll: () => list && save({ kind: 'all-notifications', last_id: newestId(list) }),
  };
}

const NONE: ReadonlySet<number> = new Set();
