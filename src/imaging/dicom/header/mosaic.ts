import type { InstanceDescription } from '#model/studies/instance.ts';
import { csaNumber } from '#imaging/dicom/elements/csa-header.ts';
import type { ElementValues } from '#imaging/dicom/elements/element-values.ts';
import { privateElement } from '#imaging/dicom/elements/private-element.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/**
 * Number of slices in a Siemens mosaic: a whole volume in one classic image. The standard has only a value of (0008,0008) for it; the
 * number is in private elements.
 */
export function mosaicTiles(
  top: ElementSet,
  values: ElementValues,
  bytes: Uint8Array,
  bigEndian: boolean,
): Pick<InstanceDescription, 'mosaicTiles'> {
  if (!values.texts(top, TAG.ImageType).includes('MOSAIC')) return {};
  const count = plainCount() ?? csaCount() ?? 0;
  const [rows, columns] = [values.number(top, TAG.Rows) ?? 0, values.number(top, TAG.Columns) ?? 0];
  // The grid is square, and a tile has at least one pixel.
  const isPossible = Number.isInteger(count) && count >= 1 && Math.ceil(Math.sqrt(count)) <= Math.min(rows, columns);
  return isPossible ? { mosaicTiles: count } : {};

  function plainCount(): number | null {
    const element = privateElement(top, values, { creator: 'SIEMENS MR HEADER', group: 0x0019, element: 0x0a });
    if (element?.length !== 2 || !['US', 'UN', ''].includes(element.vr)) return null;
    return new DataView(bytes.buffer, bytes.byteOffset).getUint16(element.offset, !bigEndian);
  }

  function csaCount(): number | null {
    const element = privateElement(top, values, { creator: 'SIEMENS CSA HEADER', group: 0x0029, element: 0x10 });
    if (!element || element.items) return null;
    return csaNumber(bytes.subarray(element.offset, element.offset + element.length), 'NumberOfImagesInMosaic');
  }
}
