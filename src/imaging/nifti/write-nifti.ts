import { niftiDatatype } from './datatypes.ts';

/** Writes a NIfTI-1 or NIfTI-2 file with computed voxels; nothing is checked. */
export function writeNifti(file: NiftiFile): Uint8Array<ArrayBuffer> {
  const header = writeNiftiHeader(file);
  const offset = file.voxelOffset ?? (file.version === 2 ? 544 : 352);
  if (file.isPair) return header;
  const begin = Number.isFinite(offset) ? Math.min(Math.max(0, offset), 1_000_000) : 352;
  const voxels = writeNiftiVoxels(file);
  const bytes = new Uint8Array(Math.max(header.length, begin + voxels.length));
  bytes.set(voxels, begin);
  bytes.set(header);
  return bytes;
}

export interface NiftiFile {
  version?: 1 | 2;
  isLittleEndian?: boolean;
  /** `ni1`: only the header, as in a `.hdr`. */
  isPair?: boolean;
  /** dim[1] to dim[n]; `count` replaces n in dim[0]. */
  dims: readonly number[];
  count?: number;
  /** Code of nifti1.h, 4 (int16) by default. */
  datatype?: number;
  pixdim?: readonly number[];
  qfac?: number;
  voxelOffset?: number;
  slope?: number;
  intercept?: number;
  calibration?: readonly [number, number];
  units?: number;
  /** srow_x, y, z. */
  sform?: readonly (readonly number[])[];
  /** quatern_b, c, d, qoffset_x, y, z. */
  qform?: readonly number[];
  /** descrip, 79 characters of ASCII at most. */
  description?: string;
  /** intent_name, 15 characters of ASCII at most. */
  intentName?: string;
  /** Value of each sample, in file order. */
  voxel?: (index: number) => number;
}

/** The content of an `.img`. */
export function writeNiftiVoxels({
  dims,
  datatype = 4,
  isLittleEndian = true,
  voxel = (index) => index,
}: NiftiFile): Uint8Array<ArrayBuffer> {
  const type = niftiDatatype(datatype);
  if (!type) return new Uint8Array(0);
  const samples = dims.reduce((product, size) => product * Math.max(1, size), 1) * type.samplesPerVoxel;
  const bytesPerSample = type.bytesPerVoxel / type.samplesPerVoxel;
  const bytes = new Uint8Array(samples * bytesPerSample);
  const write = writerOf(new DataView(bytes.buffer), type.name, isLittleEndian);
  for (let index = 0; index < samples; index += 1) write(index * bytesPerSample, voxel(index));
  return bytes;
}

type NumberWriter = (at: number, value: number) => void;

function writerOf(view: DataView, name: string, little: boolean): NumberWriter {
  switch (name) {
    case 'int8':
      return (at, value) => view.setInt8(at, value);
    case 'uint16':
      return (at, value) => view.setUint16(at, value, little);
    case 'int16':
      return (at, value) => view.setInt16(at, value, little);
    case 'uint32':
      return (at, value) => view.setUint32(at, value, little);
    case 'int32':
      return (at, value) => view.setInt32(at, value, little);
    case 'uint64':
      return (at, value) => view.setBigUint64(at, BigInt(value), little);
    case 'int64':
      return (at, value) => view.setBigInt64(at, BigInt(value), little);
    case 'float32':
      return (at, value) => view.setFloat32(at, value, little);
    case 'float64':
      return (at, value) => view.setFloat64(at, value, little);
    default:
      return (at, value) => view.setUint8(at, value);
  }
}

/** Offsets of nifti1.h and nifti2.h. */
export const NIFTI_PLACES = {
  1: {
    dims: 40,
    datatype: 70,
    bits: 72,
    pixdim: 76,
    offset: 108,
    slope: 112,
    cal: 124,
    units: 123,
    description: 148,
    codes: 252,
    intentName: 328,
    quaternion: 256,
    rows: 280,
  },
  2: {
    dims: 16,
    datatype: 12,
    bits: 14,
    pixdim: 104,
    offset: 168,
    slope: 176,
    cal: 192,
    units: 500,
    description: 240,
    codes: 344,
    intentName: 508,
    quaternion: 352,
    rows: 400,
  },
} as const;

/** Only the header, up to the voxels (unless `voxelOffset` differs). */
export function writeNiftiHeader({
  version = 1,
  isLittleEndian: little = true,
  datatype = 4,
  ...file
}: NiftiFile): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(version === 1 ? 352 : 544);
  const view = new DataView(bytes.buffer);
  const place = NIFTI_PLACES[version];
  const real = (at: number, index: number, value: number): void =>
    version === 1 ? view.setFloat32(at + index * 4, value, little) : view.setFloat64(at + index * 8, value, little);
  const integer = (at: number, index: number, value: number): void =>
    version === 1 ? view.setInt16(at + index * 2, value, little) : view.setBigInt64(at + index * 8, BigInt(value), little);
  view.setInt32(0, version === 1 ? 348 : 540, little);
  bytes.set(new TextEncoder().encode(`${file.isPair ? 'ni' : 'n+'}${version}`), version === 1 ? 344 : 4);
  if (version === 2) bytes.set([0x0d, 0x0a, 0x1a, 0x0a], 8);
  [file.count ?? file.dims.length, ...file.dims].forEach((size, index) => integer(place.dims, index, size));
  view.setInt16(place.datatype, datatype, little);
  view.setInt16(place.bits, (niftiDatatype(datatype)?.bytesPerVoxel ?? 0) * 8, little);
  [file.qfac ?? 1, ...(file.pixdim ?? [1, 1, 1])].forEach((size, index) => real(place.pixdim, index, size));
  const voxelOffset = file.voxelOffset ?? (file.isPair ? 0 : bytes.length);
  if (version === 1) view.setFloat32(place.offset, voxelOffset, little);
  else view.setBigInt64(place.offset, BigInt(voxelOffset), little);
  real(place.slope, 0, file.slope ?? 0);
  real(place.slope, 1, file.intercept ?? 0);
  // cal_max comes before cal_min.
  real(place.cal, 0, file.calibration?.[1] ?? 0);
  real(place.cal, 1, file.calibration?.[0] ?? 0);
  if (version === 1) view.setUint8(place.units, file.units ?? 2);
  else view.setInt32(place.units, file.units ?? 2, little);
  bytes.set(asciiOf(file.description, 79), place.description);
  bytes.set(asciiOf(file.intentName, 15), place.intentName);
  const codes = [file.qform ? 1 : 0, file.sform ? 1 : 0];
  codes.forEach((code, index) =>
    version === 1 ? view.setInt16(place.codes + index * 2, code, little) : view.setInt32(place.codes + index * 4, code, little),
  );
  (file.qform ?? []).forEach((value, index) => real(place.quaternion, index, value));
  (file.sform ?? []).flat().forEach((value, index) => real(place.rows, index, value));
  return bytes;
}

/** Text fields end with a NUL. */
function asciiOf(text: string | undefined, most: number): Uint8Array {
  return new TextEncoder().encode((text ?? '').slice(0, most));
}
