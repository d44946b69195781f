/**
 * How long this device keeps its copy of an upload that has ended: long enough that a server which was restored from last night's backup can
 * be sent to again. Room that is needed ends it earlier, and so does the person.
 */
export const KEEP_AFTER_PROOF_MS = 24 * 60 * 60_000;

/** A moment that lies further away than that in either direction is over: a clock that jumped must not keep bytes for ten years. */
export function isKeepingOver(endedAt: number, now: number): boolean {
  return Math.abs(now - endedAt) > KEEP_AFTER_PROOF_MS;
}
