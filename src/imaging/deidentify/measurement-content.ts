import type { TreeElement } from '#imaging/dicom/elements/element-tree.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { Action } from './profile.ts';
import { areNumbers } from './values/value-form.ts';
import { latin1, LONGEST_TEXT } from './values/value-text.ts';

/**
 * [Note: Measurements of reports]
 *
 * The content of a report is replaced by dummies, except in the measurement groups of TID 1500 (PS3.16): there the numbers, coordinates and
 * standard codes stay, because they identify nobody. Outside of groups a number may be an age or a weight, so it does not stay. Texts, names,
 * dates and codes of other schemes become dummies everywhere. This is stricter than the option Clean Structured Content (PS3.15 E.3.4) asks for.
 */

/** Whether an item of a content sequence is a measurement group. */
export function isMeasurementGroup(elements: readonly TreeElement[], bytes: Uint8Array): boolean {
  const [name] = find(elements, TAG.ConceptNameCodeSequence)?.items ?? [];
  return name !== undefined && codeOf(name.elements, bytes) === 'DCM 125007';
}

/** Whether the content of an object has such groups anywhere. */
export function hasMeasurementGroup(elements: readonly TreeElement[], bytes: Uint8Array): boolean {
  const items = find(elements, TAG.ContentSequence)?.items ?? [];
  return items.some((item) => isMeasurementGroup(item.elements, bytes) || hasMeasurementGroup(item.elements, bytes));
}

/** What stays of a measurement group; null: it becomes a dummy, like other content. `elements`: the set of the element. */
export function chooseInGroup(element: TreeElement, elements: readonly TreeElement[], bytes: Uint8Array): Action | null {
  const { tag, offset, end } = element;
  const value = bytes.subarray(offset, end);
  if (tag === FLOATING_POINT_VALUE) return areNumbers(value, { vr: 'FD', most: 1 }) ? 'exact' : null;
  const form = NUMBER_FORMS[tag];
  if (form) return value.length < LONGEST_TEXT && form.test(latin1(value)) ? 'exact' : null;
  return chooseCode(element, elements, bytes);
}

/** The parts of a code of a standard scheme stay. Null: it is no such code. */
export function chooseCode({ tag }: TreeElement, elements: readonly TreeElement[], bytes: Uint8Array): Action | null {
  if (!CODE_TAGS.has(tag) || codeOf(elements, bytes) === null) return null;
  return tag === TAG.CodeMeaning ? 'keep' : 'exact';
}

/** Scheme and value of a code whose value has the form that its scheme gives to values; null: any other. */
function codeOf(elements: readonly TreeElement[], bytes: Uint8Array): string | null {
  const [scheme, value] = [TAG.CodingSchemeDesignator, TAG.CodeValue].map((tag) => {
    const element = find(elements, tag);
    return element ? latin1(bytes.subarray(element.offset, element.end)).trim() : '';
  }) as [string, string];
  return SCHEMES[scheme]?.test(value) ? `${scheme} ${value}` : null;
}

/** Values of their codes. A name in place of a value has another form. */
const SCHEMES: Readonly<Record<string, RegExp>> = {
  DCM: /^(?:\d{6}|[A-Z]{2,9})$/,
  SCT: /^\d{6,18}$/,
  SRT: /^[A-Z]\d?-[0-9A-F]{3,7}$/,
  SNM3: /^[A-Z]\d?-[0-9A-F]{3,7}$/,
  '99SDM': /^[A-Z]\d?-[0-9A-F]{3,7}$/,
  LN: /^\d{1,7}-\d$/,
  RADLEX: /^RID\d{1,7}$/,
  FMA: /^\d{1,7}$/,
  UMLS: /^C\d{7}$/,
  NCIt: /^C\d{1,7}$/,
  IBSI: /^[A-Z0-9]{4}$/,
  UCUM: /^(?=.{1,16}$)(?:[\d.'/%*^+()[\]-]|[A-Za-z]{1,4}(?![A-Za-z]))*(?:\{(?:pixels2?|counts|ratio|score|events|SUV[a-z]{1,3})\})?$/,
  '99LIGHTSHIP': /^(?:on-detector|pixel-value)$/,
};

const CODE_TAGS: ReadonlySet<number> = new Set([TAG.CodeValue, TAG.CodingSchemeDesignator, TAG.CodeMeaning]);

const FLOATING_POINT_VALUE = 0x0040a161;

/** Numeric Value, and the numbers of referenced frames and segments as text. */
const NUMBER_FORMS: Readonly<Record<number, RegExp>> = {
  [TAG.NumericValue]: /^\s*[+-]?[\d.]{1,16}(?:[eE][+-]?\d{1,3})?\s*$/,
  [TAG.ReferencedFrameNumber]: /^[\d\s\\+]{1,200}$/,
};

/**
 * Whether the bytes of Graphic Data are places on an image or in a patient. Read as floats, letters are far larger, except for a few capitals
 * in each fourth place.
 */
export function areCoordinates(bytes: Uint8Array, bigEndian: boolean): boolean {
  if (bytes.length === 0 || bytes.length % 4 !== 0) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; at += 4) {
    const size = Math.abs(view.getFloat32(at, !bigEndian));
    if (!(size === 0 || (size >= LEAST && size <= MOST))) return false;
  }
  return true;
}

/** In pixels or mm: the smallest one is a part of the displayed area. */
const LEAST = 1e-3;
const MOST = 1e5;

function find(elements: readonly TreeElement[], tag: number): TreeElement | undefined {
  return elements.find((element) => element.tag === tag);
}
