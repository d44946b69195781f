import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import type { Permission } from '#contract/permissions.ts';
import { ROLE } from '#contract/permissions.ts';
import { ListedSegmentation, Segmentation, SEGMENTATION_ROLE } from '#contract/segmentations.ts';
import { NO_CODES } from '#contract/structures.ts';
import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { removeMaskValue } from '#server/rules/masks/operations.ts';
import { createStructure, deleteStructure } from '#server/rules/structures/structures.ts';
import { deleteMembership } from '#server/rules/teams/membership.ts';
import { createTestBench, refusalOf, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { assignableRoles, assignedUsers, assignUser, availableUsers, unassignUser } from './segmentation-members.ts';
import {
  createSegmentation,
  deleteSegmentation,
  listSegmentations,
  organizedStudy,
  readSegmentation,
  shareSegmentation,
} from './segmentations.ts';
import { createSegment, deleteSegment, listSegments, orderSegments, recolourSegment, renameSegment } from './segments.ts';

const AREA: Permission[] = ['r:studies', 'r:studies:detail', 'r:segmentations'];

describe.each(TEST_ENGINES)('segmentations on %s', (engine) => {
  let bench: TestBench;
  let study: string;
  let studyId: number;
  /** Not an administrator, like Tom. Eva is one. */
  let ann: Member;
  let tom: Member;

  beforeEach(async () => {
    bench = await createTestBench(engine);
    ({ studyUuid: study, studyId } = await registerTestUpload(bench, { a: 1, b: 1 }));
    tom = { ...bench.tom, permissions: new Set(AREA) };
    ann = { ...tom, userId: await addMember('Ann') };
    await bench.context.db.write((tx) =>
      tx.updateTable('membership').set({ role_id: ROLE.annotator }).where('user_id', 'in', [tom.userId, ann.userId]).execute(),
    );
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  async function addMember(name: string, roleId: number = ROLE.annotator): Promise<number> {
    const now = bench.clock.now;
    return bench.context.db.write(async (tx) => {
      const { id } = await tx
        .insertInto('user')
        .values({
          ...{ email: `${name.toLowerCase()}@test`, name, color: '#112233', password_hash: '', email_verified_at: now, platform_admin: 0 },
          ...{ preferred_team_id: null, permission_version: 1, disabled_at: null, created_at: now },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.insertInto('membership').values({ team_id: bench.eva.teamId, user_id: id, role_id: roleId, created_at: now }).execute();
      return id;
    });
  }

  const create = (caller: Member = tom, more: { structure?: string; rbac?: 0 | 1; exclusive?: boolean; uuid?: string } = {}) =>
    createSegmentation(bench.context, caller, study, { structure: 'liver', rbac: 1, ...more });
  const at = ({ uuid }: Pick<Segmentation, 'uuid'>) => ({ study, ref: uuid });
  const read = ({ uuid }: Segmentation, caller: Member = tom) => readSegmentation(bench.context.db.read, caller, uuid);
  const part = (segmentation: Segmentation, given: Parameters<typeof createSegment>[3] = {}, caller: Member = tom) =>
    createSegment(bench.context, caller, at(segmentation), given);
  const assign = ({ id }: Segmentation, user: Member, role_id: number, caller: Member = tom) =>
    assignUser(bench.context, caller, { segmentation_id: id, user_id: user.userId, role_id });
  const unassign = ({ uuid }: Segmentation, user: Member, roleId: number, caller: Member = tom) =>
    unassignUser(bench.context, caller, { ref: uuid, userId: user.userId, roleId });
  const seen = async (caller: Member) => (await organizedStudy(bench.context, caller, study)).segmentations.map(({ id }) => id);
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;

  test('a segmentation is created for a structure; its creator owns it [SEG-001, SEG-034, ENT-44]', async () => {
    const made = await create();
    expect(Segmentation.parse(made)).toEqual(made);
    expect(made).toMatchObject({
      ...{ parent_id: null, origin: 'drawn', rbac_enabled: true, segments: [], item_count: 0, mask: null },
      structure: { slug: 'liver', title: 'Liver', category: { slug: 'liver' } },
      user: { id: tom.userId, name: 'Tom' },
      created_at: '2026-01-02 03:04:05',
      roles: { [SEGMENTATION_ROLE.owner]: [{ segmentation_id: made.id, user_id: tom.userId, name: 'Tom', email: 'tom@test' }] },
      may: { edit: true, share: true, delete: true },
    });
    expect(await organizedStudy(bench.context, tom, study)).toMatchObject({
      study: { uuid: study },
      series: [{ modalityCode: 'MR' }, { modalityCode: 'MR' }],
      segmentations: [made],
    });
    expect(await code(create(tom, { structure: 'no-such' }))).toBe('invalid');
  });

  test('a repeated creation makes one segmentation; the UUID of another one is a conflict', async () => {
    const uuid = randomUUID();
    const made = await Promise.all([create(tom, { uuid }), create(tom, { uuid })]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await code(create(tom, { uuid, structure: 'spleen' }))).toBe('conflict');
    expect(await code(create(ann, { uuid }))).toBe('conflict');
    expect(await seen(bench.eva)).toHaveLength(1);
  });

  test('a shared one is seen by its creator, by members with a role and by administrators; for others it does not exist [SEG-033]', async () => {
    const shared = await create();
    expect(await Promise.all([tom, bench.eva, ann].map(seen))).toEqual([[shared.id], [shared.id], []]);
    expect(await code(read(shared, ann))).toBe('not_found');
    expect(await code(part(shared, {}, ann))).toBe('not_found');
    expect(await code(assign(shared, ann, SEGMENTATION_ROLE.owner, ann))).toBe('not_found');
    await assign(shared, ann, SEGMENTATION_ROLE.viewer);
    expect(await seen(ann)).toEqual([shared.id]);
    expect(await code(read(shared, bench.ute))).toBe('not_found');
    expect(await code(organizedStudy(bench.context, bench.ute, study))).toBe('not_found');
  });

  test('each role may do what it names, and no more [SEG-033, OQ-02]', async () => {
    const shared = await create();
    const rights = async () => (await read(shared, ann)).may;
    const expected = { owner: [true, true], editor: [true, false], reviewer: [false, false], viewer: [false, false] } as const;
    for (const [role, [edit, share]] of Object.entries(expected)) {
      await assign(shared, ann, SEGMENTATION_ROLE[role as keyof typeof expected]);
      expect(await rights()).toEqual({ edit, share, delete: false });
      const made = await part(shared, {}, ann).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      expect(made).toBe(edit ? 'done' : 'not_allowed');
      expect(await code(deleteSegmentation(bench.context, ann, at(shared)))).toBe('not_allowed');
    }
  });

  test('taking a role ends access at once, and so does leaving the team', async () => {
    const shared = await create();
    await assign(shared, ann, SEGMENTATION_ROLE.editor);
    const segment = await part(shared, {}, ann);
    await unassign(shared, ann, SEGMENTATION_ROLE.editor);
    await unassign(shared, ann, SEGMENTATION_ROLE.editor);
    expect(await seen(ann)).toEqual([]);
    expect(await code(renameSegment(bench.context, ann, { ...at(shared), segment: String(segment.id) }, 'x'))).toBe('not_found');

    await assign(shared, ann, SEGMENTATION_ROLE.viewer);
    await bench.context.db.write((tx) => deleteMembership(tx, { teamId: ann.teamId, userId: ann.userId }, bench.clock.now));
    expect((await read(shared)).roles).not.toHaveProperty(String(SEGMENTATION_ROLE.viewer));
  });

  test('an unshared one is seen by its creator and administrators; its roles are kept but do not count [SEG-032]', async () => {
    const shared = await create();
    await assign(shared, ann, SEGMENTATION_ROLE.owner);
    await shareSegmentation(bench.context, ann, { ...at(shared), rbac: 0 });
    expect(await Promise.all([tom, bench.eva, ann].map(seen))).toEqual([[shared.id], [shared.id], []]);
    expect(await code(assign(shared, ann, SEGMENTATION_ROLE.viewer))).toBe('not_shared');
    expect(await code(unassign(shared, ann, SEGMENTATION_ROLE.owner))).toBe('not_shared');
    await shareSegmentation(bench.context, tom, { ...at(shared), rbac: 1 });
    expect(await seen(ann)).toEqual([shared.id]);
  });

  test('owners say whether segments may overlap, until something is drawn [MASK-105]', async () => {
    const made = await create();
    const changed = (exclusive: boolean, caller: Member = tom) => shareSegmentation(bench.context, caller, { ...at(made), exclusive });
    expect([made.exclusive, (await create(tom, { exclusive: true })).exclusive]).toEqual([false, true]);
    expect(await changed(true)).toMatchObject({ exclusive: true, rbac_enabled: true });
    expect(await changed(true)).toMatchObject({ exclusive: true });
    expect((await read(made)).exclusive).toBe(true);
    await assign(made, ann, SEGMENTATION_ROLE.editor);
    expect(await code(changed(false, ann))).toBe('not_allowed');
    await assign(made, ann, SEGMENTATION_ROLE.owner);
    expect(await changed(false, ann)).toMatchObject({ exclusive: false });
    expect(await code(changed(true, bench.ute))).toBe('not_found');
    await bench.context.db.write((tx) =>
      tx.updateTable('segmentation').set({ operation_number: 1 }).where('uuid', '=', made.uuid).execute(),
    );
    expect(await code(changed(true))).toBe('conflict');
    expect(await changed(false)).toMatchObject({ exclusive: false });
    expect(await shareSegmentation(bench.context, tom, { ...at(made), rbac: 0 })).toMatchObject({ exclusive: false, rbac_enabled: false });
  });

  test('a member has one role, a second one replaces it, and the creator stays the owner [ENT-46, CALL-021, CALL-024]', async () => {
    const shared = await create();
    await assign(shared, ann, SEGMENTATION_ROLE.viewer);
    expect((await assign(shared, ann, SEGMENTATION_ROLE.editor)).assigned).toEqual({
      ...{ segmentation_id: shared.id, role_id: SEGMENTATION_ROLE.editor, user_id: ann.userId, name: 'Ann', email: 'ann@test' },
    });
    expect(Object.keys((await read(shared)).roles)).toEqual(['1', '2']);
    expect(await code(assign(shared, tom, SEGMENTATION_ROLE.viewer))).toBe('role_of_creator');
    expect(await code(unassign(shared, tom, SEGMENTATION_ROLE.owner))).toBe('role_of_creator');
    expect(await code(assign(shared, bench.ute, SEGMENTATION_ROLE.viewer))).toBe('invalid');
    await unassign(shared, ann, SEGMENTATION_ROLE.editor, ann);
    expect(await assignedUsers(bench.context, tom, study)).toMatchObject([{ name: 'Tom' }]);
    expect(await assignedUsers(bench.context, ann, study)).toEqual([]);
  });

  test('offered are members who can open the panel and do not have the role yet [SEG-025, CALL-020, CALL-022]', async () => {
    await addMember('Max', ROLE.member);
    const shared = await create();
    const offered = async (roleId: number) =>
      (await availableUsers(bench.context, tom, { teamId: tom.teamId, study: String(studyId), ref: String(shared.id), roleId })).map(
        ({ id, user_id, name }) => [id === user_id, name],
      );
    expect(await offered(SEGMENTATION_ROLE.viewer)).toEqual([
      [true, 'Ann'],
      [true, 'Eva'],
    ]);
    await assign(shared, ann, SEGMENTATION_ROLE.viewer);
    expect(await offered(SEGMENTATION_ROLE.viewer)).toEqual([[true, 'Eva']]);
    expect(await offered(SEGMENTATION_ROLE.editor)).toHaveLength(2);
    expect(await code(assign(shared, { ...ann, userId: bench.ute.userId }, SEGMENTATION_ROLE.viewer))).toBe('invalid');
    expect((await assignableRoles(bench.context, tom)).map(({ name, users }) => [name, users.map((user) => user.name)])).toEqual(
      ['Owner', 'Editor', 'Reviewer', 'Viewer'].map((role) => [role, ['Ann', 'Eva', 'Tom']]),
    );
    const other = { teamId: bench.ute.teamId, study, ref: String(shared.id), roleId: 4 };
    expect(await code(availableUsers(bench.context, tom, other))).toBe('not_found');
  });

  test('segments get the next sort number, value, colour and title; deleted ones count [SEG-009, SEG-010, SEG-013, SEG-020, SEG-021, ENT-45, CONST-53, CONST-54, CONST-55]', async () => {
    const made = await create();
    const [first, second] = [await part(made), await part(made, { title: 'Apex' })];
    expect([first, second]).toMatchObject([
      { title: 'Part 1', sort: 1, value: 1, color: SEGMENT_COLOURS[0].value, visible: true, revision: 0, deleted_at: null },
      { title: 'Apex', sort: 2, value: 2, color: SEGMENT_COLOURS[1].value },
    ]);
    bench.clock.now += 60_000;
    const gone = await deleteSegment(bench.context, tom, { ...at(made), segment: String(second.id) });
    expect(gone.deleted_at).toBe('2026-01-02 03:05:05');
    bench.clock.now += 60_000;
    expect(await deleteSegment(bench.context, tom, { ...at(made), segment: String(second.id) })).toEqual(gone);
    expect(await part(made)).toMatchObject({ title: 'Part 3', sort: 3, value: 3 });
    expect(await read(made)).toMatchObject({ item_count: 2, segments: [{ value: 1 }, { value: 3 }], updated_at: '2026-01-02 03:06:05' });
    expect(await code(renameSegment(bench.context, tom, { ...at(made), segment: String(second.id) }, 'x'))).toBe('not_found');
    expect(await removeMaskValue(bench.context, tom, { ...at(made), value: 2 })).toEqual({ revision: 0 });
    expect(await code(removeMaskValue(bench.context, tom, { ...at(made), value: 4 }))).toBe('not_found');
  });

  test('the palette is used again after 13 segments, and at the same moment nobody gets the same value [SEG-009, SEG-020]', async () => {
    const made = await create();
    const parts = await Promise.all(Array.from({ length: 14 }, () => part(made)));
    expect(parts.map(({ value }) => value).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
    expect(parts.find(({ sort }) => sort === 14)?.color).toBe(SEGMENT_COLOURS[0].value);
  });

  test('a repeated creation makes one segment, and a UUID of another segmentation is a conflict', async () => {
    const [made, other] = [await create(), await create()];
    const uuid = randomUUID();
    expect((await part(made, { uuid })).id).toBe((await part(made, { uuid })).id);
    expect(await code(part(other, { uuid }))).toBe('conflict');
    expect((await read(made)).item_count).toBe(1);
  });

  test('a segment is renamed and recoloured by its id or UUID, and only in its own segmentation [SEG-016, SEG-018]', async () => {
    const [made, other] = [await create(), await create()];
    const uuid = randomUUID();
    const { id } = await part(made, { uuid });
    expect(await renameSegment(bench.context, tom, { ...at(made), segment: String(id) }, 'Apex')).toMatchObject({ title: 'Apex' });
    expect(await recolourSegment(bench.context, tom, { ...at(made), segment: String(id) }, '#112233')).toMatchObject({
      title: 'Apex',
      color: '#112233',
    });
    expect(await renameSegment(bench.context, tom, { ...at(made), segment: uuid }, 'Base')).toMatchObject({ id, title: 'Base' });
    expect(await code(renameSegment(bench.context, tom, { ...at(other), segment: uuid }, 'x'))).toBe('not_found');
    expect(await code(renameSegment(bench.context, tom, { ...at(other), segment: String(id) }, 'x'))).toBe('not_found');
    expect(await code(renameSegment(bench.context, tom, { study: randomUUID(), ref: made.uuid, segment: String(id) }, 'x'))).toBe(
      'not_found',
    );
  });

  test('segments are put in order by those who may edit, deleted and unknown ones are ignored, and numbers stay unique [SEG-035]', async () => {
    const made = await create();
    const parts = [await part(made), await part(made), await part(made), await part(made)];
    const [one, two, three, four] = parts.map(({ uuid }) => uuid) as [string, string, string, string];
    await deleteSegment(bench.context, tom, { ...at(made), segment: two });
    const order = (uuids: string[], caller = tom) => orderSegments(bench.context, caller, { ...at(made), order: uuids });
    const shown = ({ segments }: Awaited<ReturnType<typeof order>>) => segments.map(({ uuid, sort }) => [uuid, sort]);
    bench.clock.now += 60_000;
    const told = bench.told.length;
    const ordered = await order([four, two, randomUUID(), one]);
    expect(shown(ordered)).toEqual([
      [four, 1],
      [three, 3],
      [one, 4],
    ]);
    expect(await read(made)).toEqual(ordered);
    expect(bench.told).toHaveLength(told + 1);
    expect(await order([four, one])).toEqual(ordered);
    expect(bench.told).toHaveLength(told + 1);
    expect(await part(made)).toMatchObject({ sort: 5, value: 5 });
    await assign(made, ann, SEGMENTATION_ROLE.viewer);
    expect(await code(order([one, four], ann))).toBe('not_allowed');
    expect(await code(order([one, four], bench.ute))).toBe('not_found');
    await assign(made, ann, SEGMENTATION_ROLE.editor);
    expect(shown(await order([one, three, four], ann))[0]).toEqual([one, 1]);
  });

  test('is deleted by its creator or an administrator, once or more often [SEG-006, OQ-03]', async () => {
    const [made, other] = [await create(), await create()];
    await assign(other, ann, SEGMENTATION_ROLE.owner);
    await part(made);
    await deleteSegmentation(bench.context, tom, at(made));
    await deleteSegmentation(bench.context, tom, at(made));
    await deleteSegmentation(bench.context, bench.ute, at(other));
    expect(await seen(ann)).toEqual([other.id]);
    await deleteSegmentation(bench.context, bench.eva, at(other));
    expect(await seen(ann)).toEqual([]);
  });

  test('each change is announced to the team once, by the study, and a change without effect is not', async () => {
    const made = await create();
    const { id } = await part(made);
    const changes = [
      () => renameSegment(bench.context, tom, { ...at(made), segment: String(id) }, 'Apex'),
      () => assign(made, ann, SEGMENTATION_ROLE.viewer),
      () => unassign(made, ann, SEGMENTATION_ROLE.viewer),
      () => shareSegmentation(bench.context, tom, { ...at(made), rbac: 0 }),
      () => deleteSegment(bench.context, tom, { ...at(made), segment: String(id) }),
      () => deleteSegmentation(bench.context, tom, at(made)),
    ];
    for (const change of changes) await change();
    const log = await bench.context.db.read.selectFrom('change').select(['kind', 'ref']).where('kind', '=', 'segmentation').execute();
    expect(log).toEqual(Array.from({ length: 8 }, () => ({ kind: 'segmentation', ref: study })));
    expect(bench.told.filter(({ event }) => event === 'change')).toHaveLength(8);
    await deleteSegmentation(bench.context, tom, at(made));
    expect(bench.told.filter(({ event }) => event === 'change')).toHaveLength(8);
  });

  test('are listed, the latest change first, without those that the caller may not see [PCALL-16]', async () => {
    const liver = await create();
    bench.clock.now += 1_000;
    const spleen = await create(ann, { structure: 'spleen', rbac: 0 });
    const list = async (query: Partial<Parameters<typeof listSegmentations>[2]> = {}, caller: Member = bench.eva) =>
      (await listSegmentations(bench.context, caller, { page: 1, ...query })).data;
    const all = await list();
    expect(all.map((each) => ListedSegmentation.parse(each))).toEqual(all);
    expect(all).toMatchObject([
      { id: spleen.id, user: { name: 'Ann' }, rbac_enabled: false, item_count: 0, study: { uuid: study, patientName: 'Muster^Eva' } },
      { id: liver.id },
    ]);
    const ids = async (query: Parameters<typeof list>[0], caller?: Member) => (await list(query, caller)).map(({ id }) => id);
    expect(await ids({ structure: 'liver' })).toEqual([liver.id]);
    expect(await ids({ user: ann.userId })).toEqual([spleen.id]);
    expect(await ids({ shared: 1 })).toEqual([liver.id]);
    expect(await ids({ search: 'muster TOM' })).toEqual([liver.id]);
    expect(await ids({ search: 'splee' })).toEqual([spleen.id]);
    expect(await ids({ study: randomUUID() })).toEqual([]);
    expect(await ids({}, tom)).toEqual([liver.id]);
    expect(await ids({}, bench.ute)).toEqual([]);
    expect(await listSegmentations(bench.context, bench.eva, { page: 2 })).toMatchObject({ data: [], total: 2, current_page: 2 });

    // A patient name is part of a study.
    const only: Member = { ...tom, permissions: new Set(['r:segmentations']) };
    expect((await list({}, only))[0]?.study.patientName).toBe('');
    expect(await ids({ search: 'muster' }, only)).toEqual([]);
  });

  test('segments of named segmentations are listed, without those of others [PCALL-16]', async () => {
    const [made, hidden] = [await create(), await create(ann)];
    const [first, second] = [await part(made), await part(made)];
    await part(hidden, {}, ann);
    await deleteSegment(bench.context, tom, { ...at(made), segment: String(first.id) });
    const list = (of: string) => listSegments(bench.context, tom, { page: 1, list: of });
    expect(await list(`${hidden.id},${made.id},999`)).toMatchObject({
      total: 1,
      data: [{ id: second.id, segmentation: { id: made.id, structure: { slug: 'liver' } } }],
    });
    expect(await list(String(hidden.id))).toMatchObject({ total: 0, data: [] });
  });

  test('a structure with a segmentation cannot be deleted, also not one that somebody else cannot see', async () => {
    const category_id = 1;
    const structure = await createStructure(bench.context, bench.eva, { title: 'Marker', category_id, color: '#112233', codes: NO_CODES });
    const made = await create(tom, { structure: structure.slug, rbac: 0 });
    expect(await code(deleteStructure(bench.context, bench.eva, structure.id))).toBe('structure_in_use');
    await deleteSegmentation(bench.context, tom, at(made));
    await deleteStructure(bench.context, bench.eva, structure.id);
  });

  test('a study and a segmentation can have a limited number of segmentations and segments', async () => {
    const made = await create();
    await bench.context.db.write(async (tx) => {
      const row = await tx.selectFrom('segmentation').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow();
      const { id: _, ...copied } = row;
      for (let count = 1; count < LIMITS.segmentationsPerStudy; count += 1)
        await tx
          .insertInto('segmentation')
          .values({ ...copied, uuid: randomUUID() })
          .execute();
      const segment = {
        segmentation_id: made.id,
        title: 'x',
        color: '#112233',
        visible: 1,
        revision: 0,
        deleted_at: 1,
        created_at: 1,
      } as const;
      for (let value = 1; value <= LIMITS.segmentsPerSegmentation; value += 1)
        await tx
          .insertInto('segment')
          .values({ ...segment, uuid: randomUUID(), sort: value, value })
          .execute();
    });
    expect(await code(create())).toBe('too_large');
    expect(await code(part(made))).toBe('too_large');
  });
});
