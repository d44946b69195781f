import { readCredentials } from '#api/credentials.ts';
import { readNoticeWords } from '#api/notice-words.ts';
import { saveWrite } from '#localdb/outbox/outbox.ts';
import { LocalDb } from '#localdb/schema.ts';
import { pageAddressOf, placeOfNotice, uploadPathOf, type CarriedByNotice } from '#sync/notice.ts';

declare const self: ServiceWorkerGlobalScope;

/** Uploads that are being sent. The caller checks later which of them have finished. */
export function uploadsOnTheirWay(db: LocalDb): Promise<string[]> {
  return db.uploads.where('phase').anyOf('queued', 'prepared', 'registered').primaryKeys();
}

/** PWA-44: notifies of uploads that finished in this turn, if the user allowed notifications and no window is visible. */
export async function tellOfFinished(db: LocalDb, wereOnTheirWay: readonly string[]): Promise<void> {
  if (!('Notification' in self) || Notification.permission !== 'granted') return;
  const rows = await db.uploads.bulkGet([...wereOnTheirWay]);
  const finished = rows.filter((row) => row !== undefined).filter(({ phase }) => phase === 'sent' || phase === 'ended');
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.some((window) => window.visibilityState === 'visible')) return;
  if (finished.length === 0) return;
  const { title, body } = await readNoticeWords();
  for (const row of finished) {
    // The same tag as the page's notice: the second one replaces the first without a sound.
    await self.registration.showNotification(title, {
      body,
      tag: `lightship.finished.${row.id}`,
      data: { url: uploadPathOf({ isLegacy: row.legacy !== undefined }) } satisfies CarriedByNotice,
      icon: '/icons/icon-192.png',
    });
  }
}

/** Clicking the notice opens its page in an existing tab or in a new one. */
export async function openNotice(notice: Notification): Promise<void> {
  notice.close();
  const carried = notice.data as CarriedByNotice | null;
  if (carried !== null && 'id' in carried) await markAsSeen(carried).catch(() => undefined);
  const { url, anyWindow } = placeOfNotice(carried);
  const windows = await self.clients.matchAll({ type: 'window' });
  const shown = windows.find((window) => pageAddressOf(window.url) === url) ?? (anyWindow ? windows[0] : undefined);
  if (shown === undefined) return void (await self.clients.openWindow(url));
  await shown.focus();
}

/**
 * Opening a notice marks it as seen (NOTIF-28, CALL-019). An open page sends the write, or the next one that opens. Nothing is written for another
 * account.
 */
async function markAsSeen({ id, userId }: { id: number; userId: number }): Promise<void> {
  if ((await readCredentials())?.userId !== userId) return;
  const db = new LocalDb(userId);
  try {
    await saveWrite(db, { kind: 'notification', id, is_seen: 1, isPush: true });
  } finally {
    db.close();
  }
}
