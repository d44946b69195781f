import { describe, expect, test } from 'vitest';
import { caseBytes, runCases } from './run-cases.ts';
import type { Target } from './target.ts';
import { TARGETS } from './targets.ts';

describe('corrupted files', () => {
  test('are the same for the same seed, so that a case number identifies its bytes', () => {
    for (const target of TARGETS) expect(caseBytes(target.seeds(), 4711)).toEqual(caseBytes(target.seeds(), 4711));
  });

  test('that make a reader throw are reported with the case number', async () => {
    const faulty: Target = {
      name: 'faulty',
      seeds: () => [new Uint8Array(64)],
      read: async (bytes) => {
        if (bytes.length < 32) throw new TypeError('too short for me');
      },
    };
    const bad = await runCases(faulty, faulty.seeds(), { from: 1, cases: 200 }, () => undefined);
    expect(bad.length).toBeGreaterThan(5);
    expect(bad[0]).toMatchObject({ kind: 'threw', what: expect.stringContaining('too short for me') as string });
    expect(caseBytes(faulty.seeds(), bad[0]!.number).length).toBeLessThan(32);
  });
});
