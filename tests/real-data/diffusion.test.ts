import { describe, expect, it } from 'vitest';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { adcMap, type DiffusionSlice } from '#imaging/computed/adc-map.ts';
import { slicePositionMm } from '#model/pictures/geometry.ts';
import { NOTE, realData } from './real-data.ts';
import { readSet, type ReadFile, type ReadSeries } from './read-set.ts';

/**
 * References: NumPy on what dcm2niix has written of the diffusion series (b 50, 400, 800), over the voxels whose signal is at least 40 at b 50, and above 0
 * at the others; and the ADC map of the scanner.
 */
const REFERENCE = { bright: 40, voxels: 58_462, adc: 1348.325011850055, error: 133.61633967453108 };

describe.skipIf(!realData)(`the diffusion coefficient in a real series${NOTE}`, () => {
  it('is that of NumPy with its error, and follows the map of the scanner [DYN-05, DYN-06]', async () => {
    const read = await readSet(realData!, 'mr-prostate-siemens-skyra');
    const [diffusion, ofScanner] = [await positionsIn(read, 6), await positionsIn(read, 7)];
    const sums = { voxels: 0, adc: 0, error: 0 };
    const pairs: [own: number, scanner: number][] = [];
    for (const [position, slices] of diffusion) {
      const [adc, error] = [adcMap(slices, 'adc')!, adcMap(slices, 'adc-error')!];
      const { samples: lowest } = slices.find(({ b }) => b === 50)!;
      const [map] = ofScanner.get(position)!;
      for (const [at, value] of adc.entries()) {
        if (Number.isNaN(value) || lowest[at]! < REFERENCE.bright) continue;
        sums.voxels += 1;
        sums.adc += value;
        sums.error += error[at]!;
        pairs.push([value, map!.samples[at]!]);
      }
    }
    expect(sums.voxels).toBe(REFERENCE.voxels);
    expect(sums.adc / sums.voxels).toBeCloseTo(REFERENCE.adc, 3);
    expect(sums.error / sums.voxels).toBeCloseTo(REFERENCE.error, 3);
    // The scanner fits in a way of its own: its map is about 4 % lower.
    expect(correlation(pairs)).toBeGreaterThan(0.98);
    const away = pairs.map(([own, scanner]) => own - scanner).toSorted((one, other) => one - other);
    expect(Math.abs(away[Math.floor(away.length / 2)]!)).toBeLessThan(60);
  });
});

/** The slices of a series at each position, in tenths of a mm. */
async function positionsIn(read: readonly ReadSeries[], number: number): Promise<Map<number, DiffusionSlice[]>> {
  const { files } = read.find(({ facts }) => facts.seriesNumber === number)!;
  const slices = await Promise.all(
    files.map(async (file) => ({ position: Math.round(slicePositionMm(file.description)! * 10), ...(await sliceOf(file)) })),
  );
  return Map.groupBy(slices, ({ position }) => position);
}

async function sliceOf({ source, description }: ReadFile): Promise<DiffusionSlice> {
  const decoded = await decodeFrame(source, description, 0);
  if (!decoded.ok) throw new Error(decoded.why);
  const { diffusionBValue, rescaleSlope: slope, rescaleIntercept: intercept } = description;
  return { b: diffusionBValue!, samples: decoded.frame.samples, slope, intercept };
}

function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (of: (pair: readonly [number, number]) => number): number => pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)];
  const product = (of: (x: number, y: number) => number): number => mean(([x, y]) => of(x - meanX, y - meanY));
  return product((x, y) => x * y) / Math.sqrt(product((x) => x * x) * product((_, y) => y * y));
}
