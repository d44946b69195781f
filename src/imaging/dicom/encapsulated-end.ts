import type { ByteSource } from '#imaging/byte-source.ts';
import { HEADER_LIMITS } from './limits.ts';
import { TAG } from './tags.ts';

/**
 * Whether compressed pixel data reaches its sequence delimiter (PS3.5 A.4). Nearly always the file ends with it, which costs one read; where
 * something follows the pixels, the fragments are walked.
 */
export async function isEncapsulatedWhole(source: ByteSource, offset: number, numberOfFrames: number): Promise<boolean> {
  if (source.size - offset < 8) return false;
  const last = await readItemHead(source, source.size - 8);
  if (last?.tag === TAG.SequenceDelimitation && last.length === 0) return true;
  return reachesDelimiter(source, offset, numberOfFrames);
}

async function reachesDelimiter(source: ByteSource, offset: number, numberOfFrames: number): Promise<boolean> {
  let position = offset;
  for (let fragment = 0; fragment < HEADER_LIMITS.fragments; fragment += 1) {
    const head = await readItemHead(source, position);
    if (!head) return false;
    if (head.tag === TAG.SequenceDelimitation) return true;
    if (head.tag !== TAG.Item) return false;
    position += 8 + head.length;
    // Where the last fragment ends with the file and no frame is missing, only the delimiter is: every decoder reads that. The first item
    // is the offset table, and a frame has one fragment at least.
    if (position === source.size) return fragment >= numberOfFrames;
  }
  return false;
}

async function readItemHead(source: ByteSource, at: number): Promise<{ tag: number; length: number } | null> {
  if (at + 8 > source.size) return null;
  const bytes = await source.read(at, 8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { tag: ((view.getUint16(0, true) << 16) | view.getUint16(2, true)) >>> 0, length: view.getUint32(4, true) };
}
