import type { ByteSource } from '#imaging/byte-source.ts';
import type { ReadHeader } from '#imaging/dicom/read-header.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { PixelPiece } from './black-out.ts';

/**
 * What stands beside the coded samples in compressed frames and may name somebody: comments and application segments of JPEG and JPEG-LS up to the first
 * scan, comments of JPEG 2000 in every header, boxes of a JP2 file. The content of each is overwritten with zeros where it stands, so that no length
 * and no offset table changes, and every decoder passes over the segment as before. What decoding needs stays: JFIF without its thumbnail, Adobe
 * (APP14), the colour transform of JPEG-LS (`mrfx`) and the head of SPIFF (APP8).
 */
export async function codestreamTexts(header: ReadHeader): Promise<Patch[] | 'damaged'> {
  try {
    return await findTexts(header);
  } catch (thrown) {
    if (thrown instanceof Unwalkable) return 'damaged';
    throw thrown;
  }
}

/** Bytes of the source that are replaced by as many of `fill`. */
export interface Patch {
  from: number;
  to: number;
  fill: number;
}

/** More segments, in more fragments, than any picture has. */
class Unwalkable extends Error {}

/** What frames are coded by their first bytes tell, whatever the transfer syntax says. */
async function findTexts({ source, description }: ReadHeader): Promise<Patch[]> {
  const { pixelData } = description;
  if (!pixelData?.encapsulated) return [];
  const patches: Patch[] = [];
  const window = new Window(source);
  let spans: Span[] = [];
  let position = pixelData.offset;
  for (let item = 0; item <= HEADER_LIMITS.fragments; item += 1) {
    const head = await window.read(position, 8);
    if (head.length < 8) break;
    const view = new DataView(head.buffer, head.byteOffset, 8);
    const tag = ((view.getUint16(0, true) << 16) | view.getUint16(2, true)) >>> 0;
    if (tag !== TAG.Item) break;
    const span = { start: position + 8, length: view.getUint32(4, true) };
    position = span.start + span.length;
    // The first item is the offset table.
    if (item === 0) continue;
    if (await beginsCodestream(window, span)) {
      await findIn(new Codestream(window, spans), patches);
      spans = [];
    }
    spans.push(span);
    if (patches.length > MOST_PATCHES) throw new Unwalkable();
  }
  await findIn(new Codestream(window, spans), patches);
  return patches;
}

/** The source with the patches in it, and its pixel data as pieces of which only those with a patch are made anew. */
export function patched(source: ByteSource, pixels: PixelPiece, patches: readonly Patch[]): { source: ByteSource; pieces: PixelPiece[] } {
  const ordered = patches.toSorted((a, b) => a.from - b.from);
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of ordered) {
    const before = joined.at(-1);
    if (before && from - before.to < CLOSE_BYTES) before.to = Math.max(before.to, to);
    else joined.push({ from, to });
  }
  const pieces: PixelPiece[] = [];
  let at = pixels.offset;
  for (const { from, to } of joined) {
    if (from > at) pieces.push({ offset: at, length: from - at });
    pieces.push({ offset: from, length: to - from, isPainted: true });
    at = to;
  }
  const end = pixels.offset + pixels.length;
  if (end > at) pieces.push({ offset: at, length: end - at });
  return { source: patchedSource(source, ordered), pieces };
}

/** Reads of a codestream times its fragments. */
const MOST_WALKED = 50_000_000;
/** A piece costs more than its bytes. */
const CLOSE_BYTES = 16 * 1024;
/** Some per frame of the longest image that is read. */
const MOST_PATCHES = 4 * HEADER_LIMITS.fragments;

function patchedSource(source: ByteSource, ordered: readonly Patch[]): ByteSource {
  return {
    size: source.size,
    async read(at, count) {
      const read = await source.read(at, count);
      const end = at + read.length;
      let first = firstBehind(ordered, at);
      if (first >= ordered.length || ordered[first]!.from >= end) return read;
      // Of its own: the source's bytes may belong to somebody else.
      const bytes = new Uint8Array(read);
      for (; first < ordered.length && ordered[first]!.from < end; first += 1) {
        const patch = ordered[first]!;
        for (let place = Math.max(at, patch.from); place < Math.min(end, patch.to); place += 1) bytes[place - at] = patch.fill;
      }
      return bytes;
    },
  };
}

