import { blankHead } from './volume-head.ts';
import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { NIFTI_PLACES } from '#imaging/nifti/write-nifti.ts';

/** Bytes before the voxels of a file without extensions. */
const HEAD_BYTES = { 1: 352, 2: 544 } as const;

/**
 * The head of a volume as it leaves: without texts and extensions, in three dimensions, and with its voxels directly behind it. `head` has at least the first
 * 348 bytes (540 of NIfTI-2).
 */
export function plainHead(head: Uint8Array, header: Pick<NiftiHeader, 'version' | 'isLittleEndian'>): Uint8Array<ArrayBuffer> {
  const { version, isLittleEndian } = header;
  const bytes = new Uint8Array(HEAD_BYTES[version]);
  bytes.set(blankHead(head.subarray(0, bytes.length - 4), header).bytes);
  const view = new DataView(bytes.buffer);
  const place = NIFTI_PLACES[version];
  writeDimensions(view, header);
  if (version === 1) view.setFloat32(place.offset, bytes.length, isLittleEndian);
  else view.setBigInt64(place.offset, BigInt(bytes.length), isLittleEndian);
  return bytes;
}

/** The same for a label map of 8 bits on the voxels of the volume: every number that says where they are is the same to the bit. */
export const labelHead = (head: Uint8Array, header: Pick<NiftiHeader, 'version' | 'isLittleEndian'>): Uint8Array<ArrayBuffer> =>
  headWith(head, header, { datatype: UINT8, bits: 8 });

/** The same for values of float32 without a factor, in the byte order of the volume. */
export const floatHead = (head: Uint8Array, header: Pick<NiftiHeader, 'version' | 'isLittleEndian'>): Uint8Array<ArrayBuffer> =>
  headWith(head, header, { datatype: FLOAT32, bits: 32 });

function headWith(
  head: Uint8Array,
  header: Pick<NiftiHeader, 'version' | 'isLittleEndian'>,
  { datatype, bits }: { datatype: number; bits: number },
): Uint8Array<ArrayBuffer> {
  const { version, isLittleEndian } = header;
  const bytes = plainHead(head, header);
  const view = new DataView(bytes.buffer);
  const place = NIFTI_PLACES[version];
  const real = (at: number): void => (version === 1 ? view.setFloat32(at, 0, isLittleEndian) : view.setFloat64(at, 0, isLittleEndian));
  view.setInt16(place.datatype, datatype, isLittleEndian);
  view.setInt16(place.bits, bits, isLittleEndian);
  const width = version === 1 ? 4 : 8;
  for (const at of [place.slope, place.slope + width, place.cal, place.cal + width]) real(at);
  return bytes;
}

/** DT_UINT8 and DT_FLOAT32 of nifti1.h. */
const [UINT8, FLOAT32] = [2, 16];

/** A volume with one time is written with four dimensions by some, and is read as a series over time by others. */
function writeDimensions(view: DataView, { version, isLittleEndian }: Pick<NiftiHeader, 'version' | 'isLittleEndian'>): void {
  const { dims } = NIFTI_PLACES[version];
  const write = (index: number, value: number): void =>
    version === 1
      ? view.setInt16(dims + index * 2, value, isLittleEndian)
      : view.setBigInt64(dims + index * 8, BigInt(value), isLittleEndian);
  write(0, 3);
  for (let index = 4; index <= 7; index += 1) write(index, 1);
}
