import { isQuotaError } from './quota.ts';
import type { LocalDb } from './schema.ts';
import { SEGMENT_BYTES } from './segment.ts';

/**
 * [Note: Reserve]
 *
 * A device that is filled to the last byte cannot write down that a chunk was confirmed either, so the upload that would make room stands
 * still for ever (seen in Chromium). While files are taken a row of bytes that mean nothing stands for what the queue will need; it goes when
 * they are, or as soon as the queue meets a full device (measured in Chromium: its room is there at once, that of bytes which were read half a
 * minute later). The row of an intake that was killed is named by no file, and is swept like any other.
 */
export const RESERVE_BYTES = SEGMENT_BYTES;

const PREFIX = 'reserve.';

export function isReserve(segmentId: string): boolean {
  return segmentId.startsWith(PREFIX);
}

/** While files are taken: what they may need is not filled with anything else meanwhile. */
export async function isReserveHeld(db: LocalDb): Promise<boolean> {
  return (await db.segments.where('id').startsWith(PREFIX).count()) > 0;
}

/** Returns what gives the reserve free; null where the device has no room for it, and so for nothing else. */
export async function holdReserve(db: LocalDb): Promise<(() => Promise<void>) | null> {
  const id = `${PREFIX}${crypto.randomUUID()}`;
  const bytes = randomBytes(RESERVE_BYTES);
  try {
    await db.segments.add({ id, uploadId: '', keyId: '', size: bytes.byteLength, unit: 0, prefix: new Uint8Array(0), bytes });
  } catch (error) {
    if (isQuotaError(error)) return null;
    throw error;
  }
  return () => db.segments.delete(id);
}

/** Gives every reserve free, whoever holds it; the bytes that this frees. */
export async function giveReserves(db: LocalDb): Promise<number> {
  return (await db.segments.where('id').startsWith(PREFIX).delete()) * RESERVE_BYTES;
}

/** Zeros would be compressed on the disk and hold nothing free. */
function randomBytes(count: number): ArrayBuffer {
  const bytes = new Uint8Array(count);
  for (let at = 0; at < count; at += MOST_AT_ONCE) crypto.getRandomValues(bytes.subarray(at, at + MOST_AT_ONCE));
  return bytes.buffer;
}

/** Web Crypto gives no more in one call. */
const MOST_AT_ONCE = 65_536;
