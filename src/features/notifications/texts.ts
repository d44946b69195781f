import type { NotificationType } from '#contract/notifications.ts';
import { formatDateTime, formatDuration, formatTime } from '#ui/format.ts';

export const TEXTS = {
  /** given (NOTIF-01 to 05). */
  title: 'Notifications',
  markAll: 'Mark all as read',
  empty: 'No notifications',
  more: 'Load more',
  loading: 'Loading...',
  /** Not given. */
  emptyWhy: 'News about your uploads and studies appears here.',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  unread: 'unread',
  waits: 'Saved when the server can be reached',
  moreOffline: 'Older ones load when the server can be reached',
  failed: 'Notifications could not be loaded',
  failedWhy: 'They are stored on the server. Nothing is lost.',
  offline: 'No notifications on this device yet',
  offlineWhy: 'They load when the server can be reached.',
  refused: 'The server did not accept the change. The list is up to date again.',
  outside: 'Also show them outside this page',
} as const;

export function bellText(unseen: number): string {
  return unseen === 0 ? TEXTS.title : `${TEXTS.title}, ${unseen} ${TEXTS.unread}`;
}

/** Next to the bell there is space for two digits. */
export function badgeText(unseen: number): string {
  return unseen > 99 ? '99+' : String(unseen);
}

export function asOfText(seenAt: number): string {
  return `as of ${formatTime(seenAt, { seconds: false })}`;
}

const RECENT_MS = 12 * 3_600_000;

/** Relative time, as long as that is more useful than a date (UI-04). If the clock is behind the server's it shows 'now'. */
export function agoText(at: Date, now: number): string {
  const ms = now - at.getTime();
  if (ms >= RECENT_MS) return formatDateTime(at);
  if (ms < 60_000) return 'now';
  const minutes = Math.floor(ms / 60_000);
  return formatDuration((minutes < 60 ? minutes : Math.floor(minutes / 60) * 60) * 60);
}

/** Text alternatives of the icons. */
export const KINDS: Record<NotificationType, string> = {
  'aitrain.train.begin': 'AI training',
  'aitrain.train.fail': 'AI training',
  'aitrain.train.complete': 'AI training',
  'aitrain.upload.begin': 'AI training',
  'aitrain.upload.complete': 'AI training',
  'review.add.comment': 'Review',
  'aiinfer.done': 'AI inference',
  'upload.complete': 'Upload',
  'upload.convert.fail': 'Upload',
  'task.assigned': 'Task',
  'task.done': 'Task',
  'task.returned': 'Task',
  'task.unassigned': 'Task',
  'pipeline.note': 'Pipeline',
};
