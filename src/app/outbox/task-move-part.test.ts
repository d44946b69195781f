import 'fake-indexeddb/auto';
import { notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { SentTaskMove, Task, TaskList } from '#contract/tasks.ts';
import { savedWrites } from '#localdb/outbox/outbox.ts';
import { saveTaskMove } from '#localdb/outbox/moves.ts';
import { LocalDb } from '#localdb/schema.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { createWriteSender } from './write-sender.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));
vi.mock('@mantine/notifications', () => ({ notifications: { show: vi.fn() } }));

const task = (state: Task['state']): Task => ({
  ...{ uuid: 'a', id: 3, kind: 'annotate', assignee: null, role: null, from: null, due: null, note: '', state, reason: '' },
  subject: { kind: 'study', uuid: 'heron', patientName: '', modality: 'MR', studyDate: '', bodyPart: null, picture: null },
  ...{ changed_by: null, decision: null, minutes: 0, you: [], created_at: '', updated_at: '', finished_at: null },
});

let db: LocalDb;
let client: QueryClient;
let sender: ReturnType<typeof createWriteSender>;
let refusal: ErrorCode | null;
let bodies: SentTaskMove[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [refusal, bodies] = [null, []];
  db = new LocalDb(nextUser());
  client = new QueryClient();
  client.setQueryData(['tasks', 'north', {}], { data: [task('open')] });
  client.setQueryData(['task', 'north', '3'], task('open'));
  vi.mocked(notifications.show).mockReset();
  vi.mocked(callApi).mockImplementation((async (_: unknown, { body }: { body: SentTaskMove }) => {
    bodies.push(body);
    if (refusal !== null) return { ok: false, failure: { kind: 'refused', status: 409, code: refusal, message: refusal } };
    return { ok: true, value: { data: task(body.act === 'start' ? 'started' : 'done') } };
  }) as never);
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

const keep = (body: SentTaskMove) => saveTaskMove(db, { task: 'a', study: 'heron', body });
const sent = () => vi.waitFor(async () => expect(await savedWrites(db)).toEqual([]));
const said = () => vi.mocked(notifications.show).mock.calls.map(([{ message }]) => message);

it('moves are sent in their order, each with a number of its own, and the lists show the answer [REVIEW-11]', async () => {
  await keep({ act: 'start' });
  await keep({ act: 'finish', minutes: 12 });
  sender.wake();
  await sent();
  expect(bodies.map(({ act, minutes }) => [act, minutes])).toEqual([
    ['start', undefined],
    ['finish', 12],
  ]);
  expect(new Set(bodies.map(({ move }) => move)).size).toBe(2);
  expect(client.getQueryData<TaskList>(['tasks', 'north', {}])!.data[0]).toMatchObject({ state: 'done' });
  expect(client.getQueryData<Task>(['task', 'north', '3'])).toMatchObject({ state: 'done' });
  expect(client.getQueryState(['tasks', 'north', {}])?.isInvalidated).toBe(true);
});

it('one that is refused is said with what had been written, and the lists are asked for again [REVIEW-11]', async () => {
  refusal = 'task_moved';
  await keep({ act: 'finish', decision: 'changes', reason: 'The apex is missing.' });
  sender.wake();
  await sent();
  await vi.waitFor(() =>
    expect(said()).toEqual([
      'The work was not sent back. Somebody has moved the task in the meantime. The page shows its state. You had written: “The apex is missing.”',
    ]),
  );
  expect(client.getQueryState(['task', 'north', '3'])?.isInvalidated).toBe(true);
});
