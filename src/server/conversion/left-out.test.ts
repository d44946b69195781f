import { describe, expect, test } from 'vitest';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import type { Conversion } from './converter.ts';
import { withLeftOut } from './left-out.ts';

function converted(...dims: number[][]): Conversion {
  return { ok: true, volumes: dims.map((each) => ({ name: 'v', bytes: writeNifti({ dims: each }), sidecar: null })) };
}

function noteOf(conversion: Conversion): string | undefined {
  return conversion.ok ? conversion.note : undefined;
}

describe('slices that a converter left out', () => {
  test('are none where its volumes hold as many as the series, or more: one volume, several, one of many times', () => {
    for (const conversion of [converted([4, 4, 12]), converted([4, 4, 6], [4, 4, 6]), converted([4, 4, 3, 4]), converted([4, 4, 15])]) {
      expect(withLeftOut(conversion, { slices: 12, unread: 0 })).toBe(conversion);
    }
  });

  test('are named by their number; a file that cannot be read is one of them', () => {
    expect(noteOf(withLeftOut(converted([4, 4, 5], [4, 4, 6]), { slices: 12, unread: 0 }))).toMatch(/^1 of 12 slices are in no volume/);
    expect(noteOf(withLeftOut(converted([4, 4, 12]), { slices: 12, unread: 2 }))).toMatch(/^2 of 14 slices/);
  });

  test('are not guessed at where nothing was made, or what was made cannot be read', () => {
    const refused: Conversion = { ok: false, why: 'No.' };
    expect(withLeftOut(refused, { slices: 3, unread: 0 })).toBe(refused);
    const odd: Conversion = { ok: true, volumes: [{ name: 'v', bytes: Uint8Array.of(1), sidecar: null }] };
    expect(withLeftOut(odd, { slices: 3, unread: 0 })).toBe(odd);
  });
});
