import { liveQuery } from 'dexie';
import { useEffect } from 'react';
import { useOptionalOwn } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { SENDING_PHASES } from '#model/transfer-phase.ts';
import { uploadPathOf, type CarriedByNotice } from '#sync/notice.ts';
import { showSystemNotice } from '#ui/system-notice.ts';

/**
 * PWA-44: an upload that ends while nobody looks at this page is told by the system, where a person has allowed it. What is told is that every
 * file is proved; no name of a patient. The service worker tells of those that end while no page is open (sw/notify.ts).
 */
export function useFinishedNotice(): void {
  const db = useOptionalOwn()?.db;
  useEffect(() => {
    if (db === undefined) return;
    let onTheirWay = new Set<string>();
    const uploads = liveQuery(() => db.uploads.toArray()).subscribe((rows) => {
      const ended = rows.filter(({ id, phase }) => onTheirWay.has(id) && (phase === 'sent' || phase === 'ended'));
      onTheirWay = new Set(rows.filter(({ phase }) => phase !== 'dropping' && SENDING_PHASES.includes(phase)).map(({ id }) => id));
      for (const { id, legacy } of ended) void tell(id, { isLegacy: legacy !== undefined }).catch(reportError);
    });
    return () => uploads.unsubscribe();
  }, [db]);
}

function tell(uploadId: string, flow: { isLegacy: boolean }): Promise<void> {
  const data: CarriedByNotice = { url: uploadPathOf(flow) };
  return showSystemNotice({ title: TEXTS.uploadFinished, body: TEXTS.uploadFinishedWhy, tag: `lightship.finished.${uploadId}`, data });
}
