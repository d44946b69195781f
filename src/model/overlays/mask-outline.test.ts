import { describe, expect, it } from 'vitest';
import { maskOutline } from './mask-outline.ts';

function outline(...rows: string[]): number[][] {
  const mask = Uint8Array.from(rows.join(''), (pixel) => (pixel === '#' ? 1 : 0));
  return maskOutline(mask, rows[0]!.length, rows.length).map(({ points }) => [...points]);
}

describe('the outline of a mask', () => {
  it('runs along the edges of its pixels, with a point where it turns [ANN-48]', () => {
    expect(outline('....', '.##.', '.##.')).toEqual([[0.5, 0.5, 2.5, 0.5, 2.5, 2.5, 0.5, 2.5]]);
    expect(outline('#..', '##.')).toEqual([[-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, 1.5, 0.5, 1.5, 1.5, -0.5, 1.5]]);
  });

  it('has a line of its own around each hole', () => {
    const lines = outline('###', '#.#', '###');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toEqual([-0.5, -0.5, 2.5, -0.5, 2.5, 2.5, -0.5, 2.5]);
    expect(lines[1]).toHaveLength(8);
  });

  it('keeps pixels apart that touch at a corner', () => {
    expect(outline('#.', '.#')).toEqual([
      [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5],
      [0.5, 0.5, 1.5, 0.5, 1.5, 1.5, 0.5, 1.5],
    ]);
    expect(outline('.#', '#.')).toHaveLength(2);
    // So two holes that touch at a corner are one.
    expect(outline('######', '###..#', '###..#', '#..#.#', '#.####', '######')).toHaveLength(2);
  });

  it('is empty for an empty mask, and goes around a full one', () => {
    expect(outline('..', '..')).toEqual([]);
    expect(outline('##', '##')).toEqual([[-0.5, -0.5, 1.5, -0.5, 1.5, 1.5, -0.5, 1.5]]);
  });

  it('encloses exactly the pixels of any mask, by the rule of even and odd', () => {
    const [width, height] = [23, 17];
    let state = 7;
    const mask = Uint8Array.from({ length: width * height }, () => {
      state = (state * 16807) % 2147483647;
      return state % 5 < 2 ? 200 : 3;
    });
    const lines = maskOutline(mask, width, height, 100);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        // Edges to the left of the pixel that cross its row.
        const crossings = lines.reduce((sum, { points }) => sum + crossed(points, x, y), 0);
        expect(crossings % 2 === 1).toBe(mask[y * width + x]! >= 100);
      }
    }
  });
});

function crossed(points: Float64Array, x: number, y: number): number {
  let count = 0;
  for (let at = 0; at < points.length; at += 2) {
    const [ax, ay] = [points[at]!, points[at + 1]!];
    const by = points[(at + 3) % points.length]!;
    if (ax < x && ay < y !== by < y) count += 1;
  }
  return count;
}
