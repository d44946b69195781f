import { describe, expect, it } from 'vitest';
import { leaderOf, overlap, placeLabel, type Box } from './labels.ts';

const CELL = { width: 900, height: 600 };
const LABEL = { width: 120, height: 54 };
const around = (x: number, y: number, size = 40): Box => ({ left: x - size, top: y - size, right: x + size, bottom: y + size });

describe('a label', () => {
  it('stands beside what is measured and does not cover it', () => {
    const of = around(400, 300);
    const label = placeLabel({ of, label: LABEL, cell: CELL, taken: [] });
    expect(label.left).toBeGreaterThan(of.right);
    expect((label.top + label.bottom) / 2).toBe(300);
  });

  it('stands on the other side at the edge of the pane', () => {
    const of = around(850, 300);
    expect(placeLabel({ of, label: LABEL, cell: CELL, taken: [] }).right).toBeLessThan(of.left);
  });

  it('avoids other measurements and labels where there is room', () => {
    const of = around(400, 300);
    const taken = [{ left: 440, top: 0, right: 900, bottom: 600 }, around(300, 300)];
    const label = placeLabel({ of, label: LABEL, cell: CELL, taken });
    expect(taken.some((other) => overlap(label, other))).toBe(false);
    expect(overlap(label, of)).toBe(false);
  });

  it('covers others rather than what it belongs to', () => {
    const of = around(400, 300);
    const label = placeLabel({ of, label: LABEL, cell: CELL, taken: [{ left: 0, top: 0, right: 900, bottom: 600 }] });
    expect(overlap(label, of)).toBe(false);
  });

  it('stays within the pane, however large the measurement is', () => {
    const label = placeLabel({ of: { left: -50, top: -50, right: 950, bottom: 650 }, label: LABEL, cell: CELL, taken: [] });
    expect(label.left).toBeGreaterThanOrEqual(0);
    expect(label.right).toBeLessThanOrEqual(CELL.width);
    expect(label.top).toBeGreaterThanOrEqual(0);
    expect(label.bottom).toBeLessThanOrEqual(CELL.height);
  });
});

describe('a leader', () => {
  const label = { left: 500, top: 290, right: 620, bottom: 310 };

  it('runs from the nearest place to the middle of the edge that faces it', () => {
    const leader = leaderOf(label, [
      { x: 360, y: 300 },
      { x: 440, y: 300 },
    ]);
    expect(leader).toEqual({ from: { x: 440, y: 300 }, to: { x: 496, y: 300 } });
  });

  it('is absent where label and measurement touch', () => {
    expect(leaderOf(label, [{ x: 498, y: 300 }])).toBeNull();
  });
});
