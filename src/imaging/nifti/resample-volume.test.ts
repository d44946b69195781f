import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { parseNiftiHeader } from './parse-header.ts';
import { doOverlap, resampleVolume } from './resample-volume.ts';
import { unpackVoxels } from './unpack-voxels.ts';
import { volumeSpaceOf } from './volume-space.ts';
import { writeNifti } from './write-nifti.ts';

type Rows = [[number, number, number, number], [number, number, number, number], [number, number, number, number]];

const FINE: Rows = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 2, 0],
];
/** Half as many voxels along each axis, turned round in the second one, at the same places. */
const COARSE: Rows = [
  [2, 0, 0, 0],
  [0, -2, 0, 10],
  [0, 0, 4, 0],
];

const volume = (
  dims: [number, number, number],
  sform: Rows,
  value: (column: number, row: number, slice: number) => number,
  more: object = {},
) =>
  writeNifti({
    ...{ dims, pixdim: [1, 1, 1], sform, ...more },
    voxel: (at) => value(at % dims[0], Math.floor(at / dims[0]) % dims[1], Math.floor(at / (dims[0] * dims[1]))),
  });

async function resampled(bytes: Uint8Array, reference: Uint8Array) {
  const slabs = await resampleVolume(createMemorySource(bytes), createMemorySource(reference));
  if (slabs === null) return null;
  const parts: Uint8Array[] = [];
  for await (const part of slabs) parts.push(part);
  const file = new Uint8Array(Buffer.concat(parts));
  const parsed = parseNiftiHeader(file);
  if (!parsed.ok) throw new Error(parsed.why);
  const { header } = parsed;
  return { header, values: [...unpackVoxels(file.slice(header.voxelOffset), header.datatype, header.isLittleEndian)], parts: parts.length };
}
const spaceOf = (bytes: Uint8Array) => {
  const parsed = parseNiftiHeader(bytes);
  if (!parsed.ok) throw new Error(parsed.why);
  return volumeSpaceOf(parsed.header)!;
};

describe('a volume on the voxels of another one', () => {
  const reference = volume([9, 8, 5], FINE, () => 0);

  it('has its place and shape, and linear values of the modality, with those of the edge outside [DSET-04]', async () => {
    // The value is the place in mm: 3 x + 5 y + 7 z, stored with a factor.
    const coarse = volume([5, 6, 3], COARSE, (column, row, slice) => 3 * 2 * column + 5 * (10 - 2 * row) + 7 * 4 * slice, {
      ...{ datatype: 4, slope: 0.5, intercept: -10 },
    });
    const { header, values } = (await resampled(coarse, reference))!;
    expect([header.columns, header.rows, header.slices, header.datatype.name]).toEqual([9, 8, 5, 'float32']);
    expect(volumeSpaceOf(header)).toEqual(spaceOf(reference));
    let at = 0;
    for (let slice = 0; slice < 5; slice += 1)
      for (let row = 0; row < 8; row += 1)
        for (let column = 0; column < 9; column += 1, at += 1)
          expect(values[at]).toBeCloseTo((3 * column + 5 * row + 7 * 2 * slice) * 0.5 - 10, 3);
    const beyond = (await resampled(
      volume([2, 6, 3], COARSE, (column) => column),
      reference,
    ))!;
    expect(beyond.values.slice(0, 9)).toEqual([0, 0.5, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('is read and written slab by slab, also across its slices [DSET-04]', async () => {
    const reads: number[] = [];
    const large = volume([40, 30, 4], FINE, () => 0);
    const source = volume([4, 4, 6], [[12, 0, 0, 0], [0, 9, 0, 0], [0, 0, 1, 0]], (_column, _row, slice) => slice); // prettier-ignore
    const noting = { size: source.length, read: (offset: number, length: number) => (reads.push(length), Promise.resolve(source.slice(offset, offset + length))) }; // prettier-ignore
    const slabs = await resampleVolume(noting, createMemorySource(large), { slabVoxels: 40 * 30 * 2 });
    const firsts: number[] = [];
    for await (const part of slabs!)
      if (part.length > 1000) for (const slice of [0, 1]) firsts.push(new DataView(part.buffer).getFloat32(slice * 40 * 30 * 4, true));
    expect(firsts).toEqual([0, 2, 4, 5]);
    const slice = 4 * 4 * 2;
    expect(reads.slice(1)).toEqual([3 * slice, 2 * slice]);
    // The columns of one are the slices of the other.
    const across = volume([5, 8, 9], [[0, 0, 1, 0], [0, 1, 0, 0], [2, 0, 0, 0]], (column, row, slice) => slice + 10 * row + 100 * column); // prettier-ignore
    const turned = (await resampled(across, reference))!;
    expect([turned.values[0], turned.values[1], turned.values[9], turned.values[72]]).toEqual([0, 1, 10, 100]);
  });

  it('keeps what is no number from spreading, and keeps the byte order of the other one [DSET-04]', async () => {
    const holes = volume([9, 8, 5], FINE, (column) => (column === 4 ? NaN : column + 2), { datatype: 16 });
    expect((await resampled(holes, reference))!.values.slice(0, 9)).toEqual([2, 3, 4, 5, 2, 7, 8, 9, 10]);
    const big = volume([9, 8, 5], FINE, () => 0, { isLittleEndian: false });
    expect(
      (await resampled(
        volume([9, 8, 5], FINE, (column) => column),
        big,
      ))!.values.slice(0, 3),
    ).toEqual([0, 1, 2]);
  });

  it('that cannot be read is none; volumes that do not meet do not overlap [DSET-04]', async () => {
    expect(await resampled(new Uint8Array(400), reference)).toBeNull();
    expect(await resampled(reference, reference.subarray(0, 400))).toBeNull();
    const at = (x: number) => spaceOf(volume([5, 6, 3], [[2, 0, 0, x], [0, -2, 0, 10], [0, 0, 4, 0]], () => 0)); // prettier-ignore
    expect([at(0), at(8), at(9.5), at(-9.5), at(-20)].map((space) => doOverlap(spaceOf(reference), space))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
