import { expect, it } from 'vitest';
import type { Series } from '#contract/study-detail.ts';
import type { Recipe } from '#model/computed/recipe.ts';
import { asSeries } from './computed-series.ts';

const positions = [
  [0, 3],
  [1, 4],
  [2, 5],
];
const recipe: Recipe = { kind: 'volumes', volume: 1, minus: 0, positions };

it('a computed series has the facts of its source but no uptake, and slices of its own [DYN-09]', () => {
  const facts = { rows: 4, columns: 4, slices: 6, rescaleType: 'BQML', suv: { why: 'no-weight' } };
  const source = { uuid: 'pet', modalityCode: 'PT', type: 'dcm', reading: { facts, grid: null } } as unknown as Series;
  const made = asSeries({ uuid: 'computed:pet:volumes:1:0', source: 'pet', from: 1, recipe }, source);
  expect(made.reading!.facts).toEqual({ rows: 4, columns: 4, slices: 3, rescaleType: 'BQML' });
  expect(source.reading!.facts!.suv).toBeDefined();
});
