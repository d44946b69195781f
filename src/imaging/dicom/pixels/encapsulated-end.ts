import type { ByteSource } from '#imaging/byte-source.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/** Whether compressed pixel data reaches its sequence delimiter (PS3.5 A.4). The file nearly always ends with it, which costs one read. */
export async function isEncapsulatedWhole(source: ByteSource, offset: number, numberOfFrames: number): Promise<boolean> {
  if (source.size - offset < 8) return false;
  const last = await createItemReader(source)(source.size - 8);
  if (last?.tag === TAG.SequenceDelimitation && last.length === 0) return true;
  return (await encapsulatedEnd(source, offset, numberOfFrames)) !== null;
}

/**
 * Where compressed pixel data ends, including its delimiter, found by walking its fragments: data after it may also end with a delimiter.
 * Null: truncated.
 */
export async function encapsulatedEnd(source: ByteSource, offset: number, numberOfFrames: number): Promise<number | null> {
  const readItemHead = createItemReader(source);
  let position = offset;
  for (let fragment = 0; fragment < HEADER_LIMITS.fragments; fragment += 1) {
    const head = await readItemHead(position);
    if (!head) return null;
    position += 8 + (head.tag === TAG.Item ? head.length : 0);
    if (head.tag === TAG.SequenceDelimitation) return position;
    if (head.tag !== TAG.Item) return null;
    // If the last fragment ends with the file and no frame is missing, only the delimiter is missing, which decoders accept.
    // The first item is the offset table, and a frame has at least one fragment.
    if (position === source.size) return fragment >= numberOfFrames ? position : null;
  }
  return null;
}

type ReadItemHead = (at: number) => Promise<{ tag: number; length: number } | null>;

/** A file may consist of tiny fragments: one read covers hundreds of them, and costs little if they are large. Positions only grow. */
const READ_BYTES = 4096;

function createItemReader(source: ByteSource): ReadItemHead {
  let from = 0;
  let bytes: Uint8Array = new Uint8Array(0);
  return async (at) => {
    if (at + 8 > source.size) return null;
    if (at + 8 > from + bytes.length) {
      bytes = await source.read(at, READ_BYTES);
      from = at;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset + at - from, 8);
    return { tag: ((view.getUint16(0, true) << 16) | view.getUint16(2, true)) >>> 0, length: view.getUint32(4, true) };
  };
}
