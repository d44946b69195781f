import { isQuotaError } from '#localdb/quota.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { SEGMENT_BYTES } from './segment.ts';

/**
 * [Note: Reserve]
 *
 * A device that is completely full cannot even store that a chunk was confirmed, so the upload that would free space stops forever (seen in
 * Chromium). While files are taken, a row of random bytes reserves the space that the queue will need. It is deleted afterwards, or as soon as
 * the queue finds the device full (measured in Chromium: its space is free immediately, that of bytes that were read half a minute later). No
 * file refers to the row of a killed intake, so it is swept like any other.
 *
 * While a pinned study is downloaded, such a row reserves the space in which its pin can say that the device is full.
 */
export const RESERVE_BYTES = SEGMENT_BYTES;

const PREFIX = 'reserve.';

/** What it is held for. */
export type Purpose = 'intake' | 'pin';

export function isReserve(segmentId: string): boolean {
  return segmentId.startsWith(PREFIX);
}

/** While files are taken, nothing else may use the space that they may need. */
export async function isReserveHeld(db: LocalDb): Promise<boolean> {
  return (await db.segments.where('id').startsWith(prefixOf('intake')).count()) > 0;
}

/** Returns the function that frees the reserve; null if the device has no space for it, and so for nothing else. */
export async function holdReserve(db: LocalDb, purpose: Purpose): Promise<(() => Promise<void>) | null> {
  const id = `${prefixOf(purpose)}${crypto.randomUUID()}`;
  const bytes = randomBytes(RESERVE_BYTES);
  try {
    await db.segments.add({ id, uploadId: '', keyId: '', size: bytes.byteLength, unit: 0, prefix: new Uint8Array(0), bytes });
  } catch (error) {
    if (isQuotaError(error)) return null;
    throw error;
  }
  return () => db.segments.delete(id);
}

/** Frees every reserve, whoever holds it. Returns the freed bytes. */
export async function giveReserves(db: LocalDb): Promise<number> {
  return (await db.segments.where('id').startsWith(PREFIX).delete()) * RESERVE_BYTES;
}

function prefixOf(purpose: Purpose): string {
  return `${PREFIX}${purpose}.`;
}

/** Zeros would be compressed on the disk and reserve nothing. */
function randomBytes(count: number): ArrayBuffer {
  const bytes = new Uint8Array(count);
  for (let at = 0; at < count; at += MOST_AT_ONCE) crypto.getRandomValues(bytes.subarray(at, at + MOST_AT_ONCE));
  return bytes.buffer;
}

/** The most that Web Crypto returns in one call. */
const MOST_AT_ONCE = 65_536;
