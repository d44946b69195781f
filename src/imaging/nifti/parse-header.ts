import { NIFTI1, NIFTI2 } from 'nifti-reader-js';
import { scaled } from '#model/pictures/vector.ts';
import { axisLetters, voxelToPatient, type Affine } from './affine.ts';
import { niftiDatatype, UNREAD_DATATYPES, type NiftiDatatype } from './datatypes.ts';

/** A header, checked as far as possible without the voxels. Lengths in mm. */
export interface NiftiHeader {
  version: 1 | 2;
  isLittleEndian: boolean;
  /** The voxels are in a separate file (`.img`), which `voxelOffset` refers to. */
  isPair: boolean;
  /** Along i and j of the file. */
  columns: number;
  rows: number;
  /** dim[3] x dim[4] x …: the volumes of a series one after the other, in file order. */
  slices: number;
  /** dim[4] x dim[5] x …; 1 for a single volume. */
  volumes: number;
  datatype: NiftiDatatype;
  voxelOffset: number;
  voxelBytes: number;
  /** Voxel size along i, j, k; null if the header gives no valid length. */
  spacingMm: readonly [number | null, number | null, number | null];
  /** Null if the file gives no orientation. */
  affine: Affine | null;
  /** As in `LAS`; '' without an affine. */
  letters: string;
  slope: number;
  intercept: number;
  /** cal_min and cal_max, after slope and intercept; null if not set. */
  shownRange: { low: number; high: number } | null;
}

export type NiftiHeaderRefusal =
  | { ok: false; why: 'not-nifti'; detail: 'no-header' | 'analyze' }
  | { ok: false; why: 'no-slices' }
  | { ok: false; why: 'unsupported'; detail: 'dimensions' | 'voxel-offset' | 'binary' | 'complex' | 'float128' | 'datatype' };

/** NIfTI-1 has 348 bytes, NIfTI-2 540. */
export const HEADER_BYTES = 540;

/** Reads the first 540 bytes of a file (348 for NIfTI-1). Sizes are not checked against the file here: see `readNifti`. */
export function parseNiftiHeader(bytes: Uint8Array): { ok: true; header: NiftiHeader } | NiftiHeaderRefusal {
  const kind = kindOf(bytes);
  if (kind === 'none' || kind === 'analyze') return { ok: false, why: 'not-nifti', detail: kind === 'none' ? 'no-header' : 'analyze' };
  const { version, isPair, size } = kind;
  // A copy of the header, since the library follows unchecked extension lengths; with the version given, since it throws on a wrong size.
  const alone = new Uint8Array(bytes.subarray(0, size)).buffer;
  const written = version === 1 ? new NIFTI1() : new NIFTI2();
  written.readHeader(alone);
  const sizes = readSizes(written.dims);
  if (sizes === 'no-slices') return { ok: false, why: 'no-slices' };
  if (sizes === null) return { ok: false, why: 'unsupported', detail: 'dimensions' };
  const datatype = niftiDatatype(written.datatypeCode);
  if (!datatype) return { ok: false, why: 'unsupported', detail: UNREAD_DATATYPES.get(written.datatypeCode) ?? 'datatype' };
  const voxelBytes = sizes.columns * sizes.rows * sizes.slices * datatype.bytesPerVoxel;
  if (!Number.isSafeInteger(voxelBytes)) return { ok: false, why: 'unsupported', detail: 'dimensions' };
  const voxelOffset = written.vox_offset;
  if (!isOffset(voxelOffset, isPair ? 0 : size)) return { ok: false, why: 'unsupported', detail: 'voxel-offset' };
  const header = { version, isLittleEndian: written.littleEndian, isPair, ...sizes, datatype, voxelOffset, voxelBytes };
  return { ok: true, header: { ...header, ...readGeometry(written, alone, version), ...readScaling(written, datatype) } };
}

type Written = NIFTI1 | NIFTI2;

