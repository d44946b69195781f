/**
 * How long this device keeps its copy of an ended upload: long enough to send it again to a server restored from last night's backup. A
 * shortage of storage space ends it earlier, and so can the user.
 */
export const KEEP_AFTER_PROOF_MS = 24 * 60 * 60_000;

/** A time further away than that in either direction has expired: after a clock jump, bytes must not be kept for ten years. */
export function isKeepingOver(endedAt: number, now: number): boolean {
  return Math.abs(now - endedAt) > KEEP_AFTER_PROOF_MS;
}
