import { readElementHead, readTag, UNDEFINED_LENGTH, type ElementHead } from './element-head.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { Encoding } from '#imaging/dicom/transfer-syntax.ts';

/** An element and its position: from its tag to its last byte. */
export interface TreeElement extends ElementHead {
  start: number;
  end: number;
  /** Items of a sequence; null for other elements. */
  items: TreeItem[] | null;
  /** Encoding of its items. */
  encoding: Encoding;
  /** A sequence of known length with unreadable items: the next element's position is certain, the content is not. */
  isDamaged: boolean;
}

export interface TreeItem {
  elements: TreeElement[];
  hasUndefinedLength: boolean;
}

export type ElementTree =
  | { ok: true; elements: TreeElement[]; end: number; why?: undefined }
  | { ok: false; why: 'too-many-elements' | 'too-deep' | 'damaged' };

/**
 * Every element of a data set with all items of all sequences, in file order; for callers that need the whole header, whereas
 * scan-elements.ts reads some of it. It ends before the pixel data (`end` is where that element begins), at padding, or with the bytes.
 * Without a clear VR, a value that begins with an item is a sequence (PS3.5 6.2.2, 7.5).
 */
export function readElementTree(bytes: Uint8Array, start: number, encoding: Encoding): ElementTree {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let left = HEADER_LIMITS.elements + HEADER_LIMITS.sequenceElements;
  try {
    const { elements, end } = readSet(start, bytes.length, encoding, 0);
    return { ok: true, elements, end };
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { ok: false, why: thrown.why };
    throw thrown;
  }

  /** `limit` is the end of the enclosing value; `isDelimited`: a delimiter ends the set earlier. */
  function readSet(from: number, limit: number, encoding: Encoding, depth: number, isDelimited = false): ReadSet {
    const elements: TreeElement[] = [];
    let at = from;
    while (at < limit) {
      const head = readElementHead(view, at, encoding);
      if (!head || head.offset > limit) throw new Unreadable('damaged');
      if (isDelimited && head.tag === TAG.ItemDelimitation) return { elements, end: at + 8 };
      // The item delimiter is missing: what follows is the sequence delimiter.
      if (isDelimited && head.tag === TAG.SequenceDelimitation) return { elements, end: at };
      if (depth === 0 && (PIXEL_DATA_TAGS.has(head.tag) || (head.tag === 0 && head.length === 0))) return { elements, end: at };
      count();
      const element = readElement(at, head, limit, encoding, depth);
      elements.push(element);
      at = element.end;
    }
    if (isDelimited) throw new Unreadable('damaged');
    return { elements, end: at };
  }

  function readElement(from: number, head: ElementHead, limit: number, surrounding: Encoding, depth: number): TreeElement {
    const encoding = head.vr === 'UN' ? IMPLICIT_LITTLE : surrounding;
    const element = { ...head, start: from, encoding, items: null, isDamaged: false };
    if (head.length === UNDEFINED_LENGTH) {
      if (isFragments(head)) return { ...element, end: endOfFragments(head.offset, limit, surrounding) };
      return { ...element, ...readItems(head.offset, limit, encoding, depth + 1, true) };
    }
    const end = head.offset + head.length;
    if (end > limit) throw new Unreadable('damaged');
    if (!isSequence(head, end, encoding)) return { ...element, end };
    try {
      return { ...element, items: readItems(head.offset, end, encoding, depth + 1, false).items, end };
    } catch (thrown) {
      if (thrown instanceof Unreadable && thrown.why === 'damaged') return { ...element, end, isDamaged: true };
      throw thrown;
    }
  }

  function isSequence({ vr, offset }: ElementHead, end: number, { bigEndian }: Encoding): boolean {
    if (vr === 'SQ') return true;
    return (vr === '' || vr === 'UN') && offset + 8 <= end && readTag(view, offset, bigEndian) === TAG.Item;
  }

  function readItems(from: number, limit: number, encoding: Encoding, depth: number, isDelimited: boolean): ReadItems {
    if (depth > HEADER_LIMITS.sequenceDepth) throw new Unreadable('too-deep');
    const items: TreeItem[] = [];
    let at = from;
    while (at < limit) {
      if (at + 8 > limit) throw new Unreadable('damaged');
      const tag = readTag(view, at, encoding.bigEndian);
      const length = view.getUint32(at + 4, !encoding.bigEndian);
      if (tag === TAG.SequenceDelimitation) return { items, end: isDelimited ? at + 8 : limit };
      if (tag !== TAG.Item) throw new Unreadable('damaged');
      count();
      const hasUndefinedLength = length === UNDEFINED_LENGTH;
      if (!hasUndefinedLength && at + 8 + length > limit) throw new Unreadable('damaged');
      const set = readSet(at + 8, hasUndefinedLength ? limit : at + 8 + length, encoding, depth, hasUndefinedLength);
      items.push({ elements: set.elements, hasUndefinedLength });
      at = set.end;
    }
    if (isDelimited) throw new Unreadable('damaged');
    return { items, end: limit };
  }

  /** Compressed pixels inside an item, such as an icon: fragments without elements. */
  function endOfFragments(from: number, limit: number, { bigEndian }: Encoding): number {
    let at = from;
    while (at + 8 <= limit) {
      count();
      const tag = readTag(view, at, bigEndian);
      const length = view.getUint32(at + 4, !bigEndian);
      if (tag === TAG.SequenceDelimitation) return at + 8;
      if (tag !== TAG.Item || length === UNDEFINED_LENGTH) break;
      at += 8 + length;
    }
    throw new Unreadable('damaged');
  }

  function count(): void {
    left -= 1;
    if (left < 0) throw new Unreadable('too-many-elements');
  }
}

/**
 * Whether a tree that ended at `end` is followed by the head of the pixel data, and `bytes` end with it: then no unwalked bytes lie
 * between.
 */
export function endsAtPixels(bytes: Uint8Array, end: number, encoding: Encoding): boolean {
  const head = readElementHead(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), end, encoding);
  return head !== null && PIXEL_DATA_TAGS.has(head.tag) && head.offset === bytes.length;
}

interface ReadSet {
  elements: TreeElement[];
  end: number;
}

interface ReadItems {
  items: TreeItem[];
  end: number;
}

class Unreadable extends Error {
  readonly why: 'too-many-elements' | 'too-deep' | 'damaged';

  constructor(why: 'too-many-elements' | 'too-deep' | 'damaged') {
    super(why);
    this.why = why;
  }
}

const PIXEL_DATA_TAGS: ReadonlySet<number> = new Set([TAG.PixelData, TAG.FloatPixelData, TAG.DoubleFloatPixelData]);
/** UN is always Implicit VR Little Endian, whatever surrounds it (PS3.5 6.2.2). */
const IMPLICIT_LITTLE: Encoding = { explicit: false, bigEndian: false };

function isFragments({ tag, vr }: ElementHead): boolean {
  return PIXEL_DATA_TAGS.has(tag) || vr === 'OB' || vr === 'OW';
}
