import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Comment, type SavedComment } from '#contract/comments.ts';
import { LIMITS } from '#contract/limits.ts';
import { ROLE } from '#contract/permissions.ts';
import { SEGMENTATION_ROLE } from '#contract/segmentations.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { assignUser } from '#server/rules/segmentations/segmentation-members.ts';
import { createSegmentation, deleteSegmentation } from '#server/rules/segmentations/segmentations.ts';
import { createSegment } from '#server/rules/segmentations/segments.ts';
import { assignTasks } from '#server/rules/tasks/assign-tasks.ts';
import { removeMembership } from '#server/rules/teams/membership.ts';
import {
  createTestBench,
  refusalOf,
  registerTestUpload,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { deleteComment, listComments, resolveComment, saveComment } from './comments.ts';

const [TABLET, DESK] = [randomUUID(), randomUUID()];

describe.each(TEST_ENGINES)('comments on %s', (engine) => {
  let bench: TestBench;
  let upload: RegisteredUpload;
  let study: string;
  /** Not administrators, in the team of Eva, who is one. */
  let tom: Member;
  let ann: Member;

  beforeEach(async () => {
    bench = await createTestBench(engine);
    upload = await registerTestUpload(bench, { a: 1, b: 1 });
    study = upload.studyUuid;
    tom = { ...bench.tom, permissions: new Set(['r:studies', 'r:studies:detail']) };
    ann = { ...tom, userId: await addMember('Ann', ROLE.annotator) };
    await bench.context.db.write((tx) =>
      tx.updateTable('membership').set({ role_id: ROLE.annotator }).where('user_id', '=', tom.userId).execute(),
    );
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  async function addMember(name: string, role_id: number): Promise<number> {
    return bench.context.db.write(async (tx) => {
      const { id } = await tx
        .insertInto('user')
        .values({
          ...{ email: `${name.toLowerCase()}@test`, name, color: '#112233', password_hash: '', email_verified_at: 1, platform_admin: 0 },
          ...{ preferred_team_id: null, permission_version: 1, disabled_at: null, created_at: 1 },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.insertInto('membership').values({ team_id: bench.eva.teamId, user_id: id, role_id, created_at: 1 }).execute();
      return id;
    });
  }

  const pin = () => ({
    ...{ series: upload.series[0]!.uuid, grid: 'a'.repeat(64), slice: 3, sop: '2.25.7', frame: 0 },
    point: [10.5, 20] as [number, number],
  });
  const content = (thread: string, more: Partial<SavedComment> = {}): SavedComment => ({
    ...{ base: 0, device: DESK, thread, pin: null, segmentation: null, segment: null, task: null, text: 'Is this a lesion?', mentions: [] },
    ...more,
  });
  const save = (uuid: string, more: Partial<SavedComment> = {}, caller: Member = tom) =>
    saveComment(bench.context, caller, { study, uuid }, content(uuid, more));
  const begin = (more: Partial<SavedComment> = {}, caller: Member = tom) => save(randomUUID(), more, caller);
  const answer = ({ thread }: Comment, more: Partial<SavedComment> = {}, caller: Member = ann) => begin({ thread, ...more }, caller);
  const remove = ({ uuid }: Pick<Comment, 'uuid'>, caller: Member = tom) => deleteComment(bench.context, caller, { study, uuid });
  const resolve = ({ uuid }: Comment, resolved: boolean, caller: Member = ann) =>
    resolveComment(bench.context, caller, { study, uuid }, resolved);
  const list = (caller: Member = tom) => listComments(bench.context, caller, study);
  const texts = async (caller: Member = tom) => (await list(caller)).map(({ number, text }) => `${number} ${text}`);
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;
  const notices = () =>
    bench.context.db.read
      .selectFrom('notification')
      .select(['user_id', 'type_code', 'section', 'description', 'url', 'model1_id', 'model2_id', 'model3_id'])
      .orderBy('id')
      .execute();
  const noticed = async () => (await notices()).map(({ user_id }) => user_id);

  /** A segmentation of Tom that only he, Eva and those in `seenBy` may see, with a segment. */
  async function segmentation(seenBy: readonly Member[] = []) {
    const made = await createSegmentation(bench.context, tom, study, { structure: 'liver', rbac: 1 });
    for (const { userId } of seenBy)
      await assignUser(bench.context, tom, { segmentation_id: made.id, user_id: userId, role_id: SEGMENTATION_ROLE.viewer });
    const segment = await createSegment(bench.context, tom, { study, ref: made.uuid }, {});
    return { segmentation: made.uuid, segment: segment.uuid };
  }

  test('a comment has its thread, place, text, mentions, author, times, number and version [COM-01]', async () => {
    const uuid = randomUUID();
    const made = await save(uuid, { pin: pin(), ...(await segmentation()) });
    expect(Comment.parse(made)).toEqual(made);
    expect(made).toMatchObject({
      ...{ uuid, thread: uuid, number: 1, version: 1, text: 'Is this a lesion?', mentions: [], pin: pin(), task: null },
      ...{ user: { id: tom.userId, name: 'Tom' }, editable: true, deleted: false, resolved: null },
      ...{ created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:04:05' },
    });
    expect(await list()).toEqual([made]);
    const whole = await begin({ pin: { ...pin(), point: null } });
    expect(whole.pin).toEqual({ ...pin(), point: null });
  });

  test('an answer has the number and the place of its thread, whatever it says of a place [COM-02]', async () => {
    const first = await begin({ pin: pin() });
    await begin();
    const other = { ...pin(), slice: 9 };
    const said = await answer(first, { text: 'Yes', pin: other });
    expect(said).toMatchObject({ thread: first.uuid, number: 1, pin: pin(), editable: true, resolved: null });
    expect(await texts()).toEqual(['1 Is this a lesion?', '1 Yes', '2 Is this a lesion?']);
    expect(await refusalOf(answer({ ...first, thread: randomUUID() }))).toMatchObject({
      code: 'invalid',
      errors: { thread: [expect.any(String)] },
    });
    // An answer to an answer.
    expect(await code(answer({ ...first, thread: said.uuid }))).toBe('invalid');
  });

  test('everybody who may see the study reads and answers it, and another team does not [COM-03]', async () => {
    const first = await begin();
    expect(await list(ann)).toMatchObject([{ uuid: first.uuid, editable: false }]);
    expect(await list(bench.eva)).toMatchObject([{ editable: true }]);
    await answer(first);
    const attempts = [
      () => list(bench.ute),
      () => answer(first, {}, bench.ute),
      () => remove(first, bench.ute),
      () => resolve(first, true, bench.ute),
    ];
    for (const attempt of attempts) expect(await code(attempt())).toBe('not_found');
  });

  test('a thread on a segmentation is seen and answered by whoever may see that [COM-04]', async () => {
    const max = { ...ann, userId: await addMember('Max', ROLE.annotator) };
    const at = await segmentation([max]);
    const first = await begin(at);
    await answer(first, { text: 'Yes' }, max);
    for (const caller of [tom, max, bench.eva]) expect(await texts(caller)).toEqual(['1 Is this a lesion?', '1 Yes']);
    expect(await list(ann)).toEqual([]);
    expect(await code(answer(first))).toBe('invalid');
    expect(await code(resolve(first, true))).toBe('not_found');
    // Its UUID is taken, and that is all that is said.
    expect(await code(save(first.uuid, {}, ann))).toBe('not_found');
    await remove(first, ann);
    expect(await list()).toHaveLength(2);
    expect(await code(begin(at, ann))).toBe('invalid');
    expect(await code(begin({ ...at, segment: randomUUID() }))).toBe('invalid');
  });

  test('goes with its segmentation, with its answers, and its number is not given again [COM-04]', async () => {
    const at = await segmentation();
    await answer(await begin(at), {}, tom);
    await deleteSegmentation(bench.context, tom, { study, ref: at.segmentation });
    expect(await list(bench.eva)).toEqual([]);
    const rows = await bench.context.db.read.selectFrom('comment').select(['text', 'mentions']).execute();
    expect(rows).toEqual([1, 2].map(() => ({ text: '', mentions: '[]' })));
    expect((await begin()).number).toBe(2);
  });

  test('saved twice, or twice at the same moment, it is there once and tells once [COM-05]', async () => {
    const uuid = randomUUID();
    const more = { mentions: [ann.userId] };
    const [first, second] = await Promise.all([save(uuid, more), save(uuid, more)]);
    expect([second, await save(uuid, more)]).toEqual([first, first]);
    expect(await list()).toEqual([first]);
    expect(bench.told.map(({ event }) => event)).toEqual(['change', 'notification:created']);
  });

  test('a change of the text is a new version, and the place stays [COM-06]', async () => {
    const first = await begin({ pin: pin() });
    bench.clock.now += 60_000;
    const changed = await save(first.uuid, { base: 1, text: 'Or a vessel?' }, bench.eva);
    expect(changed).toMatchObject({ version: 2, text: 'Or a vessel?', pin: pin(), user: { name: 'Tom' } });
    expect([changed.created_at, changed.updated_at]).toEqual(['2026-01-02 03:04:05', '2026-01-02 03:05:05']);
    expect(await code(save(first.uuid, { base: 1, text: 'From the tablet', device: TABLET }))).toBe('conflict');
    // The answer to its own version was lost.
    expect(await save(first.uuid, { base: 1, text: 'Or both?' })).toMatchObject({ version: 3, text: 'Or both?' });
  });

  test('only its author and team administrators change and delete it [COM-07]', async () => {
    const first = await begin();
    expect(await code(save(first.uuid, { base: 1, text: 'Mine' }, ann))).toBe('not_allowed');
    expect(await code(remove(first, ann))).toBe('not_allowed');
    expect(await texts()).toEqual(['1 Is this a lesion?']);
    await remove(first, bench.eva);
    expect(await list()).toEqual([]);
  });

  test('a deleted one stays deleted, and nothing that was written is kept [COM-08]', async () => {
    const first = await begin({ mentions: [ann.userId] });
    await remove(first);
    await remove(first);
    await remove({ uuid: randomUUID() });
    expect(await code(save(first.uuid))).toBe('comment_deleted');
    expect(await list()).toEqual([]);
    const rows = await bench.context.db.read.selectFrom('comment').select(['text', 'mentions', 'number']).execute();
    expect(rows).toEqual([{ text: '', mentions: '[]', number: 1 }]);
    expect((await begin()).number).toBe(2);
  });

  test('a deleted first comment keeps the place of its answers, also of those that arrive later [COM-08]', async () => {
    const first = await begin({ pin: pin() });
    const said = await answer(first, { text: 'Yes' });
    await remove(first);
    expect(await list()).toMatchObject([
      { uuid: first.uuid, deleted: true, text: '', editable: false, pin: pin() },
      { uuid: said.uuid, deleted: false, text: 'Yes' },
    ]);
    await remove(said, ann);
    expect(await list()).toEqual([]);
    await answer(first, { text: 'Late' });
    expect(await texts()).toEqual(['1 ', '1 Late']);
  });

  test('a thread is resolved and reopened by everybody who sees it, and twice is once [COM-09]', async () => {
    const first = await begin();
    const said = await answer(first);
    const resolved = await resolve(first, true);
    expect(resolved.resolved).toEqual({ user: { id: ann.userId, name: 'Ann' }, at: '2026-01-02 03:04:05' });
    bench.told.length = 0;
    expect(await resolve(first, true, tom)).toMatchObject({ resolved: { user: { name: 'Ann' } } });
    expect(bench.told).toEqual([]);
    expect((await resolve(first, false, tom)).resolved).toBeNull();
    expect(await code(resolve(said, true))).toBe('not_found');
  });

  test('numbers are those of the study: the greatest plus one, deleted ones counted [COM-10]', async () => {
    const [first, second] = [await begin(), await begin()];
    await remove(second);
    await answer(first);
    expect((await begin()).number).toBe(3);
    const together = await Promise.all([1, 2, 3].map(() => begin()));
    expect(together.map(({ number }) => number).toSorted()).toEqual([4, 5, 6]);
  });

  test('who is mentioned is told once, without patient and text; the author and others are not [COM-11, NOTIF-14, ENT-11, OQ-24, OQ-31]', async () => {
    await assignTasks(bench.context, bench.eva, {
      ...{ assignment: randomUUID(), studies: [study], kind: 'review', to: { person: tom.userId }, due: null, note: '' },
    });
    const task = await bench.context.db.read.selectFrom('task').select(['id', 'uuid']).executeTakeFirstOrThrow();
    await bench.context.db.write((tx) => tx.deleteFrom('notification').execute());
    const blind = await addMember('Ben', ROLE.member);
    await bench.context.db.write((tx) => tx.deleteFrom('role_permission').where('role_id', '=', ROLE.member).execute());
    const mentions = [ann.userId, ann.userId, tom.userId, bench.ute.userId, blind, 999_999];
    const made = await begin({ mentions, task: task.uuid, text: '@Ann, Muster^Eva has a lesion' });
    expect(made).toMatchObject({ mentions: [ann.userId], task: task.uuid });
    const [{ id }] = (await bench.context.db.read.selectFrom('comment').select('id').execute()) as [{ id: number }];
    expect(await notices()).toEqual([
      {
        ...{ user_id: ann.userId, type_code: 'review.add.comment', section: 'review', description: 'Tom mentioned you.' },
        ...{ url: `/annotator/case/${study}?comment=${made.uuid}`, model1_id: upload.studyId, model2_id: task.id, model3_id: id },
      },
    ]);
    await save(made.uuid, { base: 1, mentions: [], text: 'Changed' });
    await save(made.uuid, { base: 2, mentions: [ann.userId, bench.eva.userId], text: 'Again' });
    expect(await noticed()).toEqual([ann.userId, bench.eva.userId]);
    expect(await code(begin({ task: randomUUID() }))).toBe('invalid');
  });

  test('somebody who may not see the segmentation is not told of a mention in a thread on it [COM-11]', async () => {
    const first = await begin(await segmentation());
    await answer(first, { mentions: [ann.userId, bench.eva.userId] }, tom);
    expect(await noticed()).toEqual([bench.eva.userId]);
  });

  test('somebody who left the team stays mentioned, so that a comment sent twice is the same [COM-05]', async () => {
    const made = await begin({ mentions: [ann.userId] });
    const rights = { ...bench.context, connections: { endSignIn: () => undefined, recheckUser: () => undefined } };
    await removeMembership(rights, { teamId: tom.teamId, userId: ann.userId });
    expect(await save(made.uuid, { mentions: [ann.userId] })).toEqual(made);
    expect((await begin({ mentions: [ann.userId] })).mentions).toEqual([]);
  });

  test('its series and task are of the study', async () => {
    const other = await registerTestUpload(bench, { a: 1 }, { studyInstanceUid: '1.2.4' });
    expect(await refusalOf(begin({ pin: { ...pin(), series: other.series[0]!.uuid } }))).toMatchObject({ code: 'invalid' });
  });

  test('each change is announced to the team with its study, and one without effect is not [COM-12]', async () => {
    const made = await begin();
    await save(made.uuid, { base: 1 });
    await save(made.uuid, { base: 1, text: 'Arch' });
    await resolve(made, true);
    await remove(made);
    await remove(made);
    const changes = await bench.context.db.read.selectFrom('change').select(['kind', 'ref']).where('kind', '=', 'comment').execute();
    expect(changes).toEqual([1, 2, 3, 4].map(() => ({ kind: 'comment', ref: study })));
    expect(bench.told).toHaveLength(4);
  });

  test('a study has a limited number of them, deleted ones included', async () => {
    const max = LIMITS.commentsPerStudy;
    const { uuid } = await begin();
    await bench.context.db.write(async (tx) => {
      const { id: _, ...row } = await tx.selectFrom('comment').selectAll().executeTakeFirstOrThrow();
      const rows = Array.from({ length: max - 1 }, () => ({ ...row, uuid: randomUUID(), number: null, deleted_at: 1 }));
      for (let at = 0; at < rows.length; at += 100)
        await tx
          .insertInto('comment')
          .values(rows.slice(at, at + 100))
          .execute();
    });
    expect(await refusalOf(begin())).toEqual({ code: 'too_large', limit: { name: 'commentsPerStudy', max } });
    expect(await save(uuid, { base: 1, text: 'Arch' })).toMatchObject({ version: 2 });
  });

  test('they go with their study, and author, task and series can go without them', async () => {
    await begin({ pin: pin() });
    await bench.context.db.write((tx) => tx.updateTable('comment').set({ user_id: null, series_id: null }).execute());
    expect(await list()).toMatchObject([{ user: null, pin: null, editable: false }]);
    await bench.context.db.write((tx) => tx.deleteFrom('study').where('id', '=', upload.studyId).execute());
    expect(await bench.context.db.read.selectFrom('comment').selectAll().execute()).toEqual([]);
  });
});
