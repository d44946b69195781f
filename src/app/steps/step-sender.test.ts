import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import { LocalDb } from '#localdb/schema.ts';
import { savedSteps, saveStep } from '#localdb/outbox/steps.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { createStepSender, stepToQuery } from './step-sender.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));

let db: LocalDb;
let reachable: boolean;
let tell: () => void;
let sender: ReturnType<typeof createStepSender>;
let answer: ApiResult<null>;
const paths = () => vi.mocked(callApi).mock.calls.map(([, input]) => (input as unknown as { query: { path: string } }).query.path);
const visit = (path: string) => saveStep(db, { type: 'route', path, name: null });
const kept = async () => (await savedSteps(db)).length;
/** The sender waits before it sends and before it tries again: time goes faster here, a quarter of such a pause at a look. */
const soon = <T>(look: () => T) =>
  expect.poll(() => {
    vi.advanceTimersByTime(500);
    return look();
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  db = new LocalDb(nextUser());
  reachable = true;
  answer = { ok: true, value: null };
  vi.mocked(callApi).mockReset();
  vi.mocked(callApi).mockImplementation(async () => answer as never);
  sender = createStepSender(db, {
    read: () => ({ reachable }),
    subscribe: (listener) => {
      tell = listener;
      return () => undefined;
    },
  });
});
afterEach(() => {
  sender.close();
  vi.useRealTimers();
});

describe('the step sender', () => {
  it('sends steps in their order and then deletes them', async () => {
    await visit('/studies-v2');
    await visit('/uploads');
    await soon(kept).toBe(0);
    expect(paths()).toEqual(['/studies-v2', '/uploads']);
  });

  it('keeps steps without a network and sends them when the server is back', async () => {
    reachable = false;
    await visit('/studies-v2');
    await visit('/uploads');
    expect([paths(), await kept()]).toEqual([[], 2]);
    reachable = true;
    tell();
    await soon(kept).toBe(0);
    expect(paths()).toEqual(['/studies-v2', '/uploads']);
  });

  it('resends unanswered steps under the same id, and drops refused ones with a line in the console [AUTH-24, ERR-08]', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer = { ok: false, failure: { kind: 'network' } };
    await visit('/studies-v2');
    await soon(() => paths().length).toBe(1);
    expect(await kept()).toBe(1);
    answer = { ok: false, failure: { kind: 'refused', status: 422, code: 'invalid', message: '' } };
    await soon(kept).toBe(0);
    expect(paths()).toEqual(['/studies-v2', '/studies-v2']);
    const ids = vi
      .mocked(callApi)
      .mock.calls.map(([, input]) => JSON.parse((input as unknown as { query: { data: string } }).query.data) as { id: string });
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    expect(said).toHaveBeenCalledOnce();
  });
});

it('a step is described in the given words, with its age', () => {
  const key = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';
  expect(stepToQuery({ type: 'click', path: '/dashboard', name: 'open_annotator', key, at: 1_000 }, 91_000)).toEqual({
    app: 'admin',
    type: 'click',
    path: '/dashboard',
    data: `{"name":"open_annotator","id":"${key}","ago_ms":90000}`,
  });
  expect(stepToQuery({ type: 'route', path: '/', name: null, key, at: 2_000 }, 1_000).data).toBe(`{"id":"${key}","ago_ms":0}`);
});
