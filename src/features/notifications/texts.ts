import type { NotificationType } from '#contract/notifications.ts';
import { formatDateTime, formatDuration, formatTime } from '#ui/format.ts';

export const TEXTS = {
  /** given (NOTIF-01 to 05). */
  title: 'Notifications',
  markAll: 'Mark all as read',
  empty: 'No notifications',
  more: 'Load more',
  loading: 'Loading...',
  /** Ours. */
  emptyWhy: 'What happens to your uploads and studies is told here.',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  unread: 'unread',
  waits: 'The server hears of it later',
  moreOffline: 'Older ones come once the server is reached',
  failed: 'Notifications could not be loaded',
  failedWhy: 'They are kept on the server. Nothing is lost.',
  offline: 'No notifications on this device yet',
  offlineWhy: 'They come once the server is reached.',
  refused: 'The server did not take the mark. The list shows what it has.',
  outside: 'Show them outside this page too',
} as const;

export function bellText(unseen: number): string {
  return unseen === 0 ? TEXTS.title : `${TEXTS.title}, ${unseen} ${TEXTS.unread}`;
}

/** Beside the bell there is room for two digits. */
export function badgeText(unseen: number): string {
  return unseen > 99 ? '99+' : String(unseen);
}

export function asOfText(seenAt: number): string {
  return `as of ${formatTime(seenAt, { seconds: false })}`;
}

const RECENT_MS = 12 * 3_600_000;

/** How long ago it was, as long as that says more than a date (UI-04). A clock that is behind the server's says 'now'. */
export function agoText(at: Date, now: number): string {
  const ms = now - at.getTime();
  if (ms >= RECENT_MS) return formatDateTime(at);
  if (ms < 60_000) return 'now';
  const minutes = Math.floor(ms / 60_000);
  return formatDuration((minutes < 60 ? minutes : Math.floor(minutes / 60) * 60) * 60);
}

/** Of its icon, for who does not see it. */
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
};
