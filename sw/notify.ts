import type { LocalDb } from '#localdb/schema.ts';

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

/** A press on the notice shows the upload, in the tab that is there or in a new one. */
export async function showUpload(notice: Notification): Promise<void> {
  notice.close();
  const windows = await self.clients.matchAll({ type: 'window' });
  const shown = windows.find((window) => new URL(window.url).pathname === '/upload-v2') ?? windows[0];
  if (shown === undefined) return void (await self.clients.openWindow('/upload-v2'));
  await shown.focus();
}
