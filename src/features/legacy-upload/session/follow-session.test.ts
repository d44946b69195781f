import { describe, expect, it } from 'vitest';
import type { BatchResult, ConvertedCase } from '#contract/batch.ts';
import { followConversion, followReading, type Asked } from './follow-session.ts';

const RESULT: BatchResult = { session: 's', studies: [], nifties: [], refused: [], unsupported: 0 };
const NOTHING: Asked<false | BatchResult> = { kind: 'answer', value: false };
const FAILED = { kind: 'failed' } as const;
const AWAY = { kind: 'away' } as const;

/** A server that answers in turn, and what became of it. Time passes only where something pauses. */
function world<T>(answers: (Asked<T> | 'leave')[]) {
  const seen: string[] = [];
  const leaving = new AbortController();
  const walk = answers.values();
  const next = (call: string): Promise<never> => {
    const answer = walk.next().value;
    seen.push(call);
    if (answer === undefined) throw new Error('Asked once too often');
    if (answer === 'leave') leaving.abort();
    return Promise.resolve((answer === 'leave' ? NOTHING : answer) as never);
  };
  const ports = {
    server: { begin: () => next('begin'), ask: () => next('ask'), check: (uuids: readonly string[]) => next(`check ${uuids.join()}`) },
    store: {
      saveRead: (result: BatchResult) => Promise.resolve(void seen.push(`read ${result.session}`)),
      saveCases: (cases: ConvertedCase[]) => Promise.resolve(void seen.push(`cases ${cases.map(({ status }) => status).join()}`)),
      saveForgotten: () => Promise.resolve(void seen.push('forgotten')),
    },
    pause: (ms: number) => Promise.resolve(void seen.push(`${ms} ms`)),
  };
  return { ports, seen, signal: leaving.signal };
}

describe('after the upload', () => {
  it('starts the processing and polls every five seconds until there is a result [CONST-33, LEG-017]', async () => {
    const { ports, seen, signal } = world([NOTHING, NOTHING, { kind: 'answer', value: RESULT }]);
    expect(await followReading(ports, signal)).toBe(true);
    expect(seen).toEqual(['begin', '5000 ms', 'ask', '5000 ms', 'ask', 'read s']);
  });

  it('tolerates four failures, and resets the count after a success', async () => {
    const { ports, seen, signal } = world([
      ...[FAILED, FAILED, FAILED, FAILED, NOTHING],
      ...[FAILED, FAILED, FAILED, FAILED, { kind: 'answer' as const, value: RESULT }],
    ]);
    expect(await followReading(ports, signal)).toBe(true);
    // It is begun until the server has heard that.
    expect(seen.filter((call) => call === 'begin')).toHaveLength(5);
    expect(seen.filter((call) => call === 'ask')).toHaveLength(5);
  });

  it('stops polling after the fifth failure in a row [CONST-59, LEG-018, ERR-20]', async () => {
    const { ports, seen, signal } = world([NOTHING, FAILED, FAILED, FAILED, FAILED, FAILED]);
    expect(await followReading(ports, signal)).toBe(false);
    expect(seen.at(-1)).toBe('ask');
  });

  it('does not count an unreachable server as a failure [ODD-16]', async () => {
    const away = Array.from({ length: 20 }, () => AWAY);
    const { ports, signal } = world([...away, { kind: 'answer', value: RESULT }]);
    expect(await followReading(ports, signal)).toBe(true);
  });

  it('sends the upload again to a server that has lost it', async () => {
    const { ports, seen, signal } = world([NOTHING, { kind: 'forgotten' }]);
    expect(await followReading(ports, signal)).toBe(true);
    expect(seen.at(-1)).toBe('forgotten');
  });

  it('stores nothing and stops polling after the user has left', async () => {
    const { ports, seen, signal } = world([NOTHING, 'leave']);
    await followReading(ports, signal);
    expect(seen).toEqual(['begin', '5000 ms', 'ask']);
  });
});

describe('while cases are converted', () => {
  const cases = (...states: ConvertedCase['status'][]): Asked<ConvertedCase[]> => ({
    kind: 'answer',
    value: states.map((status, n) => ({ uuid: String(n), status, data: { patientName: '' }, dirty: false, sub: [] })),
  });

  it('polls every three seconds until each case is converted or failed [LEG-029]', async () => {
    const { ports, seen, signal } = world([cases(null, null), FAILED, AWAY, cases('converted', null), cases('converted', 'error')]);
    await followConversion(ports, ['a', 'b'], signal);
    expect(seen.filter((call) => call === '3000 ms')).toHaveLength(4);
    expect(seen.filter((call) => call.startsWith('cases'))).toEqual(['cases ,', 'cases converted,', 'cases converted,error']);
    expect(seen[0]).toBe('check a,b');
  });

  it('detects lost cases when the server knows fewer than were moved', async () => {
    const { ports, seen, signal } = world([cases('converted')]);
    await followConversion(ports, ['a', 'b'], signal);
    expect(seen).toEqual(['check a,b', 'forgotten']);
  });
});
