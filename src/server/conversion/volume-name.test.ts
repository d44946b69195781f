import { expect, test } from 'vitest';
import { volumeName } from './volume-name.ts';

test.each([
  ['4_thorax', 'thorax', '4_thorax'],
  ['4_', '', 'series-4'],
  ['4_', '     ', 'series-4'],
  ['4_', undefined, 'series-4'],
  ['4__e2', '', 'series-4_e2'],
  ['4_a', '', 'series-4_a'],
  ['_', '', 'series'],
  ['odd', '', 'odd'],
])('%s, described as %j, is %s', (name, description, shown) => {
  expect(volumeName(name, description)).toBe(shown);
});
