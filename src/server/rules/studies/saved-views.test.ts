import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SavedView } from '#contract/folders.ts';
import { LIMITS } from '#contract/limits.ts';
import type { StudyFilters } from '#contract/study-filters.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { removeMembership } from '#server/rules/teams/membership.ts';
import { createTestBench, refusalOf, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { deleteView, savedViewsFor, saveView } from './saved-views.ts';

const QUERY: StudyFilters = { search: 'merlin', state: 'converted', date_from: '20240101', folder: 3, order: '-date' };

describe.each(TEST_ENGINES)('saved views on %s', (engine) => {
  let bench: TestBench;
  /** Two members who are no administrators. */
  let mia: Member;
  let max: Member;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    const permissions = new Set(['r:studies'] as const);
    mia = { ...bench.tom, permissions };
    max = { ...(await addMember('Max')), permissions };
  });
  afterEach(() => bench.close());

  async function addMember(name: string): Promise<Member> {
    const { id } = await bench.context.db.write((tx) =>
      tx
        .insertInto('user')
        .values({
          ...{ email: `${name}@test`, name, color: '#112233', password_hash: '', email_verified_at: 1, platform_admin: 0 },
          ...{ preferred_team_id: null, permission_version: 1, disabled_at: null, created_at: 1 },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    return { ...bench.tom, userId: id };
  }
  const save = (name: string, caller: Member, { query = QUERY, of_team = false } = {}) =>
    saveView(bench.context, caller, { name, query, of_team });
  const saveForTeam = (name: string, caller: Member = bench.eva) => save(name, caller, { of_team: true });
  const list = (caller: Member) => savedViewsFor(bench.context.db.read, caller);
  const seen = async (caller: Member) => (await list(caller)).map(({ name, of_team }) => (of_team ? `${name} of the team` : name));

  test('are listed by name, with the filters as they were saved [PCALL-81, ENT-60]', async () => {
    const [second, first] = [await save('Second', mia), await save('First', mia, { query: {} })];
    expect(SavedView.parse(second)).toEqual({ id: expect.any(Number), name: 'Second', query: QUERY, of_team: false, changeable: true });
    expect(first.query).toEqual({});
    expect(await list(mia)).toEqual([first, second]);
  });

  test('one of the same name is replaced, and a repeated call changes nothing more', async () => {
    const { id } = await save('Mine', mia);
    bench.clock.now += 1_000;
    const again = await save('Mine', mia, { query: { modality: 'MR' } });
    expect(again).toMatchObject({ id, query: { modality: 'MR' } });
    expect(await save('Mine', mia, { query: { modality: 'MR' } })).toEqual(again);
    expect(await list(mia)).toEqual([again]);
    expect(await bench.context.db.read.selectFrom('saved_view').select(['created_at', 'updated_at']).execute()).toEqual([
      { created_at: bench.clock.now - 1_000, updated_at: bench.clock.now },
    ]);
  });

  test('are seen by their owner alone, and the one of the team by every member of it', async () => {
    await save('Mine', mia);
    await save('Mine', max);
    await saveForTeam('Ours');
    expect([await seen(mia), await seen(max), await seen(bench.eva), await seen(bench.ute)]).toEqual([
      ['Mine', 'Ours of the team'],
      ['Mine', 'Ours of the team'],
      ['Ours of the team'],
      [],
    ]);
    expect((await list(mia)).map(({ changeable }) => changeable)).toEqual([true, false]);
    expect((await list(bench.tom)).find(({ of_team }) => of_team)).toMatchObject({ changeable: true });
  });

  test('a team has one view: a new one replaces it, and the earlier one stays with its creator', async () => {
    await saveForTeam('First');
    await saveForTeam('Second', bench.tom);
    expect([await seen(bench.eva), await seen(bench.tom), await seen(max)]).toEqual([
      ['First', 'Second of the team'],
      ['Second of the team'],
      ['Second of the team'],
    ]);
    await saveForTeam('Third', bench.tom);
    expect(await seen(bench.tom)).toEqual(['Second', 'Third of the team']);
    await saveForTeam('of south', bench.ute);
    expect(await seen(max)).toEqual(['Third of the team']);
  });

  test('of two administrators who save the view of the team at the same moment, one is its creator', async () => {
    await Promise.all([saveForTeam('A'), saveForTeam('B', bench.tom)]);
    expect(await seen(max)).toHaveLength(1);
  });

  test('the view of the team is changed by team administrators alone, also if its creator is none any more', async () => {
    const { id } = await saveForTeam('Ours', bench.tom);
    expect(await refusalOf(saveForTeam('Ours', max))).toEqual({ code: 'not_allowed' });
    for (const of_team of [true, false]) expect(await refusalOf(save('Ours', mia, { of_team }))).toEqual({ code: 'not_allowed' });
    for (const caller of [mia, max]) expect(await refusalOf(deleteView(bench.context, caller, id))).toEqual({ code: 'not_allowed' });
    expect(await seen(max)).toEqual(['Ours of the team']);
    await save('Ours', bench.tom);
    expect([await seen(max), await seen(mia)]).toEqual([[], ['Ours']]);
    const ours = await saveForTeam('Ours', bench.tom);
    await deleteView(bench.context, bench.eva, ours.id);
    expect(await seen(mia)).toEqual([]);
  });

  test('are deleted by their owner, also twice; to others they do not exist', async () => {
    const { id } = await save('Mine', mia);
    for (const caller of [max, bench.eva, bench.ute]) await deleteView(bench.context, caller, id);
    expect(await seen(mia)).toEqual(['Mine']);
    await deleteView(bench.context, mia, id);
    await deleteView(bench.context, mia, id);
    expect(await seen(mia)).toEqual([]);
    const ours = await saveForTeam('Ours');
    await deleteView(bench.context, bench.ute, ours.id);
    expect(await seen(max)).toEqual(['Ours of the team']);
  });

  test('changes of the view of the team are announced, and those of other views are not', async () => {
    const mine = await save('Mine', bench.eva);
    await save('Mine', bench.eva);
    await deleteView(bench.context, bench.eva, mine.id);
    expect(bench.told).toEqual([]);
    const ours = await saveForTeam('Ours');
    await save('Ours', bench.eva);
    await saveForTeam('Ours');
    await deleteView(bench.context, bench.eva, ours.id);
    await deleteView(bench.context, bench.eva, ours.id);
    const changes = await bench.context.db.read.selectFrom('change').select(['kind', 'ref']).execute();
    expect(changes.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual(Array<string>(4).fill(`view ${ours.id}`));
    expect(bench.told.map(({ to, event }) => `${to} ${event}`)).toEqual(Array<string>(4).fill(`team ${bench.eva.teamId} change`));
  });

  test('those of a member who leaves the team are deleted, except the one of the team', async () => {
    await save('Mine', mia);
    await saveForTeam('Ours', bench.tom);
    await save('Mine', max);
    const connections = { endSignIn: () => undefined, recheckUser: () => undefined };
    await removeMembership({ ...bench.context, connections }, mia);
    expect([await seen(mia), await seen(max)]).toEqual([['Ours of the team'], ['Mine', 'Ours of the team']]);
  });

  test('a member can have a limited number, and still replaces one of them', async () => {
    const limit = LIMITS.savedViewsPerUser;
    const { teamId: team_id, userId: user_id } = mia;
    const rows = Array.from({ length: limit }, (_, nth) => ({
      ...{ team_id, user_id, name: `v${nth}`, query: '{}', of_team: 0 as const, created_at: 0, updated_at: 0 },
    }));
    await bench.context.db.write((tx) => tx.insertInto('saved_view').values(rows).execute());
    expect(await refusalOf(save('one more', mia))).toEqual({ code: 'too_large', limit: { name: 'savedViewsPerUser', max: limit } });
    expect((await save('v1', mia)).query).toEqual(QUERY);
    expect((await save('one more', max)).name).toBe('one more');
  });
});
