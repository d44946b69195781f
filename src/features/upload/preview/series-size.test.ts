import { expect, it } from 'vitest';
import { seriesSize } from './series-size.ts';

it.each([
  [{ rows: 384, columns: 320, sliceThickness: 3 }, '384 × 320 · 3 mm'],
  [{ rows: 512, columns: 512, sliceThickness: 0.6250001 }, '512 × 512 · 0.63 mm'],
  [{ rows: 512, columns: 512, sliceThickness: null }, '512 × 512'],
  [{ rows: 0, columns: 0, sliceThickness: null }, ''],
])('%j is shown as %j', (facts, text) => {
  expect(seriesSize(facts)).toBe(text);
});
