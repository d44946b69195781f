import type { UploadView } from '#model/uploads/upload-view.ts';
import { PROGRESS_EVERY_MS } from '#localdb/throttled-query.ts';

/** While files arrive, a separate line shows their number, and the list may lag behind. */
const GROWING_EVERY_MS = 1_000;

/** For this long after a decision of the user, its result is shown immediately, because it may have to wait for a commit of bytes. */
const DECIDED_MS = 1_000;

/**
 * How long after a view of the shown upload the next one is read. Decisions of the user and the first study are shown immediately. Progress is not
 * worth a new view for every sent chunk or every commit of arriving files: a folder is in mixed order, so each commit changes nearly all series,
 * and each is drawn again (measured with 500 MB: as much processor time as hashing and encrypting).
 */
export function viewIntervalMs(last: Pick<UploadView, 'state' | 'studies'> | null, isComing: boolean, msSinceDecision: number): number {
  if (last?.state === 'upload') return PROGRESS_EVERY_MS;
  const isGrowing = isComing && last !== null && last.studies.length > 0;
  return isGrowing && msSinceDecision > DECIDED_MS ? GROWING_EVERY_MS : 0;
}
