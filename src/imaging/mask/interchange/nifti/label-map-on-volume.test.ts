import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { countVoxels, sameBits } from '#imaging/mask/bits/bits.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { voxelToPatient, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { bitsWhere, randomBits } from '#tests/fixtures/random-bits.ts';
import { FLAT_SPACE, SPACES } from '#tests/fixtures/spaces.ts';
import { Random } from '#tests/sim/random.ts';
import { labelMapOnVolume } from './label-map-on-volume.ts';
import { readLabelMap } from './read-label-map.ts';

type Turn = readonly { axis: number; isReversed: boolean }[];

/** The voxels of a space as a converter may write them: axis for axis from another one, and from its end. */
function volumeFile(space: VoxelSpace, turn: Turn, more: Partial<Parameters<typeof writeNifti>[0]> = {}): Uint8Array<ArrayBuffer> {
  const first = [0, 0, 0];
  for (const { axis, isReversed } of turn) if (isReversed) first[axis] = space.size[axis]! - 1;
  const origin = voxelToPatient(space, first as unknown as Voxel);
  const steps = turn.map(({ axis, isReversed }) => space.steps[axis]!.map((part) => (isReversed ? -part : part)));
  const ras = (part: number, axis: number): number => (axis < 2 ? 0 - part : part);
  return writeNifti({
    dims: turn.map(({ axis }) => space.size[axis]!),
    pixdim: steps.map((step) => Math.hypot(...step)),
    sform: [0, 1, 2].map((axis) => [...steps.map((step) => ras(step[axis]!, axis)), ras(origin[axis]!, axis)]),
    slope: 2,
    intercept: -1024,
    description: 'MILLER^ANN',
    ...more,
  });
}

async function readVolume(bytes: Uint8Array<ArrayBuffer>) {
  const read = await readNifti(createMemorySource(bytes));
  if (!read.ok) throw new Error(read.why);
  return { head: bytes.subarray(0, 540), header: read.header };
}

const TURNS: readonly (readonly [string, Turn])[] = [
  ['as they are', [0, 1, 2].map((axis) => ({ axis, isReversed: false }))],
  ['rows from the end, as dcm2niix writes', [0, 1, 2].map((axis) => ({ axis, isReversed: axis === 1 }))],
  [
    'slices first and from the end',
    [
      { axis: 2, isReversed: true },
      { axis: 0, isReversed: false },
      { axis: 1, isReversed: true },
    ],
  ],
];

describe('a label map on a volume', () => {
  for (const [order, turn] of TURNS)
    it.each(SPACES)(`has the drawn voxels where the volume has them, ${order}: %s [DSET-05]`, async (_, space) => {
      const random = new Random(5);
      const one = randomBits(random, space.size);
      const two = combined(randomBits(random, space.size), one, 'without');
      const bytes = volumeFile(space, turn);
      const { head, header } = await readVolume(bytes);
      const made = labelMapOnVolume(
        [one, two].map((bits, at) => ({ bits, value: at + 1 })),
        space,
        { head, header },
      )!;
      const read = await readLabelMap(createMemorySource(made.nifti), space, { resample: false });
      if (!read.ok) throw new Error(read.why);
      expect(read.labels.map(({ value }) => value)).toEqual([1, 2]);
      expect([one, two].map((bits, at) => sameBits(bits, read.labels[at]!.bits))).toEqual([true, true]);
      expect([[...made.voxels], made.overlapping]).toEqual([
        [
          [1, countVoxels(one)],
          [2, countVoxels(two)],
        ],
        0,
      ]);
    });

  it.each([1, 2] as const)(
    'has the shape and place of the volume to the bit, and no text of it: NIfTI-%i [DSET-05, DSET-09]',
    async (version) => {
      const bytes = volumeFile(FLAT_SPACE, TURNS[1]![1], { version, dims: [...FLAT_SPACE.size, 1], isLittleEndian: false });
      const { head, header } = await readVolume(bytes);
      const { nifti } = labelMapOnVolume([], FLAT_SPACE, { head, header })!;
      const label = await readVolume(nifti);
      for (const key of ['affine', 'spacingMm', 'columns', 'rows', 'slices', 'isLittleEndian'] as const)
        expect(label.header[key]).toEqual(header[key]);
      expect([label.header.slope, label.header.intercept, label.header.datatype.name]).toEqual([1, 0, 'uint8']);
      expect(Buffer.from(nifti).includes('MILLER')).toBe(false);
      const dims = version === 1 ? Buffer.from(nifti).readInt16BE(40) : Number(Buffer.from(nifti).readBigInt64BE(16));
      expect(dims).toBe(3);
    },
  );

  it('gives voxels in several classes to the last one, and counts them [DSET-05]', async () => {
    const { head, header } = await readVolume(volumeFile(FLAT_SPACE, TURNS[0]![1]));
    const gland = bitsWhere(FLAT_SPACE.size, (column) => column < 4);
    const zone = bitsWhere(FLAT_SPACE.size, (column) => column === 3 || column === 4);
    const made = labelMapOnVolume(
      [gland, zone].map((bits, at) => ({ bits, value: at + 1 })),
      FLAT_SPACE,
      { head, header },
    )!;
    const both = countVoxels(combined(gland, zone, 'intersection'));
    expect(made.overlapping).toBe(both);
    expect([...made.voxels.values()]).toEqual([countVoxels(gland) - both, countVoxels(zone)]);
  });

  it('is refused where the volume has other voxels', async () => {
    const others: VoxelSpace[] = [
      { ...FLAT_SPACE, size: [FLAT_SPACE.size[0], FLAT_SPACE.size[1], FLAT_SPACE.size[2] - 1] },
      { ...FLAT_SPACE, origin: [FLAT_SPACE.origin[0] + 0.4, FLAT_SPACE.origin[1], FLAT_SPACE.origin[2]] },
      {
        ...FLAT_SPACE,
        steps: [FLAT_SPACE.steps[0].map((part) => part * 1.1) as unknown as Voxel, FLAT_SPACE.steps[1], FLAT_SPACE.steps[2]],
      },
    ];
    for (const other of others) expect(labelMapOnVolume([], FLAT_SPACE, await readVolume(volumeFile(other, TURNS[0]![1])))).toBeNull();
  });
});
