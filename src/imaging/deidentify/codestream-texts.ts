import type { ByteSource } from '#imaging/byte-source.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { bitsPerFrame } from '#imaging/dicom/pixels/stored-frame.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { InstanceDescription, PixelDataPlace } from '#model/studies/instance.ts';
import type { PixelPiece } from './black-out.ts';

/**
 * Data around the samples in pixel data that may identify a person: comments and application segments of JPEG and JPEG-LS, comments in
 * every JPEG 2000 header, JP2 boxes, bytes between segments and after the end of an image, an offset table without offsets, and filler in
 * uncompressed pixel data. It is overwritten with zeros in place, so that no length or offset table changes and decoders skip it as before.
 * What decoding needs is kept: JFIF without its thumbnail, Adobe (APP14), the JPEG-LS colour transform (`mrfx`) and the SPIFF header
 * (APP8).
 */
export async function codestreamTexts(header: ReadHeader): Promise<Patch[] | 'damaged'> {
  try {
    return await findTexts(header);
  } catch (thrown) {
    if (thrown instanceof Unwalkable) return 'damaged';
    throw thrown;
  }
}

/** Bytes of the source that are replaced by the same number of `fill`. */
export interface Patch {
  from: number;
  to: number;
  fill: number;
}

/** More segments, in more fragments, than any image has. */
class Unwalkable extends Error {}

/** The first bytes tell how frames are coded, whatever the transfer syntax is. */
async function findTexts({ source, description }: ReadHeader): Promise<Patch[]> {
  const { pixelData } = description;
  if (!pixelData) return [];
  const window = new Window(source);
  if (!pixelData.encapsulated) return findBehindFrames(window, description, pixelData);
  const patches: Patch[] = [];
  let spans: Span[] = [];
  let hasBegun = false;
  let position = pixelData.offset;
  for (let item = 0; item <= HEADER_LIMITS.fragments; item += 1) {
    const head = await window.read(position, 8);
    if (head.length < 8) break;
    const view = new DataView(head.buffer, head.byteOffset, 8);
    const tag = ((view.getUint16(0, true) << 16) | view.getUint16(2, true)) >>> 0;
    if (tag !== TAG.Item) break;
    const span = { start: position + 8, length: view.getUint32(4, true) };
    position = span.start + span.length;
    if (item === 0) {
      if (!(await holdsOffsets(window, span))) patches.push({ from: span.start, to: position, fill: 0 });
      continue;
    }
    if (await beginsCodestream(window, span)) {
      // No image begins before the first one.
      if (!hasBegun) patches.push(...spans.map(({ start, length }) => ({ from: start, to: start + length, fill: 0 })));
      hasBegun = true;
      await findIn(new Codestream(window, spans), patches);
      spans = [];
    }
    spans.push(span);
    if (patches.length > MOST_PATCHES) throw new Unwalkable();
  }
  await findIn(new Codestream(window, spans), patches);
  return patches;
}

/**
 * Pixel data longer than its frames by less than a frame: a longer rest would be frames that the header does not count. One byte pads an
 * odd length, and may precede the last one (PS3.5 7.3).
 */
async function findBehindFrames(window: Window, description: InstanceDescription, { offset, length }: PixelDataPlace): Promise<Patch[]> {
  const frameBits = bitsPerFrame(description);
  const from = offset + Math.ceil((frameBits * Math.max(1, description.numberOfFrames)) / 8);
  const to = offset + length;
  if (to - from < 2 || (to - from) * 8 >= frameBits) return [];
  const bytes = await window.read(from, to - from);
  return bytes.some((byte) => byte !== 0) ? [{ from, to, fill: 0 }] : [];
}

/** A Basic Offset Table (PS3.5 A.4): the first frame is at 0, each further one after the previous one. */
async function holdsOffsets(window: Window, { start, length }: Span): Promise<boolean> {
  if (length % 4 !== 0 || length / 4 > HEADER_LIMITS.fragments) return false;
  const bytes = length > 0 ? await window.read(start, length) : new Uint8Array(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let before = -1;
  for (let at = 0; at < bytes.length; at += 4) {
    const offset = view.getUint32(at, true);
    if (at === 0 ? offset !== 0 : offset <= before) return false;
    before = offset;
  }
  return before < window.size;
}

/** The source with the patches applied, and its pixel data as pieces of which only patched ones are new. */
export function patched(
  source: ByteSource,
  pixels: readonly PixelPiece[],
  patches: readonly Patch[],
): { source: ByteSource; pieces: PixelPiece[] } {
  const ordered = patches.toSorted((a, b) => a.from - b.from);
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of ordered) {
    const before = joined.at(-1);
    if (before && from - before.to < CLOSE_BYTES) before.to = Math.max(before.to, to);
    else joined.push({ from, to });
  }
  const pieces = pixels.flatMap((piece) => (piece.isPainted ? [piece] : splitPiece(piece, joined)));
  return { source: patchedSource(source, ordered), pieces };
}

