import { describe, expect, it } from 'vitest';
import { gridOf } from '#model/grids/grid.ts';
import { gridSize, voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { suvOf } from '#model/suv/suv.ts';
import { slicesOfInstance } from '#imaging/describe-slices.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { uptakeOf } from '#imaging/mask/statistics/uptake.ts';
import { bitsWhere } from '#tests/fixtures/random-bits.ts';
import { readSet } from './read-set.ts';
import { NOTE, realData } from './real-data.ts';

/**
 * References: the factor by a reader of its own of the raw elements (Python), 66.2 kg by 381.47 MBq decayed from 11:39:00 to 13:02:44.678; the values
 * by NumPy on what dcm2niix has written.
 */
const FACTOR = 0.000294480404713;
const HOT = { from: 5, voxels: 15_288, maximum: 16.1062, mean: 7.05173, volumeMl: 645.796, glycolysis: 4553.98, peak: 14.71696 };

describe.skipIf(!realData)(`uptake in a real PET series${NOTE}`, () => {
  it('is that of other tools: its factor, and maximum, peak, mean, volume and glycolysis of what takes up most [PET-01, PET-07]', async () => {
    const series = (await readSet(realData!, 'pet-cps-1023')).find(({ facts }) => facts.modalityCode === 'PT')!;
    const suv = suvOf(series.facts.pet!);
    expect(suv).toMatchObject({ rule: 'series', weight: expect.closeTo(FACTOR, 14), lean_mass: null, surface: null });
    const slices = await Promise.all(
      series.files.map(async ({ source }) => {
        const read = await readDicomHeader(source);
        if (!read.ok) throw new Error(read.why);
        const decoded = await decodeFrame(read.source, read.description, 0);
        if (!decoded.ok) throw new Error(decoded.why);
        return { described: (await slicesOfInstance(read))[0]!, samples: decoded.frame.samples, slope: read.description.rescaleSlope };
      }),
    );
    const grid = gridOf(slices.map(({ described }) => described))!;
    const [columns, rows, count] = gridSize(grid);
    const samples = new Float32Array(columns * rows * count);
    for (const { described, samples: of, slope } of slices) {
      const at = grid.slices.findIndex(({ sop }) => sop === described.sop);
      for (let pixel = 0; pixel < of.length; pixel += 1) samples[at * of.length + pixel] = of[pixel]! * slope * FACTOR;
    }
    const hot = bitsWhere([columns, rows, count], (column, row, slice) => samples[(slice * rows + row) * columns + column]! >= HOT.from);
    const uptake = uptakeOf(hot, { samples, slope: 1, intercept: 0, space: voxelSpaceOf(grid)! })!;
    expect(uptake.maximum).toBeCloseTo(HOT.maximum, 3);
    expect(uptake.mean).toBeCloseTo(HOT.mean, 3);
    expect(uptake.peak).toBeCloseTo(HOT.peak, 3);
    expect(uptake.volumeMl).toBeCloseTo(HOT.volumeMl, 1);
    expect(uptake.glycolysis / HOT.glycolysis).toBeCloseTo(1, 4);
  });
});
