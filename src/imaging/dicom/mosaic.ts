import type { InstanceDescription } from '#model/instance.ts';
import { csaNumber } from './csa-header.ts';
import type { ElementValues } from './element-values.ts';
import { privateElement } from './private-element.ts';
import type { ElementSet } from './sequences.ts';
import { TAG } from './tags.ts';

/**
 * How many slices lie side by side in a mosaic, the way in which Siemens writes a whole volume as one classic picture. The standard has no word
 * for it but a value of (0008,0008); the number stands in private elements.
 */
export function mosaicTiles(
  top: ElementSet,
  values: ElementValues,
  bytes: Uint8Array,
  bigEndian: boolean,
): Pick<InstanceDescription, 'mosaicTiles'> {
  if (!values.texts(top, TAG.ImageType).includes('MOSAIC')) return {};
  const count = plainCount() ?? csaCount();
  const [rows, columns] = [values.number(top, TAG.Rows) ?? 0, values.number(top, TAG.Columns) ?? 0];
  // The grid is square, as many tiles wide as high, and a tile has a pixel at least.
  const isPossible = count !== null && Number.isInteger(count) && count >= 1 && Math.ceil(Math.sqrt(count)) <= Math.min(rows, columns);
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
