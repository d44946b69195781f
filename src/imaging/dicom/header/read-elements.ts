import { createElementValues, type ElementValues } from '#imaging/dicom/elements/element-values.ts';
import { scanElements } from '#imaging/dicom/elements/scan-elements.ts';
import type { Element } from '#imaging/dicom/elements/sequences.ts';
import type { ReadHeader } from './read-header.ts';

export interface HeaderElements {
  elements: ReadonlyMap<number, Element>;
  values: ElementValues;
}

/** All elements before the pixel data, for what the description does not have. */
export async function readElements({ source, description, dataSet }: ReadHeader): Promise<HeaderElements> {
  const bytes = await source.read(0, description.pixelData?.offset ?? source.size);
  const { elements } = scanElements(bytes, dataSet.position, dataSet.encoding, { fileSize: bytes.length });
  return { elements, values: createElementValues(bytes, dataSet.encoding.bigEndian, elements) };
}
