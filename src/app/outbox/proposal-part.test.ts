import 'fake-indexeddb/auto';
import { notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import type { Proposal, ProposalDecision, StudyProposals } from '#contract/ai/inferences.ts';
import type { Call } from '#contract/calls.ts';
import { savedWrites } from '#localdb/outbox/outbox.ts';
import { saveDecision } from '#localdb/outbox/proposals.ts';
import { LocalDb } from '#localdb/schema.ts';
import { proposalsKey } from '#sync/proposals-key.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { createWriteSender } from './write-sender.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));
vi.mock('@mantine/notifications', () => ({ notifications: { show: vi.fn() } }));

const STUDY = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';
const KEY = proposalsKey('north', STUDY);

let db: LocalDb;
let client: QueryClient;
let sender: ReturnType<typeof createWriteSender>;
let failure: ApiFailure | null;
let calls: string[];

interface Input {
  params: { uuid: string; id: string; value: string };
  body: { decision: ProposalDecision; dice: number | null };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [failure, calls] = [null, []];
  db = new LocalDb(nextUser());
  client = new QueryClient();
  client.setQueryData<StudyProposals>(KEY, {
    data: [
      { id: 4, decided: [] },
      { id: 5, decided: [] },
    ] as unknown as Proposal[],
    blinded: false,
  });
  vi.mocked(notifications.show).mockReset();
  vi.mocked(callApi).mockImplementation((async (call: Call, { params: { uuid, id, value }, body }: Input) => {
    calls.push(`${call.method} ${uuid === STUDY} ${id} ${value} ${body.decision} ${body.dice}`);
    if (failure !== null) return { ok: false, failure };
    return { ok: true, value: { data: { id: Number(id), decided: [{ ...body, value: Number(value), by: 'Eva' }] } } };
  }) as unknown as typeof callApi);
  sender = createWriteSender(
    db,
    { client, team: 'north' },
    () => undefined,
    (work) => work(),
  );
});
afterEach(() => {
  sender.close();
  vi.useRealTimers();
});

async function sendAll(): Promise<void> {
  sender.wake();
  await vi.waitFor(async () => expect(await savedWrites(db)).toEqual([]));
}
const decide = (infer: number, value: number, decision: ProposalDecision, dice: number | null) =>
  saveDecision(db, { study: STUDY, infer, value, decision, dice });
const decided = () => client.getQueryData<StudyProposals>(KEY)!.data.map((each) => each.decided.map(({ decision }) => decision));

it('a decision without a connection waits, and the last one of a segment is sent and shown [AI-86]', async () => {
  failure = { kind: 'network' };
  await decide(4, 1, 'corrected', null);
  sender.wake();
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await decide(4, 1, 'corrected', 0.9);
  await decide(5, 1, 'refused', null);
  expect(await savedWrites(db)).toHaveLength(2);
  [failure, calls] = [null, []];
  await sendAll();
  expect(calls).toEqual(['PUT true 4 1 corrected 0.9', 'PUT true 5 1 refused null']);
  expect(decided()).toEqual([['corrected'], ['refused']]);
  expect(notifications.show).not.toHaveBeenCalled();
});

it('a decision about what is gone says so, and goes [AI-86]', async () => {
  failure = { kind: 'refused', status: 404, code: 'not_found', message: '' };
  await decide(4, 1, 'accepted', 1);
  await sendAll();
  expect(vi.mocked(notifications.show).mock.calls.map(([{ message }]) => message)).toEqual([
    'What you decided about a proposal was not recorded. The proposal or its study is no longer there, or you may no longer see it.',
  ]);
});
