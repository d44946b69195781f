import { describe, expect, it } from 'vitest';
import type { DescribedSlice } from '#model/grids/grid.ts';
import { toDescribedSlice } from '#model/grids/described-slice.ts';
import { exampleInstance } from '#model/studies/instance.example.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { createSeriesQuality, type CheckedInstance, type SeriesQuality } from './series-quality.ts';

const PIXELS = { offset: 1000, length: 256 * 256 * 2, encapsulated: false };

/** Axial slices 3 mm apart, one file each. */
function stack(heights: readonly number[], change: (index: number) => Partial<InstanceDescription> = () => ({})): InstanceDescription[] {
  return heights.map((z, index) =>
    exampleInstance({
      ...{ instanceNumber: index + 1, imagePositionPatient: [-64, -64, z], imageOrientationPatient: [1, 0, 0, 0, 1, 0] },
      ...{ frameOfReferenceUid: '1.2', pixelData: PIXELS },
      ...change(index),
    }),
  );
}

const at = (count: number, step = 3): number[] => Array.from({ length: count }, (_, index) => index * step);

function quality(
  files: readonly InstanceDescription[],
  { burnedIn = null, slices }: { burnedIn?: CheckedInstance['burnedIn']; slices?: readonly DescribedSlice[] } = {},
): SeriesQuality {
  const series = createSeriesQuality();
  for (const description of files) series.add({ description, burnedIn });
  return series.end(slices ?? files.map((description) => toDescribedSlice(description, 0)));
}

const saidOf = (files: readonly InstanceDescription[]) => quality(files).findings.map(({ severity, said }) => [severity, said]);

describe('slices of a series', () => {
  it('at equal distances say nothing, in whatever order they are read [QIN-02]', () => {
    expect(saidOf(stack(at(20)))).toEqual([]);
    expect(saidOf(stack(at(20)).toReversed())).toEqual([]);
  });

  it('are missing where positions and numbers have the same gap [QIN-02]', () => {
    const gap = [0, 3, 6, 15, 18, 21, 27, 30];
    const files = stack(gap, (index) => ({ instanceNumber: gap[index]! / 3 + 1 }));
    const said = { code: 'missing-slices', missing: 3, present: 8, stepMm: 3 };
    expect(saidOf(files)).toEqual([['error', said]]);
    expect(saidOf(files.toReversed())).toEqual([['error', said]]);
    // Numbered from the other end.
    expect(saidOf(stack(gap, (index) => ({ instanceNumber: 40 - gap[index]! / 3 })))).toEqual([['error', said]]);
  });

  it('may be missing where the numbers do not follow the positions, or there are none [QIN-02]', () => {
    const gap = [0, 3, 6, 12, 15, 18];
    const said = ['warning', { code: 'missing-slices', missing: 1, present: 6, stepMm: 3 }];
    expect(saidOf(stack(gap, () => ({ instanceNumber: null })))).toEqual([said]);
    expect(saidOf(stack(gap, (index) => ({ instanceNumber: [1, 4, 2, 5, 3, 6][index]! })))).toEqual([said]);
    // There is a gap in the numbers, but not as large.
    expect(saidOf(stack([0, 3, 6, 15, 18, 21], (index) => ({ instanceNumber: [1, 2, 3, 5, 6, 7][index]! })))).toEqual([
      ['warning', { code: 'missing-slices', missing: 2, present: 6, stepMm: 3 }],
    ]);
  });

  it('are at unequal distances where the numbers go on, or the step is no multiple [QIN-03]', () => {
    expect(saidOf(stack([0, 3, 6, 12, 15, 18]))).toEqual([
      ['warning', { code: 'unequal-spacing', usualMm: 3, smallestMm: 3, largestMm: 6, unusual: 1 }],
    ]);
    const mixed = stack([0, 3, 6, 10.5, 13.5, 16.5], (index) => ({ instanceNumber: index < 3 ? index + 1 : index + 2 }));
    expect(saidOf(mixed)).toEqual([['warning', { code: 'unequal-spacing', usualMm: 3, smallestMm: 3, largestMm: 4.5, unusual: 1 }]]);
  });

  it('that are few, or rounded by the scanner, say nothing [QIN-03]', () => {
    expect(saidOf(stack([0, 3, 12]))).toEqual([]);
    expect(saidOf(stack(at(30, 0.6249).map((z) => Number(z.toFixed(2)))))).toEqual([]);
  });

  it('without positions, or around an axis, say nothing', () => {
    expect(saidOf(stack([0, 3, 6, 12, 15], () => ({ imagePositionPatient: null })))).toEqual([]);
    const around = (index: number): Partial<InstanceDescription> => {
      const [cos, sin] = [Math.cos(index / 20), Math.sin(index / 20)];
      return { imageOrientationPatient: [cos, sin, 0, 0, 0, 1] };
    };
    expect(saidOf(stack(at(60), around))).toEqual([]);
  });

  it('of several orientations are a stack each [QIN-02]', () => {
    const sagittal: Partial<InstanceDescription> = { imageOrientationPatient: [0, 1, 0, 0, 0, -1] };
    const both = [
      ...stack(at(5)),
      ...stack(at(4), (index) => ({ ...sagittal, instanceNumber: index + 6, imagePositionPatient: [[0, 4, 12, 16][index]!, 0, 0] })),
    ];
    expect(saidOf(both)).toEqual([['warning', { code: 'unequal-spacing', usualMm: 4, smallestMm: 4, largestMm: 8, unusual: 1 }]]);
  });
});

