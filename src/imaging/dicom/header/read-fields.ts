import { createElementValues, isBinaryTag } from '#imaging/dicom/elements/element-values.ts';
import { functionalGroups } from './functional-groups.ts';
import type { ReadHeader } from './read-header.ts';
import { scanElements } from '#imaging/dicom/elements/scan-elements.ts';
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
export async function readFields({ source, description, dataSet }: ReadHeader, frame: number): Promise<Field[]> {
  const bytes = await source.read(0, description.pixelData?.offset ?? source.size);
  const { elements } = scanElements(bytes, dataSet.position, dataSet.encoding, { fileSize: source.size });
  const values = createElementValues(bytes, dataSet.encoding.bigEndian, elements);
  const groups = functionalGroups(elements, values)(frame);
  return fieldsOf(description.modality)
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
