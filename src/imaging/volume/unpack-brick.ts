import { inflateSync } from 'fflate';
import { crc32 } from '#model/crc32.ts';
import { bytesToBrick, type BrickSamples, type BrickType } from './brick-bytes.ts';
import type { PlacedBrick } from './brick-file.ts';

/** Null if the bytes are not those that were stored. */
export async function unpackBrick(packed: Uint8Array, { size, length, crc }: PlacedBrick, type: BrickType): Promise<BrickSamples | null> {
  if (packed.length !== length || crc32(packed) !== crc) return null;
  const bytes = await inflate(packed).catch(() => null);
  const count = size[0] * size[1] * size[2];
  if (bytes === null || bytes.length % count !== 0) return null;
  const samples = bytesToBrick(bytes, type);
  return samples.length === count ? samples : null;
}

/** A brick of 32 bits: no writer of ours makes a larger one. */
const MOST_BYTES = 64 ** 3 * 4;

/** The platform's inflater works beside this thread and takes half the time. Some browsers do not have this format. */
async function inflate(packed: Uint8Array): Promise<Uint8Array> {
  const inflater = nativeInflater();
  if (inflater === null) return inflateSync(packed, { out: new Uint8Array(MOST_BYTES) });
  const writer = inflater.writable.getWriter();
  const written = writer.write(packed as Uint8Array<ArrayBuffer>).then(() => writer.close());
  // The reader fails too.
  written.catch(() => undefined);
  const reader = inflater.readable.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); part.value !== undefined; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length <= MOST_BYTES) continue;
    await reader.cancel();
    throw new Error('A brick is too large');
  }
  return joined(parts, length);
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function nativeInflater(): DecompressionStream | null {
  try {
    return new DecompressionStream('deflate-raw');
  } catch {
    return null;
  }
}
