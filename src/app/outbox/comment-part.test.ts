import 'fake-indexeddb/auto';
import { notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import type { Call } from '#contract/calls.ts';
import type { Comment, CommentContent, SavedComment } from '#contract/comments.ts';
import { keptCommentDrafts } from '#localdb/comment-drafts.ts';
import { deleteComment, resolveComment, saveComment } from '#localdb/outbox/comments.ts';
import { savedWrites } from '#localdb/outbox/outbox.ts';
import { LocalDb } from '#localdb/schema.ts';
import { shownThreads } from '#model/comments/shown-comments.ts';
import { commentsKey } from '#sync/comments-key.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { createWriteSender } from './write-sender.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));
vi.mock('@mantine/notifications', () => ({ notifications: { show: vi.fn() } }));

const STUDY = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';
const KEY = commentsKey('north', STUDY);
const EVA = { id: 1, name: 'Eva' };
const content = (thread: string, text: string): CommentContent => ({
  ...{ thread, pin: null, segmentation: null, segment: null, task: null, text, mentions: [] },
});
const AT = '2026-01-02 03:04:05';

let db: LocalDb;
let client: QueryClient;
let sender: ReturnType<typeof createWriteSender>;
/** The server: what it has, and what it answers instead. */
let stored: Map<string, Comment>;
let failures: ApiFailure[];
/** Whether it knows the calls of comments, and the study. */
let knows: boolean;
let calls: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [stored, failures, calls, knows] = [new Map(), [], [], true];
  db = new LocalDb(nextUser());
  client = new QueryClient();
  client.setQueryData(KEY, []);
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
  params: { comment: string };
  body: SavedComment & { resolved: boolean; uuids: string[] };
}

function serve({ id }: Call, { params, body }: Input) {
  if (id === 'PCALL-45') return { ok: true, value: { data: body.uuids } };
  if (id === 'PCALL-108') return knows ? { ok: true, value: { data: [] } } : { ok: false, failure: refusal('not_found') };
  calls.push(`${id} ${body?.text ?? params.comment}`);
  if (!knows) return { ok: false, failure: refusal('not_found') };
  const failure = failures.shift();
  if (failure !== undefined) return { ok: false, failure };
  const known = stored.get(params.comment);
  if (id === 'PCALL-110') {
    stored.delete(params.comment);
    return { ok: true, value: null };
  }
  if (id === 'PCALL-111') return saved({ ...known!, resolved: body.resolved ? { user: EVA, at: AT } : null });
  const { base: _, device: __, ...given } = body;
  const number = stored.get(body.thread)?.number ?? stored.size + 1;
  const times = { created_at: AT, updated_at: AT };
  return saved({
    ...{ ...given, ...times, uuid: params.comment, number, version: (known?.version ?? 0) + 1, user: EVA, editable: true },
    ...{ deleted: false, resolved: null },
  });
}
function saved(comment: Comment) {
  stored.set(comment.uuid, comment);
  return { ok: true, value: { data: comment } };
}

const refusal = (code: 'not_found' | 'comment_deleted' | 'invalid' | 'conflict' | 'too_large', more: object = {}): ApiFailure => ({
  ...{ kind: 'refused', status: 409, code, message: 'Refused' },
  ...more,
});
const save = (comment: string, text: string, { thread = comment, isNew = true, base = 0 } = {}) =>
  saveComment(db, { study: STUDY, comment, base, isNew, content: content(thread, text) });
const shown = async () =>
  shownThreads(
    STUDY,
    client.getQueryData<Comment[]>(KEY) ?? [],
    (await savedWrites(db)).map(({ write }) => write),
    EVA,
  ).map(({ number, first, answers }) => [number, ...[first, ...answers].map(({ text, waits }) => text + (waits ?? ''))]);
const said = () => vi.mocked(notifications.show).mock.calls.map(([{ message }]) => message);
async function send() {
  sender.wake();
  await expect
    .poll(async () => {
      vi.advanceTimersByTime(500);
      return (await savedWrites(db)).length;
    })
    .toBe(0);
}

describe('comments that wait', () => {
  it('are shown at once, and get their number when they were sent, a thread before its answers [COM-21, COM-22]', async () => {
    await save('a', 'Lesion?');
    await save('b', 'Yes', { thread: 'a' });
    await save('a', 'A lesion?', { isNew: false });
    expect(await shown()).toEqual([[null, 'A lesion?number', 'Yesnumber']]);
    await send();
    expect(await shown()).toEqual([[1, 'A lesion?', 'Yes']]);
    expect(calls).toEqual(['PCALL-109 Lesion?', 'PCALL-109 Yes', 'PCALL-109 A lesion?']);
    await resolveComment(db, { study: STUDY, comment: 'a', on: true });
    await deleteComment(db, { study: STUDY, comment: 'a' });
    await send();
    expect(await shown()).toEqual([[1, '', 'Yes']]);
    await deleteComment(db, { study: STUDY, comment: 'b' });
    await send();
    expect([await shown(), said()]).toEqual([[], []]);
  });

  it('wait for a later version of the server if this one does not know them', async () => {
    knows = false;
    await save('a', 'Lesion?');
    sender.wake();
    await expect.poll(() => calls.length).toBe(1);
    knows = true;
    await send();
    expect([await shown(), said()]).toEqual([[[1, 'Lesion?']], []]);
  });

  it('that are refused say why, and what was written stays on the device [COM-23]', async () => {
    const cases: [ApiFailure, string][] = [
      [refusal('not_found'), 'The study is no longer there, or you may no longer see it.'],
      [refusal('comment_deleted'), 'It was deleted in the meantime.'],
      [refusal('conflict'), 'It was changed in the meantime.'],
      [refusal('invalid'), 'What it is about is no longer there, or you may no longer see it.'],
      [refusal('too_large', { limit: { name: 'commentsPerStudy', max: 1000 } }), 'A study has at most 1000 comments.'],
    ];
    for (const [at, [failure, why]] of cases.entries()) {
      failures = [failure];
      await save(`a${at}`, `Text ${at}`, { thread: 'first' });
      await send();
      expect(said().at(-1)).toBe(`The comment was not sent. ${why} It is kept in the tab Comments: “Text ${at}”`);
    }
    expect(await shown()).toEqual([]);
    const drafts = await keptCommentDrafts(db, STUDY);
    expect(drafts.map(({ key, text, thread, why }) => [key, text, thread, why])).toEqual(
      cases.map(([, why], at) => [`refused:a${at}`, `Text ${at}`, 'first', why]),
    );
    expect(client.getQueryState(KEY)?.isInvalidated).toBe(true);
  });

  it('a deletion and a decision that are refused are undone', async () => {
    failures = [refusal('not_found'), refusal('not_found')];
    await deleteComment(db, { study: STUDY, comment: 'a' });
    await resolveComment(db, { study: STUDY, comment: 'b', on: true });
    await send();
    expect(said().map((message) => String(message).slice(0, 33))).toEqual([
      'The comment was not deleted. The ',
      'The thread was not resolved. The ',
    ]);
    expect(await keptCommentDrafts(db, STUDY)).toEqual([]);
  });
});
