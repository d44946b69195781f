import { describe, expect, it } from 'vitest';
import { isKeepingOver, KEEP_AFTER_PROOF_MS } from './kept-copies.ts';

describe('a copy that is kept after its upload has ended', () => {
  const endedAt = Date.UTC(2026, 2, 1);
  const years = 365 * 86_400_000;

  it.each([
    ['immediately', 0, false],
    ['at the last moment', KEEP_AFTER_PROOF_MS, false],
    ['a moment later', KEEP_AFTER_PROOF_MS + 1, true],
    ['after the clock was set back by an hour', -3_600_000, false],
    ['after the clock jumped ten years ahead', 10 * years, true],
    ['after the clock jumped ten years back', -10 * years, true],
  ])('%s', (_, passed, over) => {
    expect(isKeepingOver(endedAt, endedAt + passed)).toBe(over);
  });
});
