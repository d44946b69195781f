import type { PixelDataPlace } from '#model/studies/instance.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/**
 * The codestream of one frame (from 0) of encapsulated pixel data (PS3.5 A.4): its fragments are found by the extended or Basic Offset
 * Table or, if both are empty, by walking, and joined. Only item headers and the bytes of this frame are read; every position is checked
 * against the pixel data first.
 */
export async function readEncapsulatedFrame(
  source: ByteSource,
  place: PixelDataPlace,
  numberOfFrames: number,
  frame: number,
): Promise<EncapsulatedFrame> {
  const end = Math.min(source.size, place.offset + place.length);
  const table = await readItemHead(source, place.offset, end);
  if (table?.tag !== TAG.Item || table.length % 4 !== 0 || table.end > end) return { ok: false, why: 'bad-offset-table' };
  const data: Span = { start: table.end, end };
  if (numberOfFrames > 1 && place.frameTable) return readByExtendedTable(source, place.frameTable, data, numberOfFrames, frame);
  const isFilled = numberOfFrames > 1 && table.length === numberOfFrames * 4;
  return isFilled ? readByBasicTable(source, table, data, frame) : readByWalking(source, data, numberOfFrames, frame);
}

export type EncapsulatedFrame =
  | { ok: true; bytes: Uint8Array }
  /** An offset does not point to a fragment of this pixel data. */
  | { ok: false; why: 'bad-offset-table' }
  /** Items are missing, or fragments cannot be assigned to frames. */
  | { ok: false; why: 'bad-fragments' };

interface Span {
  start: number;
  end: number;
}

interface ItemHead {
  tag: number;
  length: number;
  /** Where the value begins, and where the next item begins. */
  start: number;
  end: number;
}

type FrameTable = NonNullable<PixelDataPlace['frameTable']>;

/** PS3.3 C.7.6.3: 64-bit offsets of the only fragment of each frame, from the first fragment's item, and its length. */
async function readByExtendedTable(
  source: ByteSource,
  table: FrameTable,
  data: Span,
  numberOfFrames: number,
  frame: number,
): Promise<EncapsulatedFrame> {
  if (table.offsets.length !== numberOfFrames * 8 || table.lengths.length !== numberOfFrames * 8)
    return { ok: false, why: 'bad-offset-table' };
  const offset = Number(readView(await source.read(table.offsets.offset + frame * 8, 8)).getBigUint64(0, true));
  const length = Number(readView(await source.read(table.lengths.offset + frame * 8, 8)).getBigUint64(0, true));
  const head = await readItemHead(source, data.start + offset, data.end);
  if (head?.tag !== TAG.Item || head.end > data.end || length > head.length) return { ok: false, why: 'bad-offset-table' };
  return { ok: true, bytes: await source.read(head.start, length) };
}

/** The table gives the start of each frame; it has the fragments up to the start of the next. */
async function readByBasicTable(source: ByteSource, table: ItemHead, data: Span, frame: number): Promise<EncapsulatedFrame> {
  const entries = readView(await source.read(table.start + frame * 4, Math.min(8, table.length - frame * 4)));
  const start = data.start + entries.getUint32(0, true);
  const next = entries.byteLength < 8 ? null : data.start + entries.getUint32(4, true);
  const fragments = await walkFragments(source, { start, end: Math.min(next ?? data.end, data.end) });
  const isWhole = fragments && fragments.length > 0 && (next === null || fragments.at(-1)!.end === next);
  return isWhole ? { ok: true, bytes: await joinFragments(source, fragments) } : { ok: false, why: 'bad-offset-table' };
}

/** One frame has all fragments; with as many fragments as frames, one each; otherwise a frame begins with a codestream. */
async function readByWalking(source: ByteSource, data: Span, numberOfFrames: number, frame: number): Promise<EncapsulatedFrame> {
  const fragments = await walkFragments(source, data);
  if (!fragments || fragments.length < numberOfFrames) return { ok: false, why: 'bad-fragments' };
  if (numberOfFrames === 1) return { ok: true, bytes: await joinFragments(source, fragments) };
  if (fragments.length === numberOfFrames) return { ok: true, bytes: await joinFragments(source, fragments.slice(frame, frame + 1)) };
  const firsts = await firstFragments(source, fragments);
  if (firsts.length !== numberOfFrames || firsts[0] !== 0) return { ok: false, why: 'bad-fragments' };
  return { ok: true, bytes: await joinFragments(source, fragments.slice(firsts[frame], firsts[frame + 1])) };
}

/** All fragments after the offset table, of all frames; null if they are inconsistent. */
export async function findFragments(
  source: ByteSource,
  place: PixelDataPlace,
): Promise<readonly Pick<ItemHead, 'start' | 'length'>[] | null> {
  const end = Math.min(source.size, place.offset + place.length);
  const table = await readItemHead(source, place.offset, end);
  return table?.tag === TAG.Item && table.end <= end ? walkFragments(source, { start: table.end, end }) : null;
}

async function walkFragments(source: ByteSource, data: Span): Promise<ItemHead[] | null> {
  const fragments: ItemHead[] = [];
  for (let position = data.start; position < data.end;) {
    const head = await readItemHead(source, position, data.end);
    if (head?.tag === TAG.SequenceDelimitation) return fragments;
    if (head?.tag !== TAG.Item || head.end > data.end || fragments.length >= HEADER_LIMITS.fragments) return null;
    fragments.push(head);
    position = head.end;
  }
  return fragments;
}

/** Positions of the fragments that begin with a JPEG, JPEG-LS or JPEG 2000 codestream, or a JP2 file. */
async function firstFragments(source: ByteSource, fragments: readonly ItemHead[]): Promise<number[]> {
  const firsts: number[] = [];
  for (const [index, { start }] of fragments.entries()) {
    // Behind a shorter fragment is the head of an item, which completes none of them.
    const [first, second, third, fourth] = await source.read(start, 4);
    const isJpeg = first === 0xff && second === 0xd8 && third === 0xff;
    const isJpeg2000 = first === 0xff && second === 0x4f && third === 0xff && fourth === 0x51;
    if (isJpeg || isJpeg2000) firsts.push(index);
  }
  return firsts;
}

/** One or more fragments of one frame, which are consecutive, so that one read fetches all. */
async function joinFragments(source: ByteSource, fragments: readonly ItemHead[]): Promise<Uint8Array> {
  const [first, last] = [fragments[0]!, fragments.at(-1)!];
  const read = await source.read(first.start, last.end - first.start);
  if (fragments.length === 1) return read;
  const joined = new Uint8Array(fragments.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const { start, length } of fragments) {
    joined.set(read.subarray(start - first.start, start - first.start + length), at);
    at += length;
  }
  return joined;
}

async function readItemHead(source: ByteSource, at: number, end: number): Promise<ItemHead | null> {
  if (at + 8 > end) return null;
  const view = readView(await source.read(at, 8));
  const length = view.getUint32(4, true);
  return { tag: ((view.getUint16(0, true) << 16) | view.getUint16(2, true)) >>> 0, length, start: at + 8, end: at + 8 + length };
}

function readView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
