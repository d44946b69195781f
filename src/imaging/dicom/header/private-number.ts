import type { Element } from '#imaging/dicom/elements/sequences.ts';
import { parseNumber } from '#imaging/dicom/elements/element-values.ts';

/** A private element may have VR UN or none: four bytes that are not digits are an FL, eight an FD. */
export function privateNumber(element: Element, bytes: Uint8Array, bigEndian: boolean): number | null {
  const { vr, offset, length } = element;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (vr === 'FL' && length >= 4) return view.getFloat32(offset, !bigEndian);
  if (vr === 'FD' && length >= 8) return view.getFloat64(offset, !bigEndian);
  const written = parseNumber(privateText(element, bytes).replace(/\\.*/s, ''));
  if (written !== null || (vr !== '' && vr !== 'UN')) return written;
  if (length === 4) return view.getFloat32(offset, !bigEndian);
  return length === 8 ? view.getFloat64(offset, !bigEndian) : null;
}

/** Without padding. */
export function privateText({ offset, length }: Element, bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + Math.min(length, 256)))
    .replace(/\0.*/s, '')
    .trim();
}
