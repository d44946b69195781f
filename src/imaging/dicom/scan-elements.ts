import dicomParser from 'dicom-parser';
import { HEADER_LIMITS } from './limits.ts';
import { TAG } from './tags.ts';
import type { Encoding } from './transfer-syntax.ts';

/**
 * Walks the data elements of a header up to the pixel data. Plain elements are stepped over here by their length, sequences are read by
 * dicom-parser: docs/decisions/102-header-scan.md tells why not everything.
 */
export function scanElements(bytes: Uint8Array, start: number, encoding: Encoding, bounds: ScanBounds): Scan {
  const scan = createScan(bytes, start, encoding, bounds);
  for (let count = 0; count <= HEADER_LIMITS.elements; count += 1) {
    const end = scan.step();
    if (end) return end;
  }
  return { end: 'refused', why: 'too-many-elements', elements: scan.elements };
}

export interface ScanBounds {
  /** Size of the whole file, of which `bytes` is the beginning. */
  fileSize: number;
  /** Stop in front of the first element of another group: the file meta information ends so. */
  onlyGroup?: number;
}

export interface Element {
  /** Two letters, or '' where the encoding is implicit. */
  vr: string;
  offset: number;
  /** 0xFFFFFFFF for pixel data of undefined length. */
  length: number;
  /** Items of a sequence; absent for all else. */
  items?: readonly ElementSet[];
}

/** Elements of the data set or of one sequence item, by tag. */
export interface ElementSet {
  get(tag: number): Element | undefined;
}

export type ScanRefusal = 'too-many-elements' | 'too-deep' | 'damaged';

export type Scan =
  /** Reached the pixel data, the end of the file or another group: all that was asked for is there. */
  | { end: 'whole'; elements: Map<number, Element>; position: number }
  /** The header goes on behind the bytes at hand; `needed` is how many of the file it takes at least. */
  | { end: 'more'; elements: Map<number, Element>; needed: number }
  /** An element is longer than the file. */
  | { end: 'cut-off'; elements: Map<number, Element> }
  | { end: 'refused'; why: ScanRefusal; elements: Map<number, Element> };

const UNDEFINED_LENGTH = 0xffffffff;
/** Explicit VRs with a four-byte length behind two reserved bytes (PS3.5 7.1.2). */
const LONG_VRS = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']);
const PIXEL_DATA_TAGS: ReadonlySet<number> = new Set([TAG.PixelData, TAG.FloatPixelData, TAG.DoubleFloatPixelData]);
/** Sequences whose items a description needs; others of known length are stepped over unread. */
const READ_SEQUENCES: ReadonlySet<number> = new Set([TAG.SharedFunctionalGroupsSequence, TAG.PerFrameFunctionalGroupsSequence]);

function createScan(bytes: Uint8Array, start: number, encoding: Encoding, { fileSize, onlyGroup }: ScanBounds) {
  const elements = new Map<number, Element>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = !encoding.bigEndian;
  let position = start;

  return { elements, step };

  function step(): Scan | null {
    if (position === fileSize) return { end: 'whole', elements, position };
    const head = readHead(position);
    if (head === null) return short(position + 12);
    if (onlyGroup !== undefined && head.tag >>> 16 !== onlyGroup) return { end: 'whole', elements, position };
    if (isPadding(head)) return { end: 'whole', elements, position };
    const { tag, vr, length, offset } = head;
    if (PIXEL_DATA_TAGS.has(tag)) {
      elements.set(tag, { vr, offset, length });
      return { end: 'whole', elements, position: offset };
    }
    if (isSequence(head)) return stepOverSequence(head);
    if (length === UNDEFINED_LENGTH) return { end: 'refused', why: 'damaged', elements };
    if (offset + length > fileSize) return { end: 'cut-off', elements };
    if (offset + length > bytes.length) return short(offset + length);
    elements.set(tag, { vr, offset, length });
    position = offset + length;
    return null;
  }

  function short(needed: number): Scan {
    if (bytes.length >= fileSize) return { end: 'cut-off', elements };
    return { end: 'more', elements, needed: Math.min(needed, fileSize) };
  }

  /** A description is of the first frame: of ten thousand frames whose length is known, one item is read. */
  function firstItemLength(offset: number, length: number): number {
    if (length < 8) return length;
    const itemLength = view.getUint32(offset + 4, little);
    return itemLength <= length - 8 ? itemLength + 8 : length;
  }

  function readHead(at: number): ElementHead | null {
    if (at + 8 > bytes.length) return null;
    const tag = ((view.getUint16(at, little) << 16) | view.getUint16(at + 2, little)) >>> 0;
    if (!encoding.explicit) return { tag, vr: '', length: view.getUint32(at + 4, little), offset: at + 8 };
    const vr = String.fromCharCode(view.getUint8(at + 4), view.getUint8(at + 5));
    if (!LONG_VRS.has(vr)) return { tag, vr, length: view.getUint16(at + 6, little), offset: at + 8 };
    if (at + 12 > bytes.length) return null;
    return { tag, vr, length: view.getUint32(at + 8, little), offset: at + 12 };
  }

  function isSequence({ tag, vr, length, offset }: ElementHead): boolean {
    if (vr === 'SQ' || READ_SEQUENCES.has(tag)) return true;
    if (length !== UNDEFINED_LENGTH) return false;
    // Undefined length without SQ is a sequence in implicit VR, also inside an explicit data set (PS3.5 6.2.2, VR UN).
    return vr === 'UN' || vr === '' || offset + 4 > bytes.length || isItem(offset);
  }

  function isItem(at: number): boolean {
    return ((view.getUint16(at, little) << 16) | view.getUint16(at + 2, little)) >>> 0 === TAG.Item;
  }

  function stepOverSequence(head: ElementHead): Scan | null {
    const { tag, vr, length, offset } = head;
    const isDefined = length !== UNDEFINED_LENGTH;
    if (isDefined && offset + length > fileSize) return { end: 'cut-off', elements };
    if (isDefined && offset + length > bytes.length) return short(offset + length);
    if (isDefined && !READ_SEQUENCES.has(tag)) {
      elements.set(tag, { vr, offset, length });
      position = offset + length;
      return null;
    }
    // UN is always written as implicit little endian, whatever surrounds it.
    const inside = vr === 'UN' || vr === '' ? { explicit: false, bigEndian: vr === '' && encoding.bigEndian } : encoding;
    const wanted = isDefined ? firstItemLength(offset, length) : length;
    const read = readSequence(isDefined ? bytes.subarray(0, offset + wanted) : bytes, { ...head, length: wanted }, inside);
    if (read.end === 'refused') return { end: 'refused', why: read.why, elements };
    if (read.end === 'short') return isDefined ? { end: 'refused', why: 'damaged', elements } : short(bytes.length + 1);
    elements.set(tag, { vr: 'SQ', offset, length: read.position - offset, items: read.items });
    position = isDefined ? offset + length : read.position;
    return null;
  }
}

