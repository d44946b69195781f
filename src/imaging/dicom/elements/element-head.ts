import type { Encoding } from '#imaging/dicom/transfer-syntax.ts';

/** The fields before a value (PS3.5 7.1). */
export interface ElementHead {
  tag: number;
  /** Two letters, or '' for Implicit VR. */
  vr: string;
  length: number;
  /** Where the value begins. */
  offset: number;
}

/** Undefined length: a sequence, an item or encapsulated pixel data that ends with a delimiter. */
export const UNDEFINED_LENGTH = 0xffffffff;

/** Explicit VRs with a four-byte length after two reserved bytes (PS3.5 7.1.2). */
const LONG_VRS = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']);

/** Null if the bytes end inside it. */
export function readElementHead(view: DataView, at: number, { explicit, bigEndian }: Encoding): ElementHead | null {
  if (at + 8 > view.byteLength) return null;
  const little = !bigEndian;
  const tag = readTag(view, at, bigEndian);
  if (!explicit) return { tag, vr: '', length: view.getUint32(at + 4, little), offset: at + 8 };
  const vr = String.fromCharCode(view.getUint8(at + 4), view.getUint8(at + 5));
  if (!LONG_VRS.has(vr)) return { tag, vr, length: view.getUint16(at + 6, little), offset: at + 8 };
  if (at + 12 > view.byteLength) return null;
  return { tag, vr, length: view.getUint32(at + 8, little), offset: at + 12 };
}

export function readTag(view: DataView, at: number, bigEndian: boolean): number {
  return ((view.getUint16(at, !bigEndian) << 16) | view.getUint16(at + 2, !bigEndian)) >>> 0;
}
