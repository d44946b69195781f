import { describe, expect, it } from 'vitest';
import { NO_NETWORK, refused } from '#tests/support/transfer-world.ts';
import type { ServerAnswer } from './ports.ts';
import { haltOf, judgeFault, quickPauseMs, slowPauseMs, type Verdict } from './faults.ts';

const MESSAGE = 'why';
const again = (reason: string, { quick, afterMs = null }: { quick: boolean; afterMs?: number | null }): Verdict => ({
  kind: 'again',
  reason,
  afterMs,
  quick,
});
const failed = (code: string): Verdict => ({ kind: 'failed', code, message: MESSAGE });

describe('the assessment of an answer', () => {
  it.each<[string, ServerAnswer<never>, Verdict]>([
    ['no answer', NO_NETWORK, again('network', { quick: true })],
    ['408 with our code', refused(408, 'slow'), again('server', { quick: true })],
    ['425 with our code', refused(425, 'early'), again('server', { quick: true })],
    ['499 with our code', refused(499, 'odd'), failed('odd')],
    ['500', refused(500, 'fault'), again('server', { quick: true })],
    ['429', refused(429, 'too_many'), again('too_many', { quick: false })],
    ['507', refused(507, 'storage_full'), again('storage_full', { quick: false })],
    ['503 of a suspended team', refused(503, 'team_suspended'), again('team_suspended', { quick: false })],
    ['404 from a proxy', refused(404), again('server', { quick: true })],
    ['413 from a proxy', refused(413), failed('http_413')],
    ['401', refused(401, 'signed_out'), { kind: 'sign-in' }],
    ['404', refused(404, 'not_found'), { kind: 'forgotten' }],
    ['403 of a permission', refused(403, 'not_allowed'), { kind: 'rights', code: 'not_allowed' }],
    ['403 of a membership', refused(403, 'not_a_member'), { kind: 'rights', code: 'not_a_member' }],
    ['403 of something else', refused(403, 'foreign_origin'), failed('foreign_origin')],
    ['another status with the code of a permission', refused(409, 'not_allowed'), failed('not_allowed')],
    ['422 of a checksum', refused(422, 'checksum_wrong'), { kind: 'once-more', code: 'checksum_wrong', message: MESSAGE }],
    ['422 of something else', refused(422, 'invalid'), failed('invalid')],
    ['another status with the code of a checksum', refused(409, 'checksum_wrong'), failed('checksum_wrong')],
  ])('%s', (_, answer, verdict) => {
    expect(!answer.ok && judgeFault(answer)).toEqual(verdict);
  });

  it.each([
    [null, null, true],
    [0, 0, true],
    [-5, 0, true],
    [10_000, 10_000, true],
    [10_001, 10_001, false],
    [86_400_000, 300_000, false],
  ])('a server that requests %s ms is called again after %s ms; with quick retries: %s', (retryAfterMs, afterMs, quick) => {
    const busy = { ok: false, kind: 'refused', status: 503, code: null, message: '', retryAfterMs } as const;
    expect(judgeFault(busy)).toEqual(again('server', { quick, afterMs }));
    expect(judgeFault({ ok: false, kind: 'network', retryAfterMs })).toEqual(again('network', { quick, afterMs }));
  });
});

describe('pauses', () => {
  it('grow with each try, vary randomly by a quarter, and stay at the maximum', () => {
    const pauses = (random: number) => [1, 2, 3, 4, 5, 6, 60].map((tries) => quickPauseMs(tries, random));
    expect(pauses(0)).toEqual([225, 600, 1_500, 3_000, 6_000, 6_000, 6_000]);
    expect(pauses(0.5)).toEqual([300, 800, 2_000, 4_000, 8_000, 8_000, 8_000]);
    expect(pauses(1)).toEqual([375, 1_000, 2_500, 5_000, 10_000, 10_000, 10_000]);
  });

  it('after the quick retries double up to half a minute for a network or the device, up to five minutes for a server', () => {
    const pauses = (reason: string, random: number) =>
      [1, 2, 3, 4, 5, 6, 7].map((rounds) => slowPauseMs({ reason, afterMs: null }, rounds, random));
    for (const reason of ['network', 'device']) {
      expect(pauses(reason, 0.5)).toEqual([5_000, 10_000, 20_000, 30_000, 30_000, 30_000, 30_000]);
    }
    expect(pauses('server', 0)).toEqual([7_500, 15_000, 30_000, 60_000, 120_000, 150_000, 150_000]);
    expect(pauses('server', 1)).toEqual([22_500, 45_000, 90_000, 180_000, 360_000, 450_000, 450_000]);
  });

  it('are never shorter than the server requested', () => {
    expect([0, 0.5, 1].map((random) => slowPauseMs({ reason: 'server', afterMs: 40_000 }, 9, random))).toEqual([40_000, 50_000, 60_000]);
  });
});

describe('the halt of an upload', () => {
  it.each<[Verdict, object]>([
    [{ kind: 'sign-in' }, { why: 'sign-in' }],
    [
      { kind: 'rights', code: 'not_a_member' },
      { why: 'rights', code: 'not_a_member' },
    ],
    [failed('too_large'), { why: 'failed', code: 'too_large', message: MESSAGE }],
    [
      { kind: 'once-more', code: 'checksum_wrong', message: MESSAGE },
      { why: 'failed', code: 'checksum_wrong', message: MESSAGE },
    ],
    [{ kind: 'forgotten' }, { why: 'failed', code: 'not_found', message: '' }],
    [again('server', { quick: false }), { why: 'failed', code: 'again', message: '' }],
  ])('%j: %j', (verdict, halt) => {
    expect(haltOf(verdict)).toEqual(halt);
  });
});
