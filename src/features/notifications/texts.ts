import type { NotificationType } from '#contract/notifications.ts';
import { inContext, t } from '#language/t.ts';
import { formatDateTime, formatDuration, formatTime } from '#ui/format.ts';

export const TEXTS = {
  /** given (NOTIF-01 to 05). */
  title: t('Notifications'),
  markAll: t('Mark all as read'),
  empty: t('No notifications'),
  more: t('Load more'),
  loading: t('Loading...'),
  /** Not given. */
  emptyWhy: t('News about your uploads and studies appears here.'),
  markRead: t('Mark as read'),
  markUnread: t('Mark as unread'),
  unread: t('unread'),
  waits: t('Saved when the server can be reached'),
  moreOffline: t('Older ones load when the server can be reached'),
  failed: t('Notifications could not be loaded'),
  failedWhy: t('They are stored on the server. Nothing is lost.'),
  offline: t('No notifications on this device yet'),
  offlineWhy: t('They load when the server can be reached.'),
  refused: t('The server did not accept the change. The list is up to date again.'),
  outside: t('Also show them outside this page'),
} as const;

export function bellText(unseen: number): string {
  return unseen === 0 ? TEXTS.title : t('Notifications, {count} unread', { count: unseen });
}

/** Next to the bell there is space for two digits. */
export function badgeText(unseen: number): string {
  return unseen > 99 ? '99+' : String(unseen);
}

export function asOfText(seenAt: number): string {
  return t('as of {time}', { time: formatTime(seenAt, { seconds: false }) });
}

const RECENT_MS = 12 * 3_600_000;

/** Relative time, as long as that is more useful than a date (UI-04). If the clock is behind the server's it shows 'now'. */
export function agoText(at: Date, now: number): string {
  const ms = now - at.getTime();
  if (ms >= RECENT_MS) return formatDateTime(at);
  if (ms < 60_000) return t('now');
  const minutes = Math.floor(ms / 60_000);
  return formatDuration((minutes < 60 ? minutes : Math.floor(minutes / 60) * 60) * 60);
}

/** Text alternatives of the icons. */
export const KINDS: Record<NotificationType, string> = {
  'aitrain.train.begin': t('AI training'),
  'aitrain.train.fail': t('AI training'),
  'aitrain.train.complete': t('AI training'),
  'aitrain.upload.begin': t('AI training'),
  'aitrain.upload.complete': t('AI training'),
  'review.add.comment': t('Review'),
  'aiinfer.done': t('AI inference'),
  'upload.complete': inContext('noun', 'Upload'),
  'upload.convert.fail': inContext('noun', 'Upload'),
  'task.assigned': t('Task'),
  'task.done': t('Task'),
  'task.returned': t('Task'),
  'task.unassigned': t('Task'),
  'pipeline.note': t('Pipeline'),
};
