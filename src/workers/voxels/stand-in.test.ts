import { beforeAll, describe, expect, it } from 'vitest';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { planeThrough } from '#imaging/volume/volume-planes.ts';
import { CORONAL } from '#model/pictures/image-plane.ts';
import { brickedVolume, heldBricks, type HeldBricks } from '#tests/fixtures/bricked-volume.ts';
import { makeDescription } from '#tests/fixtures/instance.ts';
import type { ReadSlice } from '#workers/series/slice-reader.ts';
import { BrickedVoxels } from './bricked-voxels.ts';
import { StandIn } from './stand-in.ts';

const [COLUMNS, ROWS, SLICES] = [140, 130, 131];
/** As dcm2niix writes it: rows from the back to the front, values with a slope. The first slice is the lowest one. */
const volume = writeNifti({
  dims: [COLUMNS, ROWS, SLICES],
  pixdim: [1, 1, 2],
  sform: [
    [-1, 0, 0, 70],
    [0, 1, 0, -64],
    [0, 0, 2, 10],
  ],
  slope: 2,
  intercept: -1000,
  voxel: (at) => Math.floor(at / COLUMNS / ROWS),
});

/** A slice of the files at a height in mm; the first of its pixels is at the right and in front. */
function fileAt(z: number, change: Partial<ReturnType<typeof makeDescription>> = {}): ReadSlice {
  const description = makeDescription({
    ...{ columns: COLUMNS, rows: ROWS, pixelSpacing: [1, 1], imageOrientationPatient: [1, 0, 0, 0, 1, 0] },
    ...{ imagePositionPatient: [-70, -65, z], rescaleSlope: 1, rescaleIntercept: -500, ...change },
  });
  const samples = new Int16Array(COLUMNS * ROWS);
  return {
    frame: { kind: 'grey', rows: ROWS, columns: COLUMNS, samples, isInverted: false },
    frameInFile: 0,
    description,
    startWindow: null,
  };
}
const low = 10;
const high = low + 2 * (SLICES - 1);

let packed: Awaited<ReturnType<typeof brickedVolume>>;
let server: HeldBricks;
beforeAll(async () => {
  packed = await brickedVolume(volume);
}, 30_000);

async function open(slices = SLICES): Promise<StandIn | null> {
  server = heldBricks(packed);
  const bricks = await BrickedVoxels.open(server.bricks, () => undefined, { mostBytes: 0, cacheBytes: 0, asks: false });
  return StandIn.of(bricks!, slices);
}

describe('the converted volume of a series of files [ANN-58]', () => {
  it.each([
    ['in its order', (slice: number) => low + 2 * slice],
    ['in the other order', (slice: number) => high - 2 * slice],
  ])('has their slices: %s', async (_, zOf) => {
    const standIn = (await open())!;
    expect([standIn.planes(), standIn.shape]).toEqual([null, null]);
    standIn.learn(20, fileAt(zOf(20)));
    const planes = standIn.planes()!;
    expect(planes).toHaveLength(SLICES);
    for (const slice of [0, 20, 130]) {
      expect(planes[slice]!.origin.map((mm) => Math.round(mm))).toEqual([-70, -65, zOf(slice)]);
      expect(planes[slice]).toMatchObject({ width: COLUMNS, height: ROWS, right: [1, 0, 0], below: [0, 1, 0] });
    }
  });

  it('is not used for the direction of a series of which only the middle is known', async () => {
    const standIn = (await open())!;
    standIn.learn(65, fileAt(low + 130));
    expect(standIn.planes()).toBeNull();
    standIn.learn(66, fileAt(low + 128));
    expect(standIn.planes()![0]!.origin[2]).toBeCloseTo(high, 3);
  });

  it.each([
    ['elsewhere', fileAt(low + 41)],
    ['beside it', fileAt(low + 40, { imagePositionPatient: [-60, -65, low + 40] })],
    ['tilted', fileAt(low + 40, { imageOrientationPatient: [1, 0, 0, 0, 0.98, 0.199] })],
    ['of another size', fileAt(low + 40, { columns: 70 })],
    ['without a place', fileAt(low + 40, { imagePositionPatient: null })],
  ])('is not used for other slices: %s', async (_, read) => {
    const standIn = (await open())!;
    standIn.learn(20, read);
    expect(standIn.planes()).toBeNull();
  });

  it('is not used for another number of slices', async () => {
    expect(await open(SLICES - 1)).toBeNull();
  });

  it('gives coarse planes in the stored units of the files, and asks for nothing more', async () => {
    const standIn = (await open())!;
    standIn.learn(20, fileAt(low + 40));
    const plane = planeThrough(standIn.shape!, [0, 0, 60], CORONAL);
    const { values, isCoarse } = standIn.sample(plane, null, fileAt(0).description)!;
    expect([isCoarse, server.asked]).toEqual([true, []]);
    // Slice 65: 65 * 2 - 1000 in the volume, minus the intercept of the files. The head is at the top.
    const row = Math.round((low + 2 * (SLICES - 1) - (low + 130)) / 1);
    expect(values[row * plane.width + 70]! / (65 * 2 - 500)).toBeCloseTo(1, 1);
  });
});
