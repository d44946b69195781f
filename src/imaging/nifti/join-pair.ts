import { gzipSync } from 'fflate';
import { HEADER_BYTES, parseNiftiHeader } from './parse-header.ts';

/** Far above any real `.hdr` with extensions. */
export const PAIR_HEAD_BYTES = 1024 * 1024;

/**
 * The bytes to put before the `.img` of a pair to make one `.nii`: the `.hdr` with its extensions, the single-file magic and the new voxel
 * offset (nifti1.h, nifti2.h: `magic`, `vox_offset`). The `.img` stays unchanged. Null if `header` is not the complete, readable header of
 * a pair, or the offset cannot be written exactly.
 */
export function headOfJoinedPair(header: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const parsed = parseNiftiHeader(header.subarray(0, HEADER_BYTES));
  if (!parsed.ok || !parsed.header.isPair || header.length > PAIR_HEAD_BYTES) return null;
  const { version, isLittleEndian, voxelOffset } = parsed.header;
  const fields = version === 1 ? FIELDS_1 : FIELDS_2;
  // The four extender bytes are not part of a header without extensions.
  const length = roundUp(Math.max(header.length, fields.size + 4));
  const offset = length + voxelOffset;
  const head = new Uint8Array(length);
  head.set(header);
  head.set(fields.magic, fields.magicAt);
  const view = new DataView(head.buffer);
  if (version === 2) view.setBigInt64(fields.offsetAt, BigInt(offset), isLittleEndian);
  else if (Math.fround(offset) === offset) view.setFloat32(fields.offsetAt, offset, isLittleEndian);
  else return null;
  return head;
}

/**
 * The same for a compressed `.img`: consecutive gzip members are one file (RFC 1952, 2.2). It has no time, so that the same pair gives the
 * same file.
 */
export function compressHead(head: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(head, { mtime: 0 }));
}

const FIELDS_1 = { size: 348, magicAt: 344, magic: ascii('n+1'), offsetAt: 108 };
const FIELDS_2 = { size: 540, magicAt: 4, magic: ascii('n+2'), offsetAt: 168 };

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

/** Voxels begin at a multiple of 16, as nifti1.h requires. */
function roundUp(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}
