import { useEffect, useState } from 'react';
import { fetchBytes } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { keepObject, keptObject } from '#localdb/kept-copies/offline-objects.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useThumbnailsDb } from './thumbnails-context.tsx';

export interface ShownThumbnail {
  url: string | null;
  /** `coming`: not known yet; `none`: there is none, or none is available now. */
  state: 'coming' | 'shown' | 'none';
}

const COMING: ShownThumbnail = { url: null, state: 'coming' };
const NONE: ShownThumbnail = { url: null, state: 'none' };

/**
 * The thumbnail of a series as an object URL: the copy on this device, or else the server's, which is then stored.
 * `version`: changes when the server has a different one, or has its first one.
 */
export function useThumbnail(seriesUuid: string | null, studyUuid: string, version: string): ShownThumbnail {
  const db = useThumbnailsDb();
  const [shown, setShown] = useState(COMING);
  useEffect(() => {
    if (seriesUuid === null || db === null) return setShown(NONE);
    const left = new AbortController();
    let url: string | null = null;
    readThumbnail(db, { seriesUuid, studyUuid }, left.signal).then(
      (picture) => {
        if (left.signal.aborted) return;
        url = picture === null ? null : URL.createObjectURL(picture);
        setShown(url === null ? NONE : { url, state: 'shown' });
      },
      () => {
        if (!left.signal.aborted) setShown(NONE);
      },
    );
    return () => {
      left.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [db, seriesUuid, studyUuid, version]);
  return shown;
}

/** Null if the server has none, or is unavailable and none is stored here. */
async function readThumbnail(
  db: LocalDb,
  { seriesUuid, studyUuid }: { seriesUuid: string; studyUuid: string },
  signal: AbortSignal,
): Promise<Blob | null> {
  const device = await openDeviceKey(db);
  const key = `thumbnail:${seriesUuid}` as const;
  const kept = await keptObject(db, device, key);
  if (kept !== null) return kept.blob('image/png');
  const answer = await fetchBytes(CALLS.seriesThumbnail, { params: { uuid: seriesUuid }, signal, quiet: true });
  if (!answer.ok) return null;
  const picture = await answer.value.blob();
  // A failure to store it must not prevent showing it.
  void keepObject(db, device, { key, studyUuid, tag: answer.value.headers.get('ETag') }, picture).catch(() => undefined);
  return picture;
}
