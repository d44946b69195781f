import { readElementHead, readTag, UNDEFINED_LENGTH, type ElementHead } from './element-head.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { Encoding } from '#imaging/dicom/transfer-syntax.ts';

/**
 * Sequences (PS3.5 7.5) without reading their content: at first only the end is searched for, and an item is a byte range that is opened
 * when one of its elements is requested (item-reader.ts). What is not requested costs no memory, whatever a file claims.
 */
export interface Element {
  /** Two letters, or '' for Implicit VR. */
  vr: string;
  offset: number;
  /** 0xFFFFFFFF for pixel data of undefined length. */
  length: number;
  /** Items of a sequence; absent for other elements. */
  items?: readonly ElementSet[];
}

/** Elements of the data set or of one sequence item, by tag. */
export interface ElementSet {
  get(tag: number): Element | undefined;
}

/** The first item of a sequence; none if the element is absent or holds something else. */
export function firstItem(set: ElementSet | undefined, tag: number): ElementSet | undefined {
  return set?.get(tag)?.items?.[0];
}

/** Position of an item in the file, and its encoding. */
export interface ItemPlace {
  start: number;
  end: number;
  encoding: Encoding;
}

/** Opens items; see ItemReader. */
export interface OpensItems {
  open(place: ItemPlace): ElementSet;
}

export type SequenceEnd =
  | { end: 'found'; position: number }
  /** The bytes end before it does. */
  | { end: 'short' }
  | { end: 'refused'; why: 'too-many-elements' | 'too-deep' | 'damaged' };

/** How many more elements and items may be walked. One counter covers a whole scan. */
export interface Budget {
  left: number;
}

/** Where a sequence, or any other value of undefined length, ends. Items of known length are skipped. */
export function findSequenceEnd(view: DataView, head: ElementHead, encoding: Encoding, budget: Budget): SequenceEnd {
  return findEnd(view, head.offset, itemsLevel(head, encoding), budget);
}

/** The items of a sequence whose end is known, to be opened later. The list ends at a damaged item. */
export function sequenceItems(view: DataView, head: ElementHead, surrounding: Encoding, reader: OpensItems): ElementSet[] {
  const { encoding, end } = itemsLevel(head, surrounding);
  const items: ElementSet[] = [];
  let at = head.offset;
  while (at + 8 <= Math.min(end, view.byteLength) && items.length < HEADER_LIMITS.items) {
    if (readTag(view, at, encoding.bigEndian) !== TAG.Item) break;
    const length = view.getUint32(at + 4, !encoding.bigEndian);
    const isDefined = length !== UNDEFINED_LENGTH;
    const itemEnd = isDefined
      ? at + 8 + length
      : positionOf(findEnd(view, at + 8, { of: 'elements', end: Infinity, encoding }, freshBudget()));
    if (itemEnd === null || itemEnd > view.byteLength) break;
    items.push(reader.open({ start: at + 8, end: itemEnd, encoding }));
    at = itemEnd;
  }
  return items;
}

interface Level {
  of: 'items' | 'elements';
  /** Infinity if a delimiter ends it. */
  end: number;
  encoding: Encoding;
}

/** UN is always Implicit VR Little Endian, whatever surrounds it (PS3.5 6.2.2). */
function itemsLevel({ vr, offset, length }: ElementHead, encoding: Encoding): Level {
  const end = length === UNDEFINED_LENGTH ? Infinity : offset + length;
  return { of: 'items', end, encoding: vr === 'UN' ? { explicit: false, bigEndian: false } : encoding };
}

/** Levels are kept in a list, not on the stack: a file may nest any number. */
function findEnd(view: DataView, start: number, outermost: Level, budget: Budget): SequenceEnd {
  const levels = [outermost];
  let at = start;
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    if (at > view.byteLength) return { end: 'short' };
    if (at > level.end) return { end: 'refused', why: 'damaged' };
    if (at === level.end) {
      levels.pop();
      continue;
    }
    budget.left -= 1;
    if (budget.left < 0) return { end: 'refused', why: 'too-many-elements' };
    // A sequence and its item are one level each.
    if (levels.length > 2 * HEADER_LIMITS.sequenceDepth) return { end: 'refused', why: 'too-deep' };
    const step = level.of === 'items' ? stepOverItem(view, at, level) : stepOverElement(view, at, level);
    if (step === 'short' || step === 'damaged') return step === 'short' ? { end: step } : { end: 'refused', why: step };
    if (step.isLast) levels.pop();
    if (step.into) levels.push(step.into);
    at = step.position;
  }
  return at > view.byteLength ? { end: 'short' } : { end: 'found', position: at };
}

type Step = { position: number; isLast?: boolean; into?: Level } | 'short' | 'damaged';

function stepOverItem(view: DataView, at: number, { encoding }: Level): Step {
  if (at + 8 > view.byteLength) return 'short';
  const tag = readTag(view, at, encoding.bigEndian);
  const length = view.getUint32(at + 4, !encoding.bigEndian);
  if (tag === TAG.SequenceDelimitation) return { position: at + 8, isLast: true };
  if (tag !== TAG.Item) return 'damaged';
  if (length !== UNDEFINED_LENGTH) return { position: at + 8 + length };
  return { position: at + 8, into: { of: 'elements', end: Infinity, encoding } };
}

function stepOverElement(view: DataView, at: number, { encoding }: Level): Step {
  const head = readElementHead(view, at, encoding);
  if (!head) return 'short';
  if (head.tag === TAG.ItemDelimitation) return { position: at + 8, isLast: true };
  // The item delimiter is missing: what follows is the sequence delimiter.
  if (head.tag === TAG.SequenceDelimitation) return { position: at, isLast: true };
  if (head.length !== UNDEFINED_LENGTH) return { position: head.offset + head.length };
  return { position: head.offset, into: itemsLevel(head, encoding) };
}

/** The items of an element that begins with an item but whose VR is implicit or UN. */
export function nestedItems(view: DataView, head: ElementHead, { encoding }: ItemPlace, reader: OpensItems): ElementSet[] | null {
  const { vr, offset, length } = head;
  const isOpen = vr === '' || vr === 'UN';
  if (!isOpen || length < 8 || offset + 8 > view.byteLength) return null;
  return readTag(view, offset, encoding.bigEndian && vr === '') === TAG.Item ? sequenceItems(view, head, encoding, reader) : null;
}

function positionOf(end: SequenceEnd): number | null {
  return end.end === 'found' ? end.position : null;
}

function freshBudget(): Budget {
  return { left: HEADER_LIMITS.sequenceElements };
}
