import 'fake-indexeddb/auto';
import { notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import type { Call } from '#contract/calls.ts';
import type { Baseline, FollowUp, Lesion, SavedLesion } from '#contract/lesions.ts';
import { changeLesion, createLesion, deleteLesion, saveBaseline, saveFinding, saveResponse } from '#localdb/outbox/lesions.ts';
import { savedWrites } from '#localdb/outbox/outbox.ts';
import { LocalDb } from '#localdb/schema.ts';
import { followUpKey } from '#sync/lesions-key.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { createWriteSender } from './write-sender.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));
vi.mock('@mantine/notifications', () => ({ notifications: { show: vi.fn() } }));

const STUDY = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';
const KEY = followUpKey('north', STUDY);
const CONTENT = { title: 'Hilum', kind: 'target', organ: 'Lung', node: false } as const;
const AT = '2026-01-02 03:04:05';
const made = (uuid: string, version: number): Lesion => ({
  ...{ ...CONTENT, uuid, version, number: 1, user: null, created_at: AT, updated_at: AT, deletable: true, findings: [] },
});

const CHOSEN: Baseline = { study: STUDY, version: 1, user: null, updated_at: AT };

let db: LocalDb;
let client: QueryClient;
let sender: ReturnType<typeof createWriteSender>;
/** What the server answers instead, in order. */
let failures: (ApiFailure | null)[];
let calls: string[];
const refused = (code: string): ApiFailure => ({ kind: 'refused', status: 409, code, message: code }) as ApiFailure;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [failures, calls] = [[], []];
  db = new LocalDb(nextUser());
  client = new QueryClient();
  client.setQueryData<FollowUp>(KEY, { studies: [{ uuid: STUDY, id: 1, studyDate: '' }], lesions: [], responses: [] });
  vi.mocked(notifications.show).mockReset();
  vi.mocked(callApi).mockImplementation((async (call: Call, input: Input) => serve(call, input)) as never);
  sender = createWriteSender(
    db,
    { client, team: 'north' },
    () => undefined,
    (work) => work(),
  );
});
afterEach(() => {
  sender.close();
  client.clear();
  vi.useRealTimers();
});

interface Input {
  /** Absent: which studies there are. */
  params?: { lesion?: string };
  body?: Partial<SavedLesion>;
}

function serve({ id }: Call, { params, body }: Input) {
  if (params === undefined) return { ok: true, value: { data: [STUDY] } };
  calls.push([id, body?.change?.of ?? ''].join(' ').trim());
  const failure = failures.shift() ?? null;
  if (failure !== null) return { ok: false, failure };
  if (id === 'PCALL-193') return { ok: true, value: { data: CHOSEN } };
  return { ok: true, value: id === 'PCALL-125' ? null : { data: made(params.lesion ?? 'response', 1) } };
}

const create = (lesion: string) => createLesion(db, { study: STUDY, lesion, content: CONTENT });
const link = (lesion: string, measurement = 'm') =>
  saveFinding(db, { study: STUDY, lesion, title: CONTENT.title, base: 0, content: { measurement, state: null } });
const shown = () => client.getQueryData<FollowUp>(KEY)!.lesions.map(({ uuid }) => uuid);
const texts = () => vi.mocked(notifications.show).mock.calls.map(([{ message }]) => message);
async function send(left = 0): Promise<void> {
  sender.wake();
  await expect
    .poll(async () => {
      vi.advanceTimersByTime(500);
      return (await savedWrites(db)).length;
    })
    .toBe(left);
}

describe('lesions that wait [LES-04]', () => {
  it('are sealed, and sent in their order, a lesion before what is said of it even if it was changed since', async () => {
    await create('a');
    await link('a');
    await changeLesion(db, { study: STUDY, lesion: 'a', base: 0, content: { ...CONTENT, title: 'Left hilum' } });
    expect((await db.outbox.toArray()).every(({ write }) => ArrayBuffer.isView(write))).toBe(true);
    await send();
    expect(calls).toEqual(['PCALL-124 lesion', 'PCALL-124 finding', 'PCALL-124 lesion']);
    expect(await savedWrites(db)).toEqual([]);
    expect(shown()).toEqual(['a']);
  });

  it('a later link takes the place of an earlier one, in each study', async () => {
    await link('a', 'm1');
    await link('a', 'm2');
    await saveFinding(db, { study: 'other', lesion: 'a', title: '', base: 0, content: { measurement: 'm3', state: null } });
    const links = (await savedWrites(db)).map(({ write }) => (write.kind === 'lesion-finding' ? write.content.measurement : null));
    expect(links).toEqual(['m2', 'm3']);
  });

  it('a deletion takes the place of everything that waits of the lesion, and of nothing else', async () => {
    await create('a');
    await link('a');
    await link('b');
    await deleteLesion(db, { study: STUDY, lesion: 'a', title: CONTENT.title });
    expect((await savedWrites(db)).map(({ write }) => write.kind)).toEqual(['lesion-finding', 'lesion-deletion']);
    await send();
    expect(shown()).toEqual(['b']);
  });

  it('what is said of a lesion that the server refuses is lost with it, and the message says both', async () => {
    await create('a');
    await link('a');
    failures = [{ ...refused('too_large'), limit: { name: 'lesionsPerPatient', max: 200 } } as ApiFailure];
    await send();
    expect(calls).toEqual(['PCALL-124 lesion']);
    expect(await savedWrites(db)).toEqual([]);
    expect(texts()).toEqual([
      'The lesion “Hilum” was not saved. There are at most 200. Nor was what you said of it. Measurements are not affected.',
    ]);
  });

  it('a conflict is refused with the name of the lesion', async () => {
    await link('a');
    failures = [refused('conflict')];
    await send();
    expect(texts()[0]).toMatch(/^What you said of the lesion “Hilum” was not saved\. Somebody has changed it/);
  });

  it('a server of an earlier version is waited for while the study is there', async () => {
    await saveResponse(db, { study: STUDY, response: 'r', base: 0, content: { response: 'stable', suggested: 'stable' } });
    failures = [refused('not_found')];
    sender.wake();
    await expect.poll(() => calls).toEqual(['PCALL-126']);
    expect((await savedWrites(db)).map(({ write }) => write.kind)).toEqual(['study-response']);
    expect(texts()).toEqual([]);
  });

  it('a baseline is sent once for each study at which it was chosen, and the answer is shown [LES-17]', async () => {
    const choose = (study: string, baseline: string | null) => saveBaseline(db, { study, baseline, base: 0 });
    await choose(STUDY, STUDY);
    await choose(STUDY, null);
    await choose('other', 'other');
    expect((await savedWrites(db)).map(({ write }) => write.kind === 'follow-up-baseline' && write.baseline)).toEqual([null, 'other']);
    await send();
    expect(calls).toEqual(['PCALL-193', 'PCALL-193']);
    expect(client.getQueryData<FollowUp>(KEY)?.baseline).toEqual(CHOSEN);
    await choose(STUDY, STUDY);
    failures = [refused('conflict')];
    await send();
    expect(texts()[0]).toMatch(/^The baseline was not changed\. Somebody has changed it/);
  });
});
