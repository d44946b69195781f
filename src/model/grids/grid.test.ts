import { describe, expect, it } from 'vitest';
import { Grid } from '#contract/grids.ts';
import { gridOf, gridToText, sliceSpacing, type DescribedSlice } from './grid.ts';

/** Axial slices, 3 mm apart, with the first one at the feet. */
const stack = (count: number, change: (index: number) => Partial<DescribedSlice> = () => ({})): DescribedSlice[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ sop: `1.2.${index}`, frame: 0, instanceNumber: index + 1, rows: 320, columns: 256, pixelSpacing: [0.5, 0.625] as const },
    ...{ imagePositionPatient: [-80, -100, index * 3 - 30] as const, imageOrientationPatient: [1, 0, 0, 0, 1, 0] as const },
    ...{ frameOfReference: '1.2.3', isMosaic: false },
    ...change(index),
  }));

describe('the grid of a series', () => {
  it('has the size, spacing, orientation, and position of each slice, with the file and frame behind it [ENT-58]', () => {
    const grid = gridOf(stack(3));
    expect(Grid.parse(grid)).toEqual(grid);
    expect(grid).toEqual({
      version: 1,
      planes: [{ columns: 256, rows: 320, spacing: [0.625, 0.5], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '1.2.3' }],
      slices: [-30, -27, -24].map((z, index) => ({ sop: `1.2.${index}`, frame: 0, plane: 0, position: [-80, -100, z] })),
      step: [0, 0, 3],
      noVolume: null,
    });
    expect(sliceSpacing(grid!)).toBe(3);
  });

  it('does not depend on the order in which the files were read, and follows positions instead of numbers', () => {
    const backwards = (index: number) => ({ instanceNumber: 10 - index });
    const grid = gridOf(stack(5, backwards));
    expect(gridToText(gridOf(stack(5, backwards).reverse())!)).toBe(gridToText(grid!));
    expect(grid?.slices.map(({ sop }) => sop)).toEqual(['1.2.0', '1.2.1', '1.2.2', '1.2.3', '1.2.4']);
  });

  it.each<[string, DescribedSlice[]]>([
    ['share a UID', stack(4, (index) => ({ sop: '1.2', instanceNumber: null, imagePositionPatient: index < 2 ? null : [0, 0, index] }))],
    // The last of them is parallel to the others, but not to the first.
    [
      'turn slowly',
      stack(4, (index) => ({
        imageOrientationPatient: [1, index * 0.0004, 0, -index * 0.0004, 1, 0],
        imagePositionPatient: [0, 0, -index],
      })),
    ],
  ])('of slices that %s does not depend on their order either', (_, slices) => {
    const texts = [0, 1, 2, 3].map((by) => gridToText(gridOf([...slices.slice(by), ...slices.slice(0, by)])!));
    expect(new Set(texts)).toEqual(new Set([gridToText(gridOf(slices.toReversed())!)]));
  });

  it('has another text if anything in it differs', () => {
    const texts = [
      stack(3),
      stack(4),
      stack(3, () => ({ frameOfReference: '1.2.4' })),
      stack(3, (index) => ({ sop: `1.3.${index}` })),
      stack(3, () => ({ pixelSpacing: [0.5, 0.6251] })),
      stack(3, (index) => ({ imagePositionPatient: [-80, -100, index * 3 - 30.01] })),
    ].map((slices) => gridToText(gridOf(slices)!));
    expect(new Set(texts).size).toBe(texts.length);
    const noise = stack(3, (index) => ({ imagePositionPatient: [-80.000_000_1, -100, index * 3 - 30] }));
    expect(gridToText(gridOf(noise)!)).toBe(texts[0]);
  });

  it('of a tilted gantry is a volume whose slices are shifted against each other', () => {
    const grid = gridOf(stack(4, (index) => ({ imagePositionPatient: [-80, -100 + index, index * 3] })));
    expect(grid).toMatchObject({ noVolume: null, step: [0, 1, 3] });
    expect(sliceSpacing(grid!)).toBe(3);
  });

  it('of oblique slices runs along their normal', () => {
    const half = Math.SQRT1_2;
    const oblique = stack(3, (index) => ({
      imageOrientationPatient: [1, 0, 0, 0, half, half],
      imagePositionPatient: [0, -half * 2 * index, half * 2 * index],
    }));
    expect(sliceSpacing(gridOf(oblique)!)).toBeCloseTo(2, 3);
  });

  it('tolerates what scanners round', () => {
    expect(gridOf(stack(20, (index) => ({ imagePositionPatient: [-80, -100, Number((index * 0.6249).toFixed(3))] })))?.noVolume).toBe(null);
    const turned = stack(4, (index) => (index === 2 ? { imageOrientationPatient: [1, 0.000_02, 0, -0.000_02, 1, 0] } : {}));
    expect(gridOf(turned)).toMatchObject({ noVolume: null, planes: [{}, {}] });
  });

  it.each<[string, DescribedSlice[]]>([
    ['single-slice', stack(1)],
    ['no-position', stack(3, (index) => (index === 1 ? { imagePositionPatient: null } : {}))],
    ['no-position', stack(3, () => ({ imageOrientationPatient: null }))],
    ['no-position', stack(3, () => ({ pixelSpacing: null }))],
    ['no-position', stack(3, () => ({ imageOrientationPatient: [0, 0, 0, 0, 0, 0] }))],
    ['mosaic', stack(3, () => ({ isMosaic: true }))],
    ['size', stack(3, (index) => (index === 2 ? { rows: 100 } : {}))],
    ['spacing', stack(3, (index) => (index === 2 ? { pixelSpacing: [0.7, 0.7] } : {}))],
    ['orientation', stack(3, (index) => (index === 2 ? { imageOrientationPatient: [1, 0, 0, 0, 0, -1] } : {}))],
    ['frame-of-reference', stack(3, (index) => (index === 2 ? { frameOfReference: '9' } : {}))],
    ['repeated', stack(6, (index) => ({ imagePositionPatient: [0, 0, index % 3] }))],
    ['gap', stack(6).toSpliced(3, 1)],
    ['shifted', stack(5, (index) => ({ imagePositionPatient: [index === 2 ? 4 : 0, 0, index * 3] }))],
  ])('is no volume because of: %s', (noVolume, slices) => {
    const grid = gridOf(slices);
    expect(grid).toMatchObject({ noVolume, step: null });
    expect(sliceSpacing(grid!)).toBe(null);
    expect(grid?.slices).toHaveLength(slices.length);
    expect(gridToText(gridOf(slices.toReversed())!)).toBe(gridToText(grid!));
  });

  it('of an enhanced image has a slice for each frame of the file', () => {
    const frames = stack(4, (index) => ({ sop: '1.2.9', frame: 3 - index, instanceNumber: 1 }));
    expect(gridOf(frames)).toMatchObject({ noVolume: null, slices: [3, 2, 1, 0].map((frame) => ({ sop: '1.2.9', frame })) });
  });

  it('of no slices is none', () => expect(gridOf([])).toBe(null));
});
