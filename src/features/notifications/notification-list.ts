import type { Notification, NotificationPage } from '#contract/notifications.ts';
import type { OutboxWrite } from '#localdb/schema.ts';

/** The newest notifications of a user in a team, with the total and unseen counts. Every change is idempotent. */
export type NotificationList = NotificationPage['notifications'];

/** CALL-015: adds those that arrived since; known ones are skipped. */
export function withNew(list: NotificationList, news: readonly Notification[]): NotificationList {
  const known = new Set(list.data.map(({ id }) => id));
  const added = news.filter(({ id }) => !known.has(id));
  if (added.length === 0) return list;
  return {
    data: [...added, ...list.data].sort((a, b) => b.id - a.id),
    count: list.count + added.length,
    unseen: list.unseen + unseenOf(added),
  };
}

/** SOCK-06. The next answer includes those that are not in the list. */
export function withSeen(list: NotificationList, id: number, is_seen: 0 | 1): NotificationList {
  return changed(list, hiddenUnseen(list), (row) => (row.id === id ? is_seen : row.is_seen));
}

/** SOCK-07: all up to that one, including those older than the list. */
export function withAllSeen(list: NotificationList, lastId: number): NotificationList {
  const oldest = list.data.at(-1);
  const hidden = oldest !== undefined && oldest.id <= lastId ? 0 : hiddenUnseen(list);
  return changed(list, hidden, (row) => (row.id <= lastId ? 1 : row.is_seen));
}

/** The list as it will be once the server has this user's writes. */
export function withWrites(list: NotificationList, writes: readonly OutboxWrite[]): NotificationList {
  return writes.reduce((list, write) => {
    if (write.kind === 'notification') return withSeen(list, write.id, write.is_seen);
    return write.kind === 'all-notifications' ? withAllSeen(list, write.last_id) : list;
  }, list);
}

/** Those whose mark the server has not received. */
export function waitingIds(list: NotificationList, writes: readonly OutboxWrite[]): ReadonlySet<number> {
  const said = withWrites(list, writes);
  return new Set(list.data.filter((row, index) => row.is_seen !== said.data[index]?.is_seen).map(({ id }) => id));
}

export function newestId(list: NotificationList): number {
  return list.data[0]?.id ?? 0;
}

function changed(list: NotificationList, hidden: number, seenOf: (row: Notification) => 0 | 1): NotificationList {
  const data = list.data.map((row) => (seenOf(row) === row.is_seen ? row : { ...row, is_seen: seenOf(row) }));
  return { ...list, data, unseen: hidden + unseenOf(data) };
}

/** Unseen notifications that are older than the list. */
function hiddenUnseen({ data, unseen }: NotificationList): number {
  return Math.max(0, unseen - unseenOf(data));
}

function unseenOf(rows: readonly Notification[]): number {
  return rows.filter(({ is_seen }) => is_seen === 0).length;
}
