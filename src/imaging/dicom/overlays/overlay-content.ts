import { createElementValues, parseNumber, type ElementValues } from '#imaging/dicom/elements/element-values.ts';
import { readElementTree, type TreeElement } from '#imaging/dicom/elements/element-tree.ts';
import type { Element, ElementSet } from '#imaging/dicom/elements/sequences.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { OverlayFault } from './overlay-fault.ts';

/** All elements of an overlay with all items, except the pixel data. */
export interface OverlayContent extends ElementValues {
  top: ElementSet;
  /** The items of a sequence; none if it is absent. */
  items(set: ElementSet, tag: number): readonly ElementSet[];
  /** All numbers of a DS or IS, or of an FL. They throw if one is no number, because the next one would be taken for it. */
  decimals(set: ElementSet, tag: number): Float64Array;
  floats(set: ElementSet, tag: number): Float64Array;
}

/** Memory is bounded by the file and by the limits of the tree, not by numbers in the header. Throws an `OverlayFault`. */
export async function readContent({ source, description, dataSet }: ReadHeader): Promise<OverlayContent> {
  const bytes = await source.read(0, description.pixelData?.offset ?? source.size);
  const tree = readElementTree(bytes, dataSet.position, dataSet.encoding);
  if (!tree.ok) throw new OverlayFault(tree.why);
  const top = opener()(tree.elements);
  const values = createElementValues(bytes, dataSet.encoding.bigEndian, top);
  return {
    ...values,
    top,
    items: (set, tag) => set.get(tag)?.items ?? [],
    decimals: (set, tag) => decimalsOf(bytes, set.get(tag)),
    floats: (set, tag) => {
      const numbers = values.numbers(set, tag);
      if (numbers.length * FLOAT_BYTES !== (set.get(tag)?.length ?? 0)) throw new OverlayFault('damaged');
      return Float64Array.from(numbers, likely);
    },
  };
}

const FLOAT_BYTES = 4;

/** Items are opened once: references between items of a report lead to the same ones again and again. */
function opener(): (elements: readonly TreeElement[]) => ElementSet {
  const opened = new Map<TreeElement, Element>();
  return setOf;

  function setOf(elements: readonly TreeElement[]): ElementSet {
    return {
      get: (tag) => {
        const element = elements.find((each) => each.tag === tag);
        return element && (opened.get(element) ?? open(element));
      },
    };
  }

  function open(element: TreeElement): Element {
    const { vr, offset, end, items, isDamaged } = element;
    if (isDamaged) throw new OverlayFault('damaged');
    if (!items) return { vr, offset, length: end - offset };
    const sequence = { vr, offset, length: end - offset, items: items.map((item) => setOf(item.elements)) };
    opened.set(element, sequence);
    return sequence;
  }
}

/** A contour has thousands of points: more than `ElementValues` reads of a text. One number at a time, because a file may hold many millions. */
function decimalsOf(bytes: Uint8Array, element: Element | undefined): Float64Array {
  if (!element || element.items) return new Float64Array(0);
  const value = bytes.subarray(element.offset, element.offset + element.length);
  const ends = value.reduce((count, byte) => count + Number(byte === BACKSLASH), 1);
  if (ends === 1 && textOf(value) === '') return new Float64Array(0);
  const numbers = new Float64Array(ends);
  let start = 0;
  for (let index = 0; index < ends; index += 1) {
    const next = value.indexOf(BACKSLASH, start);
    const end = next < 0 ? value.length : next;
    numbers[index] = likely(parseNumber(textOf(value.subarray(start, end))));
    start = end + 1;
  }
  return numbers;
}

const BACKSLASH = 0x5c;
/** A DS has 16 characters; some writers use more. */
const LONGEST_NUMBER = 64;

function textOf(bytes: Uint8Array): string {
  if (bytes.length > LONGEST_NUMBER) throw new OverlayFault('damaged');
  return String.fromCharCode(...bytes)
    .replaceAll('\0', ' ')
    .trim();
}

/** Larger ones are damaged, and what is computed with them may be no number. */
const LARGEST = 1e12;

function likely(number: number | null): number {
  if (number === null || Math.abs(number) > LARGEST) throw new OverlayFault('damaged');
  return number;
}
