import { describe, expect, it } from 'vitest';
import type { AuditVerdict } from '#contract/logs.ts';
import { parseKept, parseKeptFile, STEP, verifyChain, type VerifyPorts } from './verify-chain.ts';

const HASH = 'a'.repeat(64);
const verdict = (change: Partial<AuditVerdict>): AuditVerdict => ({
  ...{ seq: 50_000, hash: HASH, records: STEP, checked_to: STEP, broken: null, kept: null },
  ...change,
});

function server(...answers: Partial<AuditVerdict>[]) {
  const asked: unknown[] = [];
  const progress: [number, number][] = [];
  const ports: VerifyPorts = {
    ask: async (query) => verdict(answers[asked.push(query) - 1]!),
    onProgress: (...of) => progress.push(of),
  };
  return { ports, asked, progress };
}

describe('verifying the chain', () => {
  it('goes step by step to the end, even while the end moves', async () => {
    const { ports, asked, progress } = server({}, { checked_to: 40_000, seq: 50_001 }, { checked_to: 50_002, seq: 50_002 });
    expect(await verifyChain(ports, null)).toMatchObject({ broken: null, checked_to: 50_002, seq: 50_002 });
    expect(asked).toEqual([0, 20_000, 40_000].map((after) => ({ after, most: STEP })));
    expect(progress).toEqual([
      [20_000, 50_000],
      [40_000, 50_001],
    ]);
  });

  it('stops at the first record that does not match', async () => {
    const { ports, asked } = server({}, { checked_to: 20_006, broken: { seq: 20_007, why: 'changed' } });
    expect((await verifyChain(ports, null)).broken).toEqual({ seq: 20_007, why: 'changed' });
    expect(asked).toHaveLength(2);
  });

  it("checks a copy kept elsewhere once, and reports the server's answer", async () => {
    const { ports, asked } = server({ kept: 'stands' }, { checked_to: 50_000 });
    expect((await verifyChain(ports, { seq: 7, hash: HASH })).kept).toBe('stands');
    expect(asked).toEqual([
      { after: 0, most: STEP, seq: 7, hash: HASH },
      { after: STEP, most: STEP },
    ]);
  });

  it('stops when the server makes no progress', async () => {
    const { ports } = server({}, {});
    await expect(verifyChain(ports, null)).rejects.toThrow('does not go on');
  });
});

describe('a copy kept elsewhere', () => {
  it('is a number with its hash', () => {
    expect(parseKept(' 41 ', ` ${HASH.toUpperCase()} `)).toEqual({ seq: 41, hash: HASH });
    expect([parseKept('0', HASH), parseKept('x', HASH), parseKept('41', 'abc'), parseKept('', '')]).toEqual([null, null, null, null]);
  });

  it('is read from a saved head, and from the last line of an export', () => {
    expect(parseKeptFile(`{"seq":41,"hash":"${HASH}","created_at":"2026-11-20 12:00:00"}`)).toEqual({ seq: 41, hash: HASH });
    const lines = `{"seq":40,"hash":"${'b'.repeat(64)}"}\n{"head":{"seq":41,"hash":"${HASH}"},"records":1}\n`;
    expect(parseKeptFile(lines)).toEqual({ seq: 41, hash: HASH });
    expect(['', 'null', '[]', '41', '{"seq":41}', 'number,hash\n'].map(parseKeptFile)).toEqual(Array(6).fill(null));
  });
});
