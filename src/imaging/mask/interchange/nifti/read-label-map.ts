import type { ByteSource } from '#imaging/byte-source.ts';
import { emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { runsToBits } from '#imaging/mask/bits/change.ts';
import { copyToGrid, haveSamePlaces } from '#imaging/mask/tools/copy.ts';
import { readNifti, type NiftiRefusal } from '#imaging/nifti/read-nifti.ts';
import { unpackVoxels } from '#imaging/nifti/unpack-voxels.ts';
import { volumeSpaceOf } from '#imaging/nifti/volume-space.ts';
import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';

export interface ReadLabel {
  value: number;
  /** On the grid that was asked for. */
  bits: Bits;
}

export type LabelMapRead =
  | { ok: true; labels: ReadLabel[]; isResampled: boolean; /** Some of it lies beyond the grid. */ isCut: boolean }
  | NiftiRefusal
  | { ok: false; why: LabelMapRefusal };

/**
 * `other-geometry`: its voxels are not those of the grid, and it was not asked to be resampled. `not-labels`: colours, fractions, negative values, or more
 * values than a person draws. `no-place`: it does not say where it lies.
 */
export type LabelMapRefusal = 'other-geometry' | 'not-labels' | 'no-place' | 'several-volumes';

/** More different values are an image, not labels. */
const MOST_LABELS = 1000;

/** A label map (compressed or not) on a grid: a layer for each value but 0, in their order. */
export async function readLabelMap(file: ByteSource, space: VoxelSpace, { resample }: { resample: boolean }): Promise<LabelMapRead> {
  const read = await readNifti(file);
  if (!read.ok) return read;
  const { header, voxels } = read;
  if (header.volumes !== 1) return { ok: false, why: 'several-volumes' };
  if (header.affine === null) return { ok: false, why: 'no-place' };
  if (header.datatype.samplesPerVoxel !== 1) return { ok: false, why: 'not-labels' };
  const own = volumeSpaceOf(header)!;
  const isResampled = !haveSamePlaces(own, space);
  if (isResampled && !resample) return { ok: false, why: 'other-geometry' };
  const bytes = await voxels.read(header.voxelOffset, header.voxelBytes);
  const { slope, intercept } = header;
  const layers = layersOf(own.size, unpackVoxels(bytes, header.datatype, header.isLittleEndian), (value) => value * slope + intercept);
  if (layers === null) return { ok: false, why: 'not-labels' };
  const copied = layers.map(({ value, bits }) => ({ value, ...copyToGrid(bits, own, space) }));
  return {
    ok: true,
    labels: copied.map(({ value, change }) => ({ value, bits: runsToBits(space.size, change.set) })),
    isResampled,
    isCut: copied.some(({ isCut }) => isCut),
  };
}

/** Null unless all values are whole and not negative. */
function layersOf(size: Voxel, voxels: ArrayLike<number>, toValue: (stored: number) => number): ReadLabel[] | null {
  const drafts = new Map<number, BitsDraft>();
  const [columns, rows, slices] = size;
  for (let slice = 0; slice < slices; slice += 1)
    for (let row = 0; row < rows; row += 1) {
      const start = (slice * rows + row) * columns;
      for (let column = 0; column < columns;) {
        const stored = voxels[start + column]!;
        const first = column;
        while (column < columns && voxels[start + column] === stored) column += 1;
        const value = toValue(stored);
        if (value === 0) continue;
        if (!(Number.isInteger(value) && value > 0)) return null;
        const draft = drafts.get(value) ?? new BitsDraft(emptyBits(size));
        drafts.set(value, draft);
        if (drafts.size > MOST_LABELS) return null;
        draft.writeRow(row, slice, first, column - 1);
      }
    }
  return [...drafts].sort(([a], [b]) => a - b).map(([value, draft]) => ({ value, bits: draft.done() }));
}
