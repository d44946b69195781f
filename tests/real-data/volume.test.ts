import { describe, expect, it } from 'vitest';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { samplePlane } from '#imaging/volume/sample-plane.ts';
import { volumeOf } from '#imaging/volume/volume.ts';
import { volumeBox } from '#workers/voxels/volume-box.ts';
import { readSet } from './read-set.ts';
import { NOTE, realData } from './real-data.ts';

/** As in uptake.test.ts. */
const FACTOR = 0.000294480404713;

/** The largest values in SUV along each direction by pydicom and NumPy: their mean, and some of them. */
const REFERENCE = {
  coronal: { mean: 1.34359346, at: { '60 20': 2.48268, '70 60': 2.55653, '64 100': 2.4934, '90 120': 1.18864, '64 30': 1.77939 } },
  sagittal: { mean: 1.1363248, at: { '60 20': 2.12121, '70 60': 1.19995, '64 100': 1.91873, '90 120': 0.6235, '64 30': 2.20041 } },
} as const;
/** Of the range, from 0 to 16.1: what a 16-bit float loses. */
const EXACT = 16.10618 / 2048;

describe.skipIf(!realData)(`a real PET series for 3D${NOTE}`, () => {
  it('has the largest values along each direction that another tool finds [VOL-01, VOL-03]', async () => {
    const series = (await readSet(realData!, 'pet-cps-1023')).find(({ facts }) => facts.modalityCode === 'PT')!;
    const slices = await Promise.all(
      series.files.map(async ({ source }) => {
        const read = await readDicomHeader(source);
        if (!read.ok) throw new Error(read.why);
        const decoded = await decodeFrame(read.source, read.description, 0);
        if (!decoded.ok) throw new Error(decoded.why);
        const { rescaleSlope, rescaleIntercept } = read.description;
        const values = Float32Array.from(decoded.frame.samples, (stored) => (stored * rescaleSlope + rescaleIntercept) * FACTOR);
        return { description: read.description, values };
      }),
    );
    // From the feet to the head.
    slices.sort((a, b) => a.description.imagePositionPatient![2] - b.description.imagePositionPatient![2]);
    const { columns, rows, pixelSpacing, imageOrientationPatient: orientation } = slices[0]!.description;
    const voxels = new Float32Array(columns * rows * slices.length);
    for (const [at, { values }] of slices.entries()) voxels.set(values, at * columns * rows);
    const positions = slices.map(({ description }) => description.imagePositionPatient!);
    const volume = volumeOf({ columns, rows, spacing: [pixelSpacing![1], pixelSpacing![0]], orientation: orientation!, positions }, voxels);
    const look = { windowCenter: [3.5], windowWidth: [7], rescaleSlope: 1, rescaleIntercept: 0, sopClassUid: '' };
    const box = (await volumeBox(volume, (plane) => ({ values: samplePlane(volume, plane), isCoarse: false }), {
      ...{ mostVoxels: 6_000_000, by: 'max', picture: { look, unit: 'SUV' } },
      pause: async () => undefined,
    }))!;
    expect(box).toMatchObject({ size: [128, 128, 199], reducedBy: [1, 1, 1], low: 0, high: expect.closeTo(16.10618, 4) });
    const values = new Float16Array(box.samples.buffer);
    for (const [direction, { mean, at }] of Object.entries(REFERENCE)) {
      const largest = (across: number, slice: number): number => {
        const along = Array.from({ length: 128 }, (_, step) =>
          direction === 'coronal' ? values[(slice * 128 + step) * 128 + across]! : values[(slice * 128 + across) * 128 + step]!,
        );
        return Math.max(...along) * (box.high - box.low) + box.low;
      };
      for (const [place, expected] of Object.entries(at)) {
        const [across, slice] = place.split(' ').map(Number) as [number, number];
        expect(Math.abs(largest(across, slice) - expected)).toBeLessThan(EXACT);
      }
      const all = Array.from({ length: 199 }, (_, slice) => Array.from({ length: 128 }, (__, across) => largest(across, slice))).flat();
      expect(all.reduce((sum, one) => sum + one) / all.length).toBeCloseTo(mean, 3);
    }
  });
});
