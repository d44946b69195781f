import { expect, it } from 'vitest';
import { reuseUnchanged } from './reuse-unchanged.ts';

const view = (bytes: number) => ({
  id: 'u',
  studies: [
    { id: 'a', series: [{ id: 'a1', facts: { rows: 320 }, bytes: { total: 1 } }] },
    { id: 'b', series: [{ id: 'b1', facts: { rows: 128 }, bytes: { total: bytes } }] },
  ],
});

it('an equal value is replaced by the previous one', () => {
  const before = view(1);
  expect(reuseUnchanged(before, view(1))).toBe(before);
});

it('a changed value is new along its path, and its unchanged siblings are reused', () => {
  const before = view(1);
  const now = reuseUnchanged(before, view(2));
  expect(now).toEqual(view(2));
  expect(now.studies[0]).toBe(before.studies[0]);
  expect(now.studies[1]).not.toBe(before.studies[1]);
  expect(now.studies[1]!.series[0]!.facts).toBe(before.studies[1]!.series[0]!.facts);
});

it.each([
  [undefined, { a: 1 }],
  [null, { a: 1 }],
  [{ a: 1 }, null],
  [[1, 2], [1]],
  [[1], [1, 2]],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: undefined }, {}],
  [{}, { a: undefined }],
  [{ a: 1 }, [1]],
  [[1], { 0: 1 }],
  [0, -0],
])('from %j, %j is returned unchanged', (before, now) => {
  const kept = reuseUnchanged(before, now);
  expect(kept).toStrictEqual(now);
  expect(kept).not.toBe(before);
});