/** The first patch that ends behind `at`; patches do not overlap. */
function firstBehind(ordered: readonly Patch[], at: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ordered[middle]!.to <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Span {
  start: number;
  length: number;
}

/** Reads of a few bytes side by side cost one of the source. */
class Window {
  readonly #source: ByteSource;
  #from = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(source: ByteSource) {
    this.#source = source;
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    if (at < this.#from || at + length > this.#from + this.#bytes.length) {
      this.#bytes = await this.#source.read(at, Math.max(length, Math.min(WINDOW_BYTES, this.#source.size - at)));
      this.#from = at;
    }
    return this.#bytes.subarray(at - this.#from, at - this.#from + length);
  }
}

const WINDOW_BYTES = 4096;

/** The bytes of one codestream, which may lie in several fragments. */
class Codestream {
  readonly #window: Window;
  readonly #spans: readonly Span[];
  readonly size: number;
  #walked = 0;

  constructor(window: Window, spans: readonly Span[]) {
    this.#window = window;
    this.#spans = spans;
    this.size = spans.reduce((sum, { length }) => sum + length, 0);
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    this.#walked += this.#spans.length;
    if (this.#walked > MOST_WALKED) throw new Unwalkable();
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - at)));
    let done = 0;
    for (const { start, from, to } of this.#ranges(at, at + bytes.length)) {
      bytes.set(await this.#window.read(start, to - from), done);
      done += to - from;
    }
    return bytes;
  }

  async uint(at: number, width: 2 | 4): Promise<number> {
    const bytes = await this.read(at, width);
    if (bytes.length < width) return 0;
    const view = new DataView(bytes.buffer);
    return width === 2 ? view.getUint16(0) : view.getUint32(0);
  }

  patches(from: number, to: number, fill: number): Patch[] {
    return this.#ranges(from, Math.min(to, this.size)).map(({ start, from, to }) => ({ from: start, to: start + to - from, fill }));
  }

  bytePatches(at: number, bytes: readonly number[]): Patch[] {
    return bytes.flatMap((byte, n) => this.patches(at + n, at + n + 1, byte));
  }

  #ranges(from: number, to: number): { start: number; from: number; to: number }[] {
    let begin = 0;
    return this.#spans.flatMap(({ start, length }) => {
      const [first, last] = [Math.max(from, begin), Math.min(to, begin + length)];
      const range = { start: start + first - begin, from: first, to: last };
      begin += length;
      return first < last ? [range] : [];
    });
  }
}

async function beginsCodestream(window: Window, { start, length }: Span): Promise<boolean> {
  if (length < 4) return false;
  const [a, b, c, d] = await window.read(start, 4);
  return (
    (a === 0xff && b === 0xd8 && c === 0xff) || (a === 0xff && b === 0x4f && c === 0xff) || (a === 0 && b === 0 && c === 0 && d === 12)
  );
}

async function findIn(stream: Codestream, patches: Patch[]): Promise<void> {
  if (stream.size < 4) return;
  const begin = await stream.uint(0, 2);
  if (begin === 0xffd8) await findInJpeg(stream, patches);
  else if (begin === 0xff4f) await findInJpeg2000(stream, 0, patches);
  else if ((await stream.uint(4, 4)) === 0x6a502020) await findInBoxes(stream, patches);
}

/** Marker segments up to the first scan (T.81 B.2.1; T.87 C.1 has the same). */
async function findInJpeg(stream: Codestream, patches: Patch[]): Promise<void> {
  for (let at = 2; at + 4 <= stream.size;) {
    const marker = await stream.uint(at, 2);
    if (marker === 0xffff) {
      at += 1;
      continue;
    }
    if (marker === SOS || marker < 0xffc0) return;
    const length = await stream.uint(at + 2, 2);
    if (length < 2) return;
    const isText = marker === COM || (marker >= APP0 && marker <= APP15);
    if (isText) patches.push(...(await patchesOf(stream, at, marker, length)));
    at += 2 + length;
  }
}

