import { isBinaryTag } from '#imaging/dicom/elements/element-values.ts';
import { functionalGroups } from './functional-groups.ts';
import { readElements } from './read-elements.ts';
import type { ReadHeader } from './read-header.ts';
import { fieldsOf, type FieldGroup } from './viewable-fields.ts';

/** One field of an image header. */
export interface Field {
  group: FieldGroup;
  /** Its tag: `(0018,0081)`. */
  code: string;
  name: string;
  value: string;
}

/** Header fields of one frame, by modality (frame §3); empty values are left out. */
export async function readFields(header: ReadHeader, frame: number): Promise<Field[]> {
  const { elements, values } = await readElements(header);
  const groups = functionalGroups(elements, values)(frame);
  return fieldsOf(header.description.modality)
    .map(({ group, tag, name, macro = tag }) => {
      // Numbers stored as text are shown as written; binary values are shown as numbers.
      const isBinary = BINARY.has(elements.get(tag)?.vr ?? '') || isBinaryTag(tag);
      const value = isBinary ? groups.numbers(macro, tag).map(shortest).join('\\') : groups.text(macro, tag);
      return { group, code: tagCode(tag), name, value };
    })
    .filter(({ value }) => value !== '');
}

const BINARY = new Set(['US', 'SS', 'UL', 'SL', 'FL', 'FD']);

/** Floats have seven significant digits. */
function shortest(value: number): string {
  return String(Number(value.toPrecision(7)));
}

function tagCode(tag: number): string {
  const hex = tag.toString(16).padStart(8, '0').toUpperCase();
  return `(${hex.slice(0, 4)},${hex.slice(4)})`;
}
