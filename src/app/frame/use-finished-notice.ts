import { liveQuery } from 'dexie';
import { useEffect } from 'react';
import { writeNoticeWords } from '#api/notice-words.ts';
import { useOptionalOwn } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { SENDING_PHASES } from '#model/uploads/transfer-phase.ts';
import { uploadPathOf, type CarriedByNotice } from '#sync/notice.ts';
import { showSystemNotice } from '#ui/browser/system-notice.ts';

const WORDS = { title: TEXTS.uploadFinished, body: TEXTS.uploadFinishedWhy };

/**
 * PWA-44: a system notification, if allowed, for an upload that ends while this page is not visible. It says that every file is verified
 * and names no patient. The service worker notifies when no page is open (sw/notify.ts).
 */
export function useFinishedNotice(): void {
  const db = useOptionalOwn()?.db;
  useEffect(() => {
    if (db === undefined) return;
    void writeNoticeWords(WORDS).catch(reportError);
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
  return showSystemNotice({ ...WORDS, tag: `lightship.finished.${uploadId}`, data });
}