describe('positions of a series', () => {
  it('with the same number of images each are told as a fact [QIN-04]', () => {
    expect(saidOf(stack([...at(5), ...at(5), ...at(5)]))).toEqual([['info', { code: 'repeated-positions', positions: 5, images: 3 }]]);
  });

  it('with fewer images than others are incomplete: times, echoes or b-values [QIN-05]', () => {
    expect(saidOf(stack([...at(6), ...at(6), ...at(4)]))).toEqual([
      ['warning', { code: 'incomplete-acquisition', of: 'positions', expected: 6, present: 4 }],
    ]);
  });

  it('with more images than others are a warning [QIN-04]', () => {
    expect(saidOf(stack([...at(6), 3]))).toEqual([['warning', { code: 'repeated-positions', positions: 1, images: 2 }]]);
  });

  it('with no usual number of images, or a single one, say nothing', () => {
    expect(saidOf(stack([0, 0, 0, 0]))).toEqual([]);
    expect(saidOf(stack([0, 3, 3, 6, 6, 6, 9, 9, 9, 9]))).toEqual([]);
  });
});

describe('an acquisition', () => {
  it('of fewer slices or times than the header names is incomplete [QIN-05]', () => {
    expect(saidOf(stack(at(20), () => ({ extent: { slices: 20 } })))).toEqual([]);
    expect(saidOf(stack(at(20), () => ({ extent: { slices: 30 } })))).toEqual([
      ['warning', { code: 'incomplete-acquisition', of: 'slices', expected: 30, present: 20 }],
    ]);
    const times = stack([...at(4), ...at(4)], (index) => ({ extent: { times: 5, time: index < 4 ? 1 : 2 } }));
    expect(saidOf(times)).toContainEqual(['warning', { code: 'incomplete-acquisition', of: 'times', expected: 5, present: 2 }]);
    // The header counts times, and does not say which one an image is of.
    expect(saidOf(stack(at(4), () => ({ extent: { times: 5 } })))).toEqual([]);
  });

  it('is not told twice, where slices are missing [QIN-05]', () => {
    const files = stack([0, 3, 6, 12, 15, 18], () => ({ instanceNumber: null, extent: { slices: 7 } }));
    expect(saidOf(files).map(([, said]) => (said as { code: string }).code)).toEqual(['missing-slices']);
  });

  it('with less pixel data than its frames need is incomplete [QIN-05]', () => {
    const film = exampleInstance({ numberOfFrames: 30, pixelData: { ...PIXELS, length: PIXELS.length * 20 + 5 } });
    expect(quality([film], { slices: [] }).findings).toEqual([
      { severity: 'warning', said: { code: 'incomplete-acquisition', of: 'frames', expected: 30, present: 20 } },
    ]);
    const whole = { numberOfFrames: 2, rows: 10, columns: 10, samplesPerPixel: 3, bitsAllocated: 8 };
    const colour = { ...whole, photometricInterpretation: 'YBR_FULL_422', pixelData: { ...PIXELS, length: 400 } };
    expect(quality([exampleInstance(colour)], { slices: [] }).findings).toEqual([]);
    expect(
      quality([exampleInstance({ ...colour, pixelData: { ...PIXELS, length: 9, encapsulated: true } })], { slices: [] }).findings,
    ).toEqual([]);
  });

  it('keeps what its study compares: images, those that are expected, and the body part [QIN-06]', () => {
    const files = stack(at(4), (index) => ({ extent: { images: index === 2 ? 9 : 8 }, bodyPartExamined: index === 0 ? '' : 'PROSTATE' }));
    expect(quality(files)).toEqual({ images: 4, expectedImages: 9, bodyPart: 'prostate', findings: [] });
    const mixed = stack(at(4), (index) => ({ bodyPartExamined: index === 0 ? 'KNEE' : 'PROSTATE' }));
    expect(quality(mixed)).toEqual({ images: 4, expectedImages: null, bodyPart: null, findings: [] });
  });
});

describe('images', () => {
  it('that were compressed with losses are counted [QIN-07]', () => {
    const files = stack(at(4), (index) => (index < 2 ? { isLossy: true } : {}));
    expect(saidOf(files)).toEqual([['info', { code: 'lossy-compression', images: 2, of: 4 }]]);
  });

  it('with text are a warning where the header states it, otherwise a fact [QIN-08]', () => {
    const files = stack(at(2));
    expect(quality(files, { burnedIn: 'stated' }).findings).toEqual([
      { severity: 'warning', said: { code: 'burned-in-text', images: 2, of: 2, stated: true } },
    ]);
    expect(quality(files, { burnedIn: 'likely' }).findings).toEqual([
      { severity: 'info', said: { code: 'burned-in-text', images: 2, of: 2, stated: false } },
    ]);
  });

  it('are counted by frames; reports and segmentations are none', () => {
    const film = exampleInstance({ numberOfFrames: 30, isLossy: true, pixelData: { ...PIXELS, encapsulated: true } });
    expect(quality([film], { slices: [] }).findings).toEqual([
      { severity: 'info', said: { code: 'lossy-compression', images: 30, of: 30 } },
    ]);
    const masks = stack([0, 0, 3, 9, 9], () => ({ sopClassUid: '1.2.840.10008.5.1.4.1.1.66.4', isLossy: true }));
    expect(quality(masks)).toEqual({ images: 0, expectedImages: null, bodyPart: null, findings: [] });
    expect(quality(stack(at(4), () => ({ pixelData: null }))).images).toBe(0);
  });
});
