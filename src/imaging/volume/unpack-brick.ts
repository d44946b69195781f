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

/** The platform's inflater works beside this thread and takes half the time. Some browsers do not have this format. */
async function inflate(packed: Uint8Array): Promise<Uint8Array> {
  const inflater = nativeInflater();
  if (inflater === null) return inflateSync(packed);
  const writer = inflater.writable.getWriter();
  const written = writer.write(packed as Uint8Array<ArrayBuffer>).then(() => writer.close());
  written.catch(() => undefined);
  return new Uint8Array(await new Response(inflater.readable).arrayBuffer());
}

function nativeInflater(): DecompressionStream | null {
  try {
    return new DecompressionStream('deflate-raw');
  } catch {
    return null;
  }
}
