import { beforeEach, expect, it, vi } from 'vitest';
import type { MeasurementKind, PixelPoint } from '#contract/measurements.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import { drawFigures } from './draw-figures.ts';
import type { StudyMeasurement } from './measure-store.ts';

/** Ten by ten pixels of 1 mm. */
const picture = {
  ...{ sop: '2.25.1', frameInFile: 0, facts: {}, plane: null, pixelAspect: 1, spacingMm: { width: 1, height: 1 }, unit: 'HU' },
  frame: { kind: 'grey', columns: 10, rows: 10, samples: new Float32Array(100) },
  look: { rescaleSlope: 1, rescaleIntercept: 0 },
  scale: { of: 'patient', rowMm: 1, columnMm: 1 },
} as unknown as StoredSlice;

const measurement = (kind: MeasurementKind, points: readonly PixelPoint[], more: Partial<StudyMeasurement> = {}) =>
  ({
    ...{ uuid: kind, study: 's', series: 'a', grid: 'g', slice: 0, sop: '2.25.1', frame: 0, kind, points, text: '', number: 4 },
    ...{ version: 1, user: null, editable: true, created_at: null, updated_at: null, waits: null },
    measured: { values: {}, scale: 'patient', unit: null },
    ...more,
  }) as StudyMeasurement;

let paths: string[];
let texts: string[];
const context = {
  stroke: ({ d }: { d: string }) => void paths.push(d),
  setLineDash() {},
  strokeText() {},
  fillText: (text: string) => void texts.push(text),
} as unknown as OffscreenCanvasRenderingContext2D;

beforeEach(() => {
  [paths, texts] = [[], []];
  vi.stubGlobal(
    'Path2D',
    class {
      readonly d: string;
      constructor(d: string) {
        this.d = d;
      }
    },
  );
});

const BOX: PixelPoint[] = [
  [1, 1],
  [4, 4],
];

it('a picture shows what was measured on its slice, where it is in the picture, and nothing else [MEAS-17]', () => {
  drawFigures(context, { width: 100, height: 100 }, { series: 'a', picture }, [
    measurement('box', BOX, { text: 'Lesion' }),
    measurement('key-image', [], { text: 'A caption' }),
    measurement('box', BOX, { uuid: 'other', sop: '2.25.2', text: 'Of another slice' }),
  ]);
  // The centre of pixel (1, 1) is at 15 of 100.
  expect(paths[0]).toMatch(/^M15\.0 15\.0/);
  expect(paths[0]).toContain('45.0 45.0');
  expect(texts).toEqual(['4  Lesion']);
});
