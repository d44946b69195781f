import type { ByteSource } from '#imaging/byte-source.ts';
import type { Frame, Samples } from '#imaging/frame.ts';
import { NIFTI_LIMITS } from './limits.ts';
import type { NiftiHeader } from './parse-header.ts';
import { shownPlane, shownSize, type ShownPlane } from './shown-plane.ts';
import { unpackVoxels } from './unpack-voxels.ts';

/**
 * One slice (from 0, in file order) as shown: see `ShownPlane`. Stored values, before slope, intercept and window. `voxels` comes from
 * `readNifti`; a compressed volume is inflated only up to the end of this slice.
 */
export async function decodeNiftiSlice(voxels: ByteSource, header: NiftiHeader, slice: number): Promise<DecodedSlice> {
  if (!Number.isInteger(slice) || slice < 0 || slice >= header.slices) return { ok: false, why: 'no-such-slice' };
  const sliceBytes = header.columns * header.rows * header.datatype.bytesPerVoxel;
  if (sliceBytes > NIFTI_LIMITS.sliceBytes) return { ok: false, why: 'too-large' };
  const bytes = await voxels.read(header.voxelOffset + slice * sliceBytes, sliceBytes);
  if (bytes.length < sliceBytes) return { ok: false, why: 'wrong-length' };
  const stored = unpackVoxels(bytes, header.datatype, header.isLittleEndian);
  const { samplesPerVoxel } = header.datatype;
  const size = shownSize(header);
  const plane = shownPlane(header);
  if (samplesPerVoxel === 1) {
    return { ok: true, frame: { kind: 'grey', ...size, samples: laidOut(stored, header, plane), isInverted: false } };
  }
  // Opacity is dropped: it mixes layers, and there is only one.
  const samples = new Uint8Array(size.rows * size.columns * 3);
  for (const channel of [0, 1, 2]) {
    const from = stored.filter((_, index) => index % samplesPerVoxel === channel);
    const laid = laidOut(from, header, plane);
    for (let pixel = 0; pixel < laid.length; pixel += 1) samples[pixel * 3 + channel] = laid[pixel] as number;
  }
  return { ok: true, frame: { kind: 'rgb', ...size, samples } };
}

export type DecodedSlice =
  | { ok: true; frame: Frame }
  /** READ-011: a slice is from 0 to slices - 1. */
  | { ok: false; why: 'no-such-slice' }
  /** Beyond `NIFTI_LIMITS`. */
  | { ok: false; why: 'too-large' }
  /** The bytes of this slice are missing or do not inflate. */
  | { ok: false; why: 'wrong-length' };

/** One number per pixel, from file order (i fastest) to screen order. */
export function laidOut(stored: Samples, { columns, rows }: Pick<NiftiHeader, 'columns' | 'rows'>, plane: ShownPlane): Samples {
  const { isTransposed, flipsColumns, flipsRows } = plane;
  const [width, height] = isTransposed ? [rows, columns] : [columns, rows];
  const [across, down] = isTransposed ? [columns, 1] : [1, columns];
  const shown = new (stored.constructor as new (length: number) => Samples)(stored.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    let from = (flipsRows ? height - 1 - y : y) * down + (flipsColumns ? (width - 1) * across : 0);
    const step = flipsColumns ? -across : across;
    for (let x = 0; x < width; x += 1, at += 1, from += step) shown[at] = stored[from] as number;
  }
  return shown;
}
