import { expect, it } from 'vitest';
import { countsOf, isComplete, PARTS, splitPatients, type Part } from './parts.ts';

const patients = (count: number, part: Part | null = null, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    uuid: `p${from + index}`,
    order: String((index * 7_919) % 1_000).padStart(3, '0'),
    part,
  }));
const counted = (parts: Map<string, Part>) => PARTS.map((part) => [...parts.values()].filter((each) => each === part).length);

it.each([
  [80, [50, 25, 25], [40, 20, 20]],
  [10, [70, 15, 15], [7, 2, 1]],
  [1, [70, 15, 15], [1, 0, 0]],
  [0, [70, 15, 15], [0, 0, 0]],
  [3, [0, 0, 100], [0, 0, 3]],
] as const)('%d patients by %j are %j, and add up', (total, [train, validation, test], expected) => {
  expect(Object.values(countsOf(total, { train, validation, test }))).toEqual(expected);
});

it('a split gives each part its share, whatever the order of the patients', () => {
  const all = patients(20);
  const parts = splitPatients(all, { train: 50, validation: 25, test: 25 }, 'all');
  expect(counted(parts)).toEqual([10, 5, 5]);
  expect(splitPatients(all.toReversed(), { train: 50, validation: 25, test: 25 }, 'all')).toEqual(parts);
});

it('splitting only new patients leaves the others, and fills what is missing', () => {
  const parts = splitPatients([...patients(8, 'train'), ...patients(8, null, 8)], { train: 50, validation: 25, test: 25 }, 'new');
  expect([...parts.keys()].toSorted()).toEqual(['p10', 'p11', 'p12', 'p13', 'p14', 'p15', 'p8', 'p9']);
  expect(counted(parts)).toEqual([0, 4, 4]);
});

it.each([
  [[70, 15, 15], true],
  [[100, 0, 0], true],
  [[70, 15, 14], false],
  [[110, -10, 0], false],
  [[33.4, 33.3, 33.3], false],
] as const)('%j is complete: %j', ([train, validation, test], expected) => {
  expect(isComplete({ train, validation, test })).toBe(expected);
});