function splitPiece({ offset, length }: PixelPiece, painted: readonly { from: number; to: number }[]): PixelPiece[] {
  const pieces: PixelPiece[] = [];
  const end = offset + length;
  let at = offset;
  for (const range of painted) {
    const [from, to] = [Math.max(range.from, at), Math.min(range.to, end)];
    if (from >= to) continue;
    if (from > at) pieces.push({ offset: at, length: from - at });
    pieces.push({ offset: from, length: to - from, isPainted: true });
    at = to;
  }
  if (end > at) pieces.push({ offset: at, length: end - at });
  return pieces;
}

/** Reads of a codestream times its fragments. */
const MOST_WALKED = 50_000_000;
/** A piece costs more than its bytes. */
const CLOSE_BYTES = 16 * 1024;
/** A few per frame of the longest image that is read. */
const MOST_PATCHES = 4 * HEADER_LIMITS.fragments;

function patchedSource(source: ByteSource, ordered: readonly Patch[]): ByteSource {
  return {
    size: source.size,
    async read(at, count) {
      const read = await source.read(at, count);
      const end = at + read.length;
      let first = firstBehind(ordered, at);
      if (first >= ordered.length || ordered[first]!.from >= end) return read;
      // A copy, because the source may still use these bytes elsewhere.
      const bytes = new Uint8Array(read);
      for (; first < ordered.length && ordered[first]!.from < end; first += 1) {
        const patch = ordered[first]!;
        for (let place = Math.max(at, patch.from); place < Math.min(end, patch.to); place += 1) bytes[place - at] = patch.fill;
      }
      return bytes;
    },
  };
}

/** The first patch that ends after `at`; patches do not overlap. */
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

/** Joins neighbouring reads of a few bytes into one read of the source. */
class Window {
  readonly #source: ByteSource;
  #from = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(source: ByteSource) {
    this.#source = source;
  }

  get size(): number {
    return this.#source.size;
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

/** The bytes of one codestream, which may span several fragments. */
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
  else if (begin === 0xff4f) await findInJpeg2000(stream, 0, stream.size, patches);
  else if ((await stream.uint(4, 4)) === 0x6a502020) await findInBoxes(stream, patches);
}

/**
 * Marker segments and scans up to the end of the image (T.81 B.2.1; T.87 C.1 is the same). Decoders search for the next marker if it is
 * missing, so bytes before it are not part of the image.
 */
async function findInJpeg(stream: Codestream, patches: Patch[]): Promise<void> {
  let isDataBehindFF = isJpegData;
  for (let at = 2; at + 2 <= stream.size;) {
    const marker = await stream.uint(at, 2);
    if (marker < 0xff02 || marker === 0xffff) {
      const next = marker < 0xff02 ? await nextMarker(stream, at, isJpegData) : at + 1;
      patches.push(...(await clearing(stream, at, marker < 0xff02 ? next : at)));
      at = next;
      continue;
    }
    at += 2;
    if (marker === EOI) {
      patches.push(...(await clearing(stream, at, stream.size)));
      return;
    }
    if (marker >= RST0 && marker <= SOI) continue;
    const length = await stream.uint(at, 2);
    if (length < 2) return;
    if (isTextSegment(marker)) patches.push(...(await patchesOf(stream, at - 2, marker, length)));
    if (marker === SOF_LS) isDataBehindFF = isJpegLsData;
    at += length;
    if (marker === SOS) at = await nextMarker(stream, at, isDataBehindFF);
  }
}

/** Comments, application segments, and extensions unknown to decoders. */
function isTextSegment(marker: number): boolean {
  return marker >= APP0 && marker <= COM && marker !== SOF_LS && marker !== LSE;
}

/** Whether FF followed by this byte is data: a stuffed 00, a restart, or not a marker (T.81 F.1.2.3). */
function isJpegData(byte: number): boolean {
  return byte < 0xc0 || (byte >= 0xd0 && byte <= 0xd7);
}

/** A stuffed bit (T.87 A.1). */
function isJpegLsData(byte: number): boolean {
  return byte < 0x80 || (byte >= 0xd0 && byte <= 0xd7);
}

