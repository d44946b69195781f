import { expect, it } from 'vitest';
import { cacheLimits } from './cache-limits.ts';

const MIB = 1024 * 1024;

it.each([
  ['a twentieth of what the browser grants', 2_000 * MIB, 100 * MIB],
  ['500 MB of a large one', 100_000 * MIB, 500 * MIB],
  ['a default when the browser reports nothing', null, Math.floor(51.2 * MIB)],
])('%s', (_, quota, bytes) => {
  expect(cacheLimits(quota).bytes).toBe(bytes);
});