/** Magic and header size must agree: the magic alone occurs in many files by chance. */
function kindOf(bytes: Uint8Array): { version: 1 | 2; isPair: boolean; size: number } | 'analyze' | 'none' {
  if (bytes.length < 348) return 'none';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sizes = [view.getInt32(0, true), view.getInt32(0, false)];
  const magic = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (sizes.includes(348)) {
    const [single, pair] = ['n+1\0', 'ni1\0'];
    if (magic(344) !== single && magic(344) !== pair) return 'analyze';
    return { version: 1, isPair: magic(344) === pair, size: 348 };
  }
  const isSecond = sizes.includes(540) && bytes.length >= 540 && ['n+2\0', 'ni2\0'].includes(magic(4));
  return isSecond ? { version: 2, isPair: magic(4) === 'ni2\0', size: 540 } : 'none';
}

/** dim[0] is the number of dimensions used. Products are doubles: 32767^7 is inexact, and therefore refused by the caller. */
function readSizes(dims: readonly number[]): Pick<NiftiHeader, 'columns' | 'rows' | 'slices' | 'volumes'> | 'no-slices' | null {
  const [count = 0, ...lengths] = dims;
  if (!(Number.isInteger(count) && count >= 1 && count <= 7)) return null;
  const counted = lengths.slice(0, count);
  if (!counted.every((size) => Number.isSafeInteger(size) && size >= 0)) return null;
  const [columns = 1, rows = 1, depth = 1, ...others] = counted;
  if (columns === 0 || rows === 0) return null;
  const volumes = others.reduce((product, size) => product * size, 1);
  return depth * volumes === 0 ? 'no-slices' : { columns, rows, slices: depth * volumes, volumes };
}

function isOffset(offset: number, lowest: number): boolean {
  return Number.isSafeInteger(offset) && offset >= lowest;
}

/** xyzt_units, bits 0 to 2: metres, millimetres, micrometres. Most files without a unit mean millimetres. */
const MM_PER_UNIT: Record<number, number> = { 1: 1000, 2: 1, 3: 0.001 };

function readGeometry(written: Written, bytes: ArrayBuffer, version: 1 | 2): Pick<NiftiHeader, 'spacingMm' | 'affine' | 'letters'> {
  const mm = MM_PER_UNIT[written.xyzt_units & 7] ?? 1;
  const affine = voxelToPatient({
    qformCode: written.qform_code,
    sformCode: written.sform_code,
    pixdim: written.pixDims.slice(0, 4),
    quaternion: [written.quatern_b, written.quatern_c, written.quatern_d],
    quaternionOffset: [written.qoffset_x, written.qoffset_y, written.qoffset_z],
    rows: readRows(bytes, version, written.littleEndian),
  });
  const [i, j, k] = [1, 2, 3].map((axis) => spacing(written.pixDims[axis], mm));
  return {
    spacingMm: [i ?? null, j ?? null, k ?? null],
    affine: affine && inMm(affine, mm),
    letters: affine ? axisLetters(affine) : '',
  };
}

/** The library prefers the qform to the sform, unlike other readers. */
function readRows(bytes: ArrayBuffer, version: 1 | 2, isLittleEndian: boolean): number[][] {
  const view = new DataView(bytes);
  const number = (index: number): number =>
    version === 1 ? view.getFloat32(280 + index * 4, isLittleEndian) : view.getFloat64(400 + index * 8, isLittleEndian);
  return [0, 1, 2].map((row) => [0, 1, 2, 3].map((column) => number(row * 4 + column)));
}

function spacing(written: number | undefined, mm: number): number | null {
  const size = Math.abs(written ?? 0) * mm;
  return size > 0 && Number.isFinite(size) ? size : null;
}

function inMm({ steps: [i, j, k], origin }: Affine, mm: number): Affine {
  return { steps: [scaled(i, mm), scaled(j, mm), scaled(k, mm)], origin: scaled(origin, mm) };
}

/** A slope of 0 or none means that voxels are not scaled (nifti1.h; READ-012, READ-013); colours are never scaled. */
function readScaling(written: Written, datatype: NiftiDatatype): Pick<NiftiHeader, 'slope' | 'intercept' | 'shownRange'> {
  const { scl_slope: slope, scl_inter: intercept, cal_min: low, cal_max: high } = written;
  const isScaled = datatype.samplesPerVoxel === 1 && Number.isFinite(slope) && slope !== 0;
  return {
    slope: isScaled ? slope : 1,
    intercept: isScaled && Number.isFinite(intercept) ? intercept : 0,
    shownRange: Number.isFinite(high - low) && high > low ? { low, high } : null,
  };
}