/** Position of the next marker; the end if there is none. */
async function nextMarker(stream: Codestream, from: number, isData: (byte: number) => boolean): Promise<number> {
  for (let at = from; at + 2 <= stream.size;) {
    const bytes = await stream.read(at, SCAN_BYTES);
    let found = bytes.indexOf(0xff);
    while (found !== -1 && found + 1 < bytes.length) {
      const behind = bytes[found + 1]!;
      if (behind !== 0xff && !isData(behind)) return at + found;
      found = bytes.indexOf(0xff, found + (behind === 0xff ? 1 : 2));
    }
    at += found === -1 ? bytes.length : Math.max(1, found);
  }
  return stream.size;
}

const SCAN_BYTES = 64 * 1024;

async function clearing(stream: Codestream, from: number, to: number): Promise<Patch[]> {
  return (await isBlank(stream, from, to)) ? [] : stream.patches(from, to, 0);
}

const RST0 = 0xffd0;
const SOI = 0xffd8;
const EOI = 0xffd9;
const SOS = 0xffda;
const SOF_LS = 0xfff7;
const LSE = 0xfff8;
const COM = 0xfffe;
const APP0 = 0xffe0;
const APP8 = 0xffe8;
const APP14 = 0xffee;
/** Length of a segment without a thumbnail. The thumbnail size follows this many bytes after the marker, then its pixels. */
const JFIF_BYTES = 16;

async function patchesOf(stream: Codestream, at: number, marker: number, length: number): Promise<Patch[]> {
  const name = String.fromCharCode(...(await stream.read(at + 4, 6)));
  const end = at + 2 + length;
  if (marker === APP14 && name.startsWith('Adobe') && length === 14) return [];
  if (marker === APP8 && name.startsWith('mrfx') && length <= 8) return [];
  if (marker === APP8 && name.startsWith('SPIFF\0') && length === 32) return [];
  // A thumbnail shows the same as the image: its size and pixels are removed.
  const isJfif = marker === APP0 && name.startsWith('JFIF\0') && length >= JFIF_BYTES;
  const from = isJfif ? at + JFIF_BYTES : at + 4;
  return clearing(stream, from, end);
}

/**
 * Comments of the main header and of all tile-part headers (ITU-T T.800 A.2), and bytes after the end. `Psot` leads from one tile-part to
 * the next; if it is 0, the last one extends to the end of the image.
 */
async function findInJpeg2000(stream: Codestream, start: number, end: number, patches: Patch[]): Promise<void> {
  let tilePart = 0;
  for (let at = start + 2; at + 2 <= end;) {
    const marker = await stream.uint(at, 2);
    if (marker < 0xff00) return;
    if (marker === SOD) {
      at = tilePart === 0 ? await nextMarker(stream, at + 2, (byte) => byte !== (EOC & 0xff)) : tilePart;
      tilePart = 0;
      continue;
    }
    if (marker === EOC) {
      patches.push(...(await clearing(stream, at + 2, end)));
      return;
    }
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

/** JP2 boxes (ITU-T T.800 I.4) that decoding does not need become free space of zeros. */
async function findInBoxes(
  stream: Codestream,
  patches: Patch[],
  [start, to, kept]: [number, number, ReadonlySet<string>] = [0, stream.size, KEPT_BOXES],
): Promise<void> {
  let at = start;
  while (at + 8 <= to) {
    const length = await stream.uint(at, 4);
    const type = String.fromCharCode(...(await stream.read(at + 4, 4)));
    const end = length === 0 ? to : Math.min(at + length, to);
    if (length === 1 || (length !== 0 && length < 8)) return;
    if (type === 'jp2c') await findInJpeg2000(stream, at + 8, end, patches);
    else if (type === 'jp2h' && kept === KEPT_BOXES) await findInBoxes(stream, patches, [at + 8, end, KEPT_IN_HEADER]);
    else if (!kept.has(type)) patches.push(...stream.bytePatches(at + 4, FREE), ...stream.patches(at + 8, end, 0));
    else if (type === 'free') patches.push(...(await clearing(stream, at + 8, end)));
    at = end;
  }
  patches.push(...(await clearing(stream, at, to)));
}

const KEPT_BOXES: ReadonlySet<string> = new Set(['jP  ', 'ftyp', 'jp2h', 'free']);
/** Size, depth, colours and palette, resolution (I.5.3). */
const KEPT_IN_HEADER: ReadonlySet<string> = new Set(['ihdr', 'bpcc', 'colr', 'pclr', 'cmap', 'cdef', 'res ', 'free']);
const FREE = [0x66, 0x72, 0x65, 0x65];

async function isBlank(stream: Codestream, from: number, to: number): Promise<boolean> {
  for (let at = from; at < Math.min(to, stream.size); at += WINDOW_BYTES) {
    if ((await stream.read(at, Math.min(WINDOW_BYTES, to - at))).some((byte) => byte !== 0)) return false;
  }
  return true;
}
