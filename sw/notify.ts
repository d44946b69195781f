import { readCredentials } from '#api/credentials.ts';
import { saveWrite } from '#localdb/outbox.ts';
import { LocalDb } from '#localdb/schema.ts';
import { pageAddressOf, placeOfNotice, uploadPathOf, type CarriedByNotice } from '#sync/notice.ts';

declare const self: ServiceWorkerGlobalScope;

/** given (UPL2-070), and what it means. No name of a patient: a notice stands on a locked screen. */
const FINISHED = 'Upload finished!';
const FINISHED_WHY = 'Every file is on the server, proved identical.';

/** Uploads that are being sent, to tell afterwards which of them ended. */
export function uploadsOnTheirWay(db: LocalDb): Promise<string[]> {
  return db.uploads.where('phase').anyOf('queued', 'prepared', 'registered').primaryKeys();
}

/** PWA-44: those that ended in this turn, where a person has allowed it, and nobody sees it anyway. */
export async function tellOfFinished(db: LocalDb, wereOnTheirWay: readonly string[]): Promise<void> {
  if (!('Notification' in self) || Notification.permission !== 'granted') return;
  const rows = await db.uploads.bulkGet([...wereOnTheirWay]);
  const finished = rows.filter((row) => row !== undefined).filter(({ phase }) => phase === 'sent' || phase === 'ended');
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.some((window) => window.visibilityState === 'visible')) return;
  for (const row of finished) {
    // The tag of the page's own notice: whoever tells second replaces the first without a sound.
    await self.registration.showNotification(FINISHED, {
      body: FINISHED_WHY,
      tag: `lightship.finished.${row.id}`,
      data: { url: uploadPathOf({ isLegacy: row.legacy !== undefined }) } satisfies CarriedByNotice,
      icon: '/icons/icon-192.png',
    });
  }
}

/** A press on the notice shows what it is about, in the tab that is there or in a new one. */
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

/** Who opens it has seen it (NOTIF-28, CALL-019). A page sends it: the one that opens now, where none is open. Of somebody else nothing is written. */
async function markAsSeen({ id, userId }: { id: number; userId: number }): Promise<void> {
  if ((await readCredentials())?.userId !== userId) return;
  const db = new LocalDb(userId);
  try {
    await saveWrite(db, { kind: 'notification', id, is_seen: 1, isPush: true });
  } finally {
    db.close();
  }
}
