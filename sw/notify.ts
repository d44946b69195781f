import { readCredentials } from '#api/credentials.ts';
import { saveWrite } from '#localdb/outbox.ts';
import { LocalDb } from '#localdb/schema.ts';

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
  const finished = rows.filter((row) => row?.phase === 'sent' || row?.phase === 'ended');
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.some((window) => window.visibilityState === 'visible')) return;
  for (const row of finished) {
    // The tag of the page's own notice: whoever tells second replaces the first without a sound.
    await self.registration.showNotification(FINISHED, {
      body: FINISHED_WHY,
      tag: `lightship.finished.${row?.id}`,
      icon: '/icons/icon-192.png',
    });
  }
}

/** What the page gave a notice to carry (connect-socket.ts); that of an upload carries nothing. */
interface CarriedNotification {
  id: number;
  userId: number;
  url: string | null;
}

/** A press on the notice shows what it is about, in the tab that is there or in a new one. */
export async function openNotice(notice: Notification): Promise<void> {
  notice.close();
  const carried = notice.data as CarriedNotification | null;
  if (carried !== null) await markAsSeen(carried).catch(() => undefined);
  const url = carried === null ? '/upload-v2' : (carried.url ?? '/dashboard');
  const windows = await self.clients.matchAll({ type: 'window' });
  const shown = windows.find((window) => addressOf(window) === url) ?? (carried?.url == null ? windows[0] : undefined);
  if (shown === undefined) return void (await self.clients.openWindow(url));
  await shown.focus();
}

/** Who opens it has seen it (NOTIF-28, CALL-019). A page sends it: the one that opens now, where none is open. Of somebody else nothing is written. */
async function markAsSeen({ id, userId }: CarriedNotification): Promise<void> {
  if ((await readCredentials())?.userId !== userId) return;
  const db = new LocalDb(userId);
  try {
    await saveWrite(db, { kind: 'notification', id, is_seen: 1, isPush: true });
  } finally {
    db.close();
  }
}

function addressOf({ url }: WindowClient): string {
  const { pathname, search } = new URL(url);
  return pathname === '/upload-v2' ? pathname : pathname + search;
}
