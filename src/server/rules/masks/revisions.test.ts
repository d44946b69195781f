import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { MaskRevision } from '#contract/mask-revisions.ts';
import { SEGMENTATION_ROLE, type Segmentation } from '#contract/segmentations.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { assignUser, unassignUser } from '#server/rules/segmentations/segmentation-members.ts';
import { deleteSegmentation } from '#server/rules/segmentations/segmentations.ts';
import { refusalOf, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { createMaskTestBench } from './masks-test-bench.ts';
import { maskRevisions, nameMaskRevision, removeMaskRevision } from './revisions.ts';

describe.each(TEST_ENGINES)('revisions on %s', (engine) => {
  let bench: TestBench;
  let study: string;
  let segmentation: Segmentation;
  /** Not administrators. Tom created the segmentation. Eva administers their team, and Ute another one. */
  let tom: Member;
  let ann: Member;

  beforeEach(async () => {
    ({ bench, study, segmentation, tom, ann } = await createMaskTestBench(engine));
    await bench.context.db.write((tx) =>
      tx.updateTable('segmentation').set({ operation_number: 5 }).where('id', '=', segmentation.id).execute(),
    );
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  const of = (revision: string) => ({ study, segmentation: segmentation.uuid, revision });
  const name = (revision: string = randomUUID(), more: { name?: string; number?: number } = {}, caller: Member = tom) =>
    nameMaskRevision(bench.context, caller, of(revision), { name: 'Before biopsy', number: 3, ...more });
  const remove = (revision: string, caller: Member = tom) => removeMaskRevision(bench.context, caller, of(revision));
  const list = (caller: Member = tom) => maskRevisions(bench.context, caller, { study, segmentation: segmentation.uuid });
  const as = (role_id: (typeof SEGMENTATION_ROLE)[keyof typeof SEGMENTATION_ROLE]) =>
    assignUser(bench.context, tom, { segmentation_id: segmentation.id, user_id: ann.userId, role_id });
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;

  test('have a name, a number, an author and a time, the highest number first [MASK-176]', async () => {
    const first = await name();
    expect(MaskRevision.parse(first)).toEqual(first);
    expect(first).toMatchObject({
      ...{ name: 'Before biopsy', number: 3, user: { id: tom.userId, name: 'Tom' }, created_at: '2026-01-02 03:04:05', removable: true },
    });
    const second = await name(randomUUID(), { name: 'After', number: 5 });
    expect(await list()).toEqual([second, first]);
    expect(bench.told).toHaveLength(2);
  });

  test('sent twice, or twice at the same moment, are there once, as they were first [MASK-176]', async () => {
    const uuid = randomUUID();
    const [first, second] = await Promise.all([name(uuid), name(uuid)]);
    expect([second, await name(uuid, { name: 'Another', number: 4 })]).toEqual([first, first]);
    expect(await list()).toEqual([first]);
    expect(bench.told).toHaveLength(1);
  });

  test('name a number that exists [MASK-176]', async () => {
    expect(await code(name(randomUUID(), { number: 6 }))).toBe('invalid');
    expect(await list()).toEqual([]);
    expect(await name(randomUUID(), { number: 5 })).toMatchObject({ number: 5 });
  });

  test('are read by those who see the segmentation, and named by those who may draw [MASK-177]', async () => {
    const { uuid } = await name();
    for (const other of [ann, bench.ute]) {
      expect(await code(list(other))).toBe('not_found');
      expect(await code(name(randomUUID(), {}, other))).toBe('not_found');
      expect(await code(remove(uuid, other))).toBe('not_found');
    }
    await as(SEGMENTATION_ROLE.viewer);
    expect(await list(ann)).toMatchObject([{ uuid, removable: false }]);
    expect(await code(name(randomUUID(), {}, ann))).toBe('not_allowed');
    await as(SEGMENTATION_ROLE.editor);
    expect(await name(randomUUID(), {}, ann)).toMatchObject({ user: { id: ann.userId } });
    expect(await code(name(uuid, {}, ann))).toBe('conflict');
  });

  test('are removed by their author and by owners of the segmentation only [MASK-177]', async () => {
    await as(SEGMENTATION_ROLE.editor);
    const [own, other, third] = [await name(), await name(randomUUID(), {}, ann), await name(randomUUID(), {}, ann)];
    expect(await code(remove(own.uuid, ann))).toBe('not_allowed');
    await remove(other.uuid, ann);
    await remove(third.uuid);
    expect(await list()).toEqual([own]);
    await as(SEGMENTATION_ROLE.owner);
    await remove(own.uuid, ann);
    expect(await list()).toEqual([]);
  });

  test('stay removed when they are removed or named again [MASK-176]', async () => {
    const { uuid } = await name();
    await remove(uuid);
    await remove(uuid);
    await remove(randomUUID());
    expect(await code(name(uuid))).toBe('not_found');
    expect(await list()).toEqual([]);
    expect(bench.told).toHaveLength(2);
    const stored = await bench.context.db.read.selectFrom('segmentation_revision').select('name').execute();
    expect(stored).toEqual([{ name: '' }]);
  });

  test('are limited in number [MASK-176]', async () => {
    const row = { segmentation_id: segmentation.id, number: 1, name: 'x', user_id: tom.userId, created_at: 1, deleted_at: null };
    await bench.context.db.write((tx) =>
      tx
        .insertInto('segmentation_revision')
        .values(Array.from({ length: LIMITS.revisionsPerSegmentation }, () => ({ ...row, uuid: randomUUID() })))
        .execute(),
    );
    expect(await refusalOf(name())).toMatchObject({ code: 'too_large' });
  });

  test('are not found by whoever lost the role, and go with the segmentation [MASK-177]', async () => {
    await as(SEGMENTATION_ROLE.editor);
    const { uuid } = await name(randomUUID(), {}, ann);
    await unassignUser(bench.context, tom, { ref: segmentation.uuid, userId: ann.userId, roleId: SEGMENTATION_ROLE.editor });
    expect(await code(remove(uuid, ann))).toBe('not_found');
    await deleteSegmentation(bench.context, tom, { study, ref: segmentation.uuid });
    expect(await code(list())).toBe('not_found');
    expect(await bench.context.db.read.selectFrom('segmentation_revision').selectAll().execute()).toEqual([]);
  });
});