interface ElementHead {
  tag: number;
  vr: string;
  length: number;
  offset: number;
}

/** Some writers fill up the last block with zeros; group 0 has no business in a file's data set. */
function isPadding({ tag, length }: ElementHead): boolean {
  return tag === 0 && length === 0;
}

type SequenceRead = { end: 'read'; items: ElementSet[]; position: number } | { end: 'short' } | { end: 'refused'; why: ScanRefusal };

function readSequence(bytes: Uint8Array, head: ElementHead, encoding: Encoding): SequenceRead {
  if (head.length === 0) return { end: 'read', items: [], position: head.offset };
  if (head.offset >= bytes.length) return { end: 'short' };
  const parser = countingParser(encoding.bigEndian ? dicomParser.bigEndianByteArrayParser : dicomParser.littleEndianByteArrayParser);
  const stream = new dicomParser.ByteStream(parser, bytes, head.offset);
  const element: dicomParser.Element = { tag: '', length: head.length, dataOffset: head.offset };
  const warnings: string[] = [];
  try {
    if (encoding.explicit) dicomParser.readSequenceItemsExplicit(stream, element, warnings);
    else dicomParser.readSequenceItemsImplicit(stream, element);
  } catch (thrown) {
    return readingFault(thrown, stream.position >= bytes.length);
  }
  if (stream.position > bytes.length || [...warnings, ...stream.warnings].some(isEndOfBytes)) return { end: 'short' };
  const items = element.items ?? [];
  if (isDeeperThan(items, HEADER_LIMITS.sequenceDepth)) return { end: 'refused', why: 'too-deep' };
  return { end: 'read', items: items.map(itemToElementSet), position: stream.position };
}

class TooManyReads extends Error {}

/** dicom-parser throws strings; a stack that overflowed is a header nested thousands of levels deep. */
function readingFault(thrown: unknown, atEnd: boolean): SequenceRead {
  if (thrown instanceof TooManyReads) return { end: 'refused', why: 'too-many-elements' };
  if (thrown instanceof RangeError) return { end: 'refused', why: 'too-deep' };
  if (atEnd || isOverread(thrown)) return { end: 'short' };
  return { end: 'refused', why: 'damaged' };
}

/** The words of dicom-parser 1.8 where bytes end too early. */
function isOverread(thrown: unknown): boolean {
  return typeof thrown === 'string' && /past (the )?end|overr(ead|un)|invalid value for parameter/.test(thrown);
}

/** It takes the end of its bytes for the end of a sequence and only leaves a warning. One of them is none: an empty element that ends there. */
function isEndOfBytes(warning: string): boolean {
  return warning.startsWith('eof') && !warning.includes('peeking');
}

function countingParser(parser: dicomParser.ByteArrayParser): dicomParser.ByteArrayParser {
  let reads = 0;
  const count =
    <Read extends (bytes: Uint8Array, position: number) => number>(read: Read) =>
    (bytes: Uint8Array, position: number) => {
      reads += 1;
      if (reads > HEADER_LIMITS.sequenceReads) throw new TooManyReads();
      return read(bytes, position);
    };
  return { ...parser, readUint16: count(parser.readUint16), readUint32: count(parser.readUint32) };
}

function isDeeperThan(items: readonly dicomParser.Element[], depth: number): boolean {
  if (items.length === 0) return false;
  if (depth === 0) return true;
  return items.some((item) =>
    Object.values(item.dataSet?.elements ?? {}).some(({ items: inner }) => inner && isDeeperThan(inner, depth - 1)),
  );
}

function itemToElementSet(item: dicomParser.Element): ElementSet {
  const elements = item.dataSet?.elements ?? {};
  return {
    get(tag) {
      const element = elements[`x${tag.toString(16).padStart(8, '0')}`];
      if (!element) return undefined;
      const { vr = '', dataOffset: offset, length, items } = element;
      return items ? { vr: 'SQ', offset, length, items: items.map(itemToElementSet) } : { vr, offset, length };
    },
  };
}
