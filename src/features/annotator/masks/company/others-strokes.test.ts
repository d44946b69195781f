import { expect, it } from 'vitest';
import type { OtherStroke } from '#sync/mask-company.ts';
import { testSource } from '#features/annotator/masks/test-masks.ts';
import { strokeLines } from './others-strokes.ts';

const { grid } = testSource(32);
const SIZE = { width: 32, height: 32 };
const stroke = (points: OtherStroke['points']): OtherStroke => ({
  ...{ connection: 'a', segment: 'inner', stroke: 'one', tool: 'paint', shape: 'disc', radiusMm: 2, isEnd: false },
  points,
});

it('the pen of somebody else is an outline on its own slice, as wide as the brush [MASK-163]', () => {
  const drawn = stroke([
    [10, 10, 1],
    [20, 10, 1],
  ]);
  const [line, ...others] = strokeLines(drawn, grid, 1, SIZE);
  expect(others).toEqual([]);
  const columns = line!.points.filter((_, at) => at % 2 === 0);
  expect([Math.min(...columns), Math.max(...columns)]).toEqual([7.5, 22.5]);
  expect(strokeLines(drawn, grid, 1, SIZE)).toBe(strokeLines(drawn, grid, 1, SIZE));
  expect(strokeLines(drawn, grid, 0, SIZE)).toEqual([]);
  expect(strokeLines(stroke([]), grid, 1, SIZE)).toEqual([]);
});
