import 'fake-indexeddb/auto';
import { notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import type { Call } from '#contract/calls.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { AnswerContent, FormAnswer, SavedAnswer, StudyForms } from '#contract/forms.ts';
import { deleteAnswer, saveAnswer } from '#localdb/outbox/answers.ts';
import { savedWrites } from '#localdb/outbox/outbox.ts';
import { LocalDb, type Sealed } from '#localdb/schema.ts';
import { shownAnswers } from '#model/forms/shown-answers.ts';
import { studyFormsKey } from '#sync/forms-key.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { createWriteSender } from './write-sender.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));
vi.mock('@mantine/notifications', () => ({ notifications: { show: vi.fn() } }));

const STUDY = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';
const KEY = studyFormsKey('north', STUDY);
const EVA = { id: 1, name: 'Eva' };
const subject = { form: 'form', number: 1, read: null, aside: false };
const content = (text: string): AnswerContent => ({
  ...{ state: 'complete', values: { a: { kind: 'text', text } }, sources: {}, items: [] },
});

let db: LocalDb;
let client: QueryClient;
let sender: ReturnType<typeof createWriteSender>;
let refusals: Map<string, ErrorCode>;
/** Studies that are there. */
let existing: string[];
let calls: string[];

interface Input {
  params?: { answer: string };
  body?: SavedAnswer;
}

function serve(call: Call, { params, body }: Input) {
  if (params === undefined) return { ok: true, value: { data: existing } };
  calls.push([call.method, params.answer, textOf(body), body?.aside ? 'aside' : ''].join(' ').trim());
  const code = refusals.get(params.answer);
  if (code !== undefined) return { ok: false, failure: { kind: 'refused', status: 409, code, message: code } satisfies ApiFailure };
  if (body === undefined) return { ok: true, value: null };
  const { base, device: _, ...rest } = body;
  const dates = { created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:04:05' };
  const data: FormAnswer = { ...rest, ...dates, uuid: params.answer, version: base + 1, user: EVA, editable: true };
  return { ok: true, value: { data } };
}

const textOf = (of: { values: AnswerContent['values'] } | undefined): string => {
  const value = of?.values['a'];
  return value?.kind === 'text' ? value.text : '';
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [refusals, calls, existing] = [new Map(), [], []];
  db = new LocalDb(nextUser());
  client = new QueryClient();
  client.setQueryData<StudyForms>(KEY, { forms: [], answers: [] });
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

const save = (answer: string, text: string, base = 0, aside = false) =>
  saveAnswer(db, { study: STUDY, answer, base, subject: { ...subject, aside }, content: content(text) });
const sent = () => vi.waitFor(async () => expect(await savedWrites(db)).toEqual([]));
const shown = async () => {
  const writes = (await savedWrites(db)).map(({ write }) => write);
  return shownAnswers(STUDY, client.getQueryData<StudyForms>(KEY)!.answers, writes, EVA).map((each) =>
    [textOf(each), each.state, each.aside ? 'aside' : '', each.waits ? 'waits' : ''].join(' ').trim(),
  );
};

it('an answer waits in its last state, and nothing of it in clear, until the server has it [FORM-17]', async () => {
  await save('a', 'Quiet');
  await save('a', 'Heron');
  const [row, ...others] = await db.outbox.toArray();
  expect([row!.key, others]).toEqual(['form-answer:a', []]);
  expect(new TextDecoder().decode(row!.write as Sealed)).not.toContain('Heron');
  expect(await shown()).toEqual(['Heron complete  waits']);
  sender.wake();
  await sent();
  expect([calls, await shown()]).toEqual([['PUT a Heron'], ['Heron complete']]);
  await save('a', 'Again', 1);
  await deleteAnswer(db, { study: STUDY, answer: 'a' });
  expect(await shown()).toEqual([]);
  sender.wake();
  await sent();
  expect([calls.at(-1), await shown()]).toEqual(['DELETE a', []]);
});

it.each([
  ['conflict', 'was changed on another device in the meantime'],
  ['answer_deleted', 'was deleted in the meantime'],
  ['read_closed', 'belongs to a read that is finished'],
] as const)('what is refused with %s is kept aside as a draft, and the user is told [FORM-09]', async (code, why) => {
  refusals.set('a', code);
  await save('a', 'Heron', 2);
  sender.wake();
  await sent();
  expect([calls[0], calls[1]]).toEqual(['PUT a Heron', expect.stringMatching(/^PUT [0-9a-f-]{36} Heron aside$/)]);
  expect(await shown()).toEqual(['Heron draft aside']);
  expect(vi.mocked(notifications.show).mock.calls[0]![0].message).toBe(
    `An answer ${why}. Yours is kept beside it: open the form to choose.`,
  );
});

it('what is aside already is not kept a second time', async () => {
  refusals.set('a', 'answer_deleted');
  await save('a', 'Heron', 1, true);
  sender.wake();
  await sent();
  expect([calls, await shown()]).toEqual([['PUT a Heron aside'], []]);
  expect(vi.mocked(notifications.show).mock.calls[0]![0].message).toMatch(/^An answer was not saved\. /);
});

it('waits for a later version of the server if this one does not know the call', async () => {
  refusals.set('a', 'not_found');
  existing = [STUDY];
  await save('a', 'Heron');
  sender.wake();
  await vi.waitFor(() => expect(calls).toEqual(['PUT a Heron']));
  expect(await savedWrites(db)).toHaveLength(1);
  expect(notifications.show).not.toHaveBeenCalled();
});