const SOS = 0xffda;
const COM = 0xfffe;
const APP0 = 0xffe0;
const APP8 = 0xffe8;
const APP14 = 0xffee;
const APP15 = 0xffef;
/** Length of a segment without a thumbnail. So many bytes behind the marker's first one stands the size of the thumbnail, then its pixels. */
const JFIF_BYTES = 16;

async function patchesOf(stream: Codestream, at: number, marker: number, length: number): Promise<Patch[]> {
  const name = String.fromCharCode(...(await stream.read(at + 4, 6)));
  const end = at + 2 + length;
  if (marker === APP14 && name.startsWith('Adobe') && length === 14) return [];
  if (marker === APP8 && name.startsWith('mrfx') && length <= 8) return [];
  if (marker === APP8 && name.startsWith('SPIFF\0') && length === 32) return [];
  // A thumbnail shows what the picture showed: its size and its pixels go.
  const isJfif = marker === APP0 && name.startsWith('JFIF\0') && length >= JFIF_BYTES;
  const from = isJfif ? at + JFIF_BYTES : at + 4;
  return (await isBlank(stream, from, end)) ? [] : stream.patches(from, end, 0);
}

/** Comments of the main header and of those of all tile-parts (ITU-T T.800 A.2). `Psot` leads from one tile-part to the next. */
async function findInJpeg2000(stream: Codestream, start: number, patches: Patch[]): Promise<void> {
  let tilePart = 0;
  for (let at = start + 2; at + 4 <= stream.size;) {
    const marker = await stream.uint(at, 2);
    if (marker < 0xff00) return;
    if (marker === SOD) {
      if (tilePart === 0) return;
      at = tilePart;
      tilePart = 0;
      continue;
    }
    if (marker === EOC) return;
    const length = await stream.uint(at + 2, 2);
    if (length < 2) return;
    if (marker === SOT) {
      const bytes = await stream.uint(at + 6, 4);
      tilePart = bytes >= 14 ? at + bytes : 0;
    }
    if (marker === JPEG2000_COM && !(await isBlank(stream, at + 4, at + 2 + length)))
      patches.push(...stream.patches(at + 4, at + 2 + length, 0));
    at += 2 + length;
  }
}

const SOT = 0xff90;
const SOD = 0xff93;
const EOC = 0xffd9;
const JPEG2000_COM = 0xff64;

/** Boxes of a JP2 file (ITU-T T.800 I.4) of which decoding needs none become free space of zeros. */
async function findInBoxes(stream: Codestream, patches: Patch[]): Promise<void> {
  for (let at = 0; at + 8 <= stream.size;) {
    const length = await stream.uint(at, 4);
    const type = String.fromCharCode(...(await stream.read(at + 4, 4)));
    const end = length === 0 ? stream.size : at + length;
    if (length === 1 || (length !== 0 && length < 8)) return;
    if (type === 'jp2c') await findInJpeg2000(stream, at + 8, patches);
    else if (!KEPT_BOXES.has(type)) patches.push(...stream.bytePatches(at + 4, FREE), ...stream.patches(at + 8, end, 0));
    else if (type === 'free' && !(await isBlank(stream, at + 8, end))) patches.push(...stream.patches(at + 8, end, 0));
    at = end;
  }
}

const KEPT_BOXES: ReadonlySet<string> = new Set(['jP  ', 'ftyp', 'jp2h', 'free']);
const FREE = [0x66, 0x72, 0x65, 0x65];

async function isBlank(stream: Codestream, from: number, to: number): Promise<boolean> {
  for (let at = from; at < Math.min(to, stream.size); at += WINDOW_BYTES) {
    if ((await stream.read(at, Math.min(WINDOW_BYTES, to - at))).some((byte) => byte !== 0)) return false;
  }
  return true;
}
