import type { UploadView } from '#model/upload-view.ts';
import { PROGRESS_EVERY_MS } from './at-most-every.ts';

/** While files come, a line of its own says how many; the list shows what they are. */
const GROWING_EVERY_MS = 1_000;

/** So long after a decision of a person what becomes of it is shown at once: it may have to wait for a commit of bytes. */
const DECIDED_MS = 1_000;

/**
 * How long after a view of the shown upload the next one is read. What a person does is shown at once, and so is the first study; how far the bytes
 * are is not worth a new view for every chunk that leaves, nor for every commit of files that come: a folder is given in no order, so each commit
 * makes nearly all series grow, and each is drawn and pictured anew (measured with 500 MB: as much of the processor as hashing and encrypting).
 */
export function msBetweenViews(last: Pick<UploadView, 'state' | 'studies'> | null, isComing: boolean, msSinceDecision: number): number {
  if (last?.state === 'upload') return PROGRESS_EVERY_MS;
  const isGrowing = isComing && last !== null && last.studies.length > 0;
  return isGrowing && msSinceDecision > DECIDED_MS ? GROWING_EVERY_MS : 0;
}
