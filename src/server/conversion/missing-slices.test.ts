import { describe, expect, test } from 'vitest';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import type { Conversion } from './converter.ts';
import { withMissingSlices } from './missing-slices.ts';

function converted(...dims: number[][]): Conversion {
  return { ok: true, volumes: dims.map((each) => ({ name: 'v', bytes: writeNifti({ dims: each }), sidecar: null })) };
}

function noteOf(conversion: Conversion): string | undefined {
  return conversion.ok ? conversion.note : undefined;
}

describe('slices that a converter left out', () => {
  test('are none when its volumes contain at least as many as the series: in one volume, in several, or over time', () => {
    for (const conversion of [converted([4, 4, 12]), converted([4, 4, 6], [4, 4, 6]), converted([4, 4, 3, 4]), converted([4, 4, 15])]) {
      expect(withMissingSlices(conversion, { slices: 12, unread: 0 })).toBe(conversion);
    }
  });

  test('are counted, including files that could not be read', () => {
    expect(noteOf(withMissingSlices(converted([4, 4, 5], [4, 4, 6]), { slices: 12, unread: 0 }))).toMatch(
      /^1 of 12 slices are missing from the volumes/,
    );
    expect(noteOf(withMissingSlices(converted([4, 4, 12]), { slices: 12, unread: 2 }))).toMatch(/^2 of 14 slices/);
  });

  test('are not estimated when nothing was made, or the result cannot be read', () => {
    const refused: Conversion = { ok: false, why: 'No.' };
    expect(withMissingSlices(refused, { slices: 3, unread: 0 })).toBe(refused);
    const odd: Conversion = { ok: true, volumes: [{ name: 'v', bytes: Uint8Array.of(1), sidecar: null }] };
    expect(withMissingSlices(odd, { slices: 3, unread: 0 })).toBe(odd);
  });
});
