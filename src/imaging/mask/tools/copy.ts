import { BLOCK_EDGE } from '#imaging/mask/bits/block.ts';
import { blockCounts, boundsOf, emptyBits, type Bits, type Box } from '#imaging/mask/bits/bits.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { changeBetween, settingChange, NO_CHANGE, type Change } from '#imaging/mask/bits/change.ts';
import { readPlane, writePlane, type Axis } from '#imaging/mask/bits/slices.ts';
import { patientToVoxel, voxelToPatient, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';

/** `add`: to what the other plane has; `replace`: in its place. */
export type CopyMode = 'add' | 'replace';

/** A plane of a layer onto another of the same axis. Throws if the grid has one of them not. */
export function copyPlane(bits: Bits, axis: Axis, from: number, to: number, mode: CopyMode): Change {
  const plane = readPlane(bits, axis, from);
  if (mode === 'add') return settingChange(writePlane(emptyBits(bits.size), axis, to, plane));
  return changeBetween(bits, writePlane(bits, axis, to, plane));
}

/** `isResampled`: the voxels of the grids are not the same places, so the border has moved by up to half a voxel, and the volume may differ. */
export interface CopiedToGrid {
  change: Change;
  isResampled: boolean;
  /** Some of the mask lies beyond the other grid. */
  isCut: boolean;
}

/** What is set on another grid, by position in the patient: each of its voxels is as the nearest voxel of the mask. Both must share a frame of reference. */
export function copyToGrid(bits: Bits, from: VoxelSpace, to: VoxelSpace): CopiedToGrid {
  const bounds = boundsOf(bits);
  if (bounds === null) return { change: NO_CHANGE, isResampled: false, isCut: false };
  const corners = cornersOf(bounds).map((corner) => patientToVoxel(to)(voxelToPatient(from, corner)));
  const least = [0, 1, 2].map((axis) => Math.floor(Math.min(...corners.map((corner) => corner[axis]!)) + ROUNDING));
  const most = [0, 1, 2].map((axis) => Math.ceil(Math.max(...corners.map((corner) => corner[axis]!)) - ROUNDING));
  const toSource = patientToVoxel(from);
  const [origin, i] = [
    [0, 0, 0],
    [1, 0, 0],
  ].map((voxel) => toSource(voxelToPatient(to, voxel as unknown as Voxel))) as [Voxel, Voxel];
  const step = [i[0] - origin[0], i[1] - origin[1], i[2] - origin[2]] as const;
  const draft = new BitsDraft(emptyBits(to.size));
  const isSet = bitReader(bits);
  for (let slice = Math.max(0, least[2]!); slice <= Math.min(to.size[2] - 1, most[2]!); slice += 1) {
    for (let row = Math.max(0, least[1]!); row <= Math.min(to.size[1] - 1, most[1]!); row += 1) {
      const start = toSource(voxelToPatient(to, [0, row, slice]));
      const end = Math.min(to.size[0] - 1, most[0]!);
      let first = -1;
      for (let column = Math.max(0, least[0]!); column <= end + 1; column += 1) {
        const isIn =
          column <= end &&
          isSet(nearest(start[0] + step[0] * column), nearest(start[1] + step[1] * column), nearest(start[2] + step[2] * column));
        if (isIn === first >= 0) continue;
        if (!isIn) draft.writeRow(row, slice, first, column - 1);
        first = isIn ? column : -1;
      }
    }
  }
  const isCut = [0, 1, 2].some(
    (axis) =>
      Math.min(...corners.map((corner) => corner[axis]!)) < -0.5 - SAME_PLACE ||
      Math.max(...corners.map((corner) => corner[axis]!)) > to.size[axis]! - 0.5 + SAME_PLACE,
  );
  return { change: settingChange(draft.done()), isResampled: !haveSamePlaces(from, to), isCut };
}

/** `hasVoxel` for many voxels: it makes no lists. */
function bitReader({ size, blocks }: Bits): (column: number, row: number, slice: number) => boolean {
  const [columns, rows, slices] = size;
  const [across, down] = blockCounts(size);
  return (column, row, slice) => {
    if (column < 0 || row < 0 || slice < 0 || column >= columns || row >= rows || slice >= slices) return false;
    const block = blocks.get((column >> 5) + across * ((row >> 5) + down * (slice >> 5)));
    return block !== undefined && ((block[(row & 31) + BLOCK_EDGE * (slice & 31)]! >>> (column & 31)) & 1) === 1;
  };
}

/** Of a voxel: a centre between two belongs to the second, whatever was rounded. */
const ROUNDING = 1e-6;
/** Of a voxel: closer centres are one place. */
const SAME_PLACE = 0.01;

const nearest = (at: number): number => Math.floor(at + 0.5 + ROUNDING);

/** At the outer edges of the voxels. */
function cornersOf({ from, to }: Box): Voxel[] {
  return [from[0] - 0.5, to[0] + 0.5].flatMap((column) =>
    [from[1] - 0.5, to[1] + 0.5].flatMap((row) => [from[2] - 0.5, to[2] + 0.5].map((slice): Voxel => [column, row, slice])),
  );
}

/** The centres of the voxels lie on each other, whatever the order of axes and slices: so it is enough to look at the corners of the second grid. */
export function haveSamePlaces(a: VoxelSpace, b: VoxelSpace): boolean {
  const inA = patientToVoxel(a);
  const unit = [0, 1, 2].map((axis) => [0, 1, 2].map((each) => (each === axis ? 1 : 0)) as unknown as Voxel);
  const origin = inA(voxelToPatient(b, [0, 0, 0]));
  const last = inA(voxelToPatient(b, b.size.map((length) => length - 1) as unknown as Voxel));
  const steps = unit.map((each) => inA(voxelToPatient(b, each)).map((at, axis) => at - origin[axis]!));
  const areWhole = [origin, last].every((place) => place.every((at) => Math.abs(at - Math.round(at)) <= SAME_PLACE));
  // Each step must be a step along one axis of the other grid, forwards or backwards.
  const areSteps = steps.every(
    (step) =>
      step.map((part) => Math.round(Math.abs(part))).reduce((sum, part) => sum + part, 0) === 1 &&
      step.every((part) => Math.abs(part - Math.round(part)) <= SAME_PLACE),
  );
  return areWhole && areSteps;
}
