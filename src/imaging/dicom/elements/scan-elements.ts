import { readElementHead, readTag, UNDEFINED_LENGTH, type ElementHead } from './element-head.ts';
import { ItemReader } from './item-reader.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { findSequenceEnd, sequenceItems, type Budget, type Element } from './sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { Encoding } from '#imaging/dicom/transfer-syntax.ts';

/** Walks the data elements of a header up to the pixel data by their lengths; opens only the sequences that a description needs. */
export function scanElements(bytes: Uint8Array, start: number, encoding: Encoding, bounds: ScanBounds): Scan {
  const scan = createScan(bytes, start, encoding, bounds);
  for (let count = 0; count <= HEADER_LIMITS.elements; count += 1) {
    const end = scan.step();
    if (end) return end;
  }
  return { end: 'refused', why: 'too-many-elements', elements: scan.elements };
}

export interface ScanBounds {
  /** Size of the whole file; `bytes` is its beginning. */
  fileSize: number;
  /** Stop before the first element of another group, as at the end of the file meta information. */
  onlyGroup?: number;
}

export type ScanRefusal = 'too-many-elements' | 'too-deep' | 'damaged';

export type Scan =
  /** Reached the pixel data, the end of the file or another group: everything requested was read. */
  | { end: 'whole'; elements: Map<number, Element>; position: number }
  /** The header continues after the available bytes; `needed` is the minimum number of bytes. */
  | { end: 'more'; elements: Map<number, Element>; needed: number }
  /** An element is longer than the file. */
  | { end: 'cut-off'; elements: Map<number, Element> }
  | { end: 'refused'; why: ScanRefusal; elements: Map<number, Element> };

const PIXEL_DATA_TAGS: ReadonlySet<number> = new Set([TAG.PixelData, TAG.FloatPixelData, TAG.DoubleFloatPixelData]);
/** Sequences whose items a description needs; others of known length are skipped. */
const READ_SEQUENCES: ReadonlySet<number> = new Set([
  TAG.SequenceOfUltrasoundRegions,
  TAG.MaskSubtractionSequence,
  TAG.ModalityLUTSequence,
  TAG.VOILUTSequence,
  TAG.RadiopharmaceuticalInformationSequence,
  TAG.SharedFunctionalGroupsSequence,
  TAG.PerFrameFunctionalGroupsSequence,
]);

function createScan(bytes: Uint8Array, start: number, encoding: Encoding, { fileSize, onlyGroup }: ScanBounds) {
  const elements = new Map<number, Element>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const budget: Budget = { left: HEADER_LIMITS.sequenceElements };
  const reader = new ItemReader(view);
  let position = start;

  return { elements, step };

  function step(): Scan | null {
    if (position === fileSize) return { end: 'whole', elements, position };
    const head = readElementHead(view, position, encoding);
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

  function isSequence({ tag, vr, length, offset }: ElementHead): boolean {
    if (vr === 'SQ' || READ_SEQUENCES.has(tag)) return true;
    if (length !== UNDEFINED_LENGTH) return false;
    // Undefined length without SQ is a sequence in Implicit VR, even in an explicit data set (PS3.5 6.2.2, VR UN).
    return vr === 'UN' || vr === '' || offset + 4 > bytes.length || readTag(view, offset, encoding.bigEndian) === TAG.Item;
  }

  function stepOverSequence(head: ElementHead): Scan | null {
    const { tag, vr, length, offset } = head;
    if (length === UNDEFINED_LENGTH) {
      const found = findSequenceEnd(view, head, encoding, budget);
      if (found.end === 'refused') return { end: 'refused', why: found.why, elements };
      if (found.end === 'short') return short(bytes.length + 1);
      position = found.position;
    } else {
      if (offset + length > fileSize) return { end: 'cut-off', elements };
      if (offset + length > bytes.length) return short(offset + length);
      // Damage in a sequence of known length ends with it: its content is lost, the image is not.
      position = offset + length;
    }
    const items = READ_SEQUENCES.has(tag) ? sequenceItems(view, head, encoding, reader) : [];
    elements.set(tag, { vr, offset, length: position - offset, items });
    return null;
  }
}

/** Some writers pad the last block with zeros; group 0 is not allowed in a file's data set. */
function isPadding({ tag, length }: ElementHead): boolean {
  return tag === 0 && length === 0;
}
