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

/** A contour has thousands of points: more than `ElementValues` reads of a text. Not split into parts, of which a file may hold many millions. */
function decimalsOf(bytes: Uint8Array, element: Element | undefined): Float64Array {
  if (!element || element.items) return new Float64Array(0);
  const text = new TextDecoder('latin1').decode(bytes.subarray(element.offset, element.offset + element.length));
  const numbers = new Float64Array(countOf(text));
  let start = 0;
  for (let index = 0; index < numbers.length; index += 1) {
    const next = text.indexOf('\\', start);
    const end = next < 0 ? text.length : next;
    numbers[index] = likely(decimalOf(text.slice(start, end)));
    start = end + 1;
  }
  return numbers;
}

function countOf(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 1)) count += 1;
  return count === 1 && /^[\0 ]*$/.test(text) ? 0 : count;
}

/** Most numbers are only digits and a point; the others are left to `parseNumber`, which takes some microseconds for each. */
function decimalOf(text: string): number | null {
  if (text.length > LONGEST_NUMBER) return null;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : parseNumber(text.replaceAll('\0', ' '));
}

/** A DS has 16 characters; some writers use more. */
const LONGEST_NUMBER = 64;

/** Larger ones are damaged, and what is computed with them may be no number. */
const LARGEST = 1e12;

function likely(number: number | null): number {
  if (number === null || Math.abs(number) > LARGEST) throw new OverlayFault('damaged');
  return number;
}
