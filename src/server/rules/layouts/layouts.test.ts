import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LayoutToSave, SavedLayout } from '#contract/layouts.ts';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { removeMembership } from '#server/rules/teams/membership.ts';
import { createTestBench, refusalOf, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { deleteLayout, layoutsFor, saveLayout } from './layouts.ts';

const [TABLET, DESK] = [randomUUID(), randomUUID()];

const toSave = (more: Partial<LayoutToSave> = {}): LayoutToSave =>
  LayoutToSave.parse({
    ...{ base: 0, device: DESK, of_team: false, name: 'Prostate: T2W, ADC', modality: 'MR' },
    ...{ bodyPart: { slug: 'prostate', title: 'Prostate' }, rows: 1, columns: 2, large: false },
    series: ['T2W', 'ADC'].map((acquisition) => ({ study: 'this', modality: 'MR', acquisition, plane: 'axial', description: '' })),
    panes: [0, 1].map((series) => ({ series, show: 'stored', slab: null })),
    links: { position: true, zoom: true, window: false },
    ...more,
  });

describe.each(TEST_ENGINES)('saved layouts on %s', (engine) => {
  let bench: TestBench;
  /** A member who is no administrator, in the team of Eva, who is one. */
  let tom: Member;

  beforeEach(async () => {
    bench = await createTestBench(engine);
    tom = { ...bench.tom, permissions: new Set(['r:studies:detail']) };
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  const save = (uuid: string, more: Partial<LayoutToSave> = {}, caller: Member = tom) =>
    saveLayout(bench.context, caller, uuid, toSave(more));
  const list = (caller: Member = tom) => layoutsFor(bench.context.db.read, caller);
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;

  test('a layout is listed as it was saved, with its version [ANN-60]', async () => {
    const uuid = randomUUID();
    const made = await save(uuid);
    expect(SavedLayout.parse(made)).toEqual(made);
    const { base: _, device: __, ...given } = toSave();
    expect(made).toEqual({ ...given, uuid, version: 1, updated_at: '2026-01-02 03:04:05', changeable: true });
    expect(await list()).toEqual([made]);
    expect(bench.told).toEqual([]);
  });

  test('a series over another one and a volume in 3D are stored, and name series that are described [ANN-69]', async () => {
    const fused = { series: 1, window: 'range', opacity: 0.4 } as const;
    const volume = { series: 0, show: 'rendered', window: 'stored', isInverted: false, isHot: false, curve: 'bone', density: 2 } as const;
    const panes = (more: object) => [
      { series: 0, show: 'stored', slab: null, fused } as const,
      { series: null, show: 'stored', slab: null, ...more } as const,
    ];
    await save(randomUUID(), { panes: panes({ in3d: { volume } }) });
    expect((await list())[0]!.panes).toEqual(panes({ in3d: { volume } }));
    for (const wrong of [{ in3d: { volume: { ...volume, series: 2 } } }, { fused: { ...fused, series: 2 } }])
      expect(LayoutToSave.safeParse({ ...toSave(), panes: panes(wrong) }).success).toBe(false);
  });

  test('one of a person is shown to nobody else, and nobody else changes or deletes it [ANN-61]', async () => {
    const { uuid } = await save(randomUUID());
    expect([await list(bench.eva), await list(bench.ute)]).toEqual([[], []]);
    expect(await code(save(uuid, { name: 'Mine' }, bench.eva))).toBe('not_found');
    await deleteLayout(bench.context, bench.eva, uuid);
    expect(await list()).toHaveLength(1);
  });

  test('one of the team is shown to its members, who are told, and changed by its administrators only [ANN-61]', async () => {
    expect(await code(save(randomUUID(), { of_team: true }))).toBe('not_allowed');
    const { uuid } = await save(randomUUID(), { of_team: true }, bench.eva);
    expect(bench.told).toHaveLength(1);
    expect(await list()).toMatchObject([{ uuid, of_team: true, changeable: false }]);
    expect(await list(bench.eva)).toMatchObject([{ uuid, changeable: true }]);
    expect(await list(bench.ute)).toEqual([]);
    expect(await code(save(uuid, { of_team: true, base: 1, name: 'Other' }))).toBe('not_allowed');
    expect(await code(save(uuid, { base: 1, name: 'Other' }))).toBe('not_found');
    expect(await code(deleteLayout(bench.context, tom, uuid))).toBe('not_allowed');
    await deleteLayout(bench.context, bench.eva, uuid);
    expect([await list(), bench.told.length]).toEqual([[], 2]);
  });

  test('saved twice, or twice at the same moment, it is there once [ANN-62]', async () => {
    const uuid = randomUUID();
    const [first, second] = await Promise.all([save(uuid), save(uuid)]);
    expect([second, await save(uuid)]).toEqual([first, first]);
    expect(await list()).toEqual([first]);
  });

  test('a change of an older version is refused, unless the same device saved the newer one [ANN-62]', async () => {
    const { uuid } = await save(randomUUID());
    expect(await save(uuid, { base: 1, name: 'Renamed' })).toMatchObject({ version: 2, name: 'Renamed' });
    expect(await code(save(uuid, { base: 1, device: TABLET, name: 'Late' }))).toBe('conflict');
    expect(await save(uuid, { base: 1, name: 'Again' })).toMatchObject({ version: 3 });
    expect(await save(uuid, { base: 3, device: TABLET, name: 'Late' })).toMatchObject({ version: 4, name: 'Late' });
  });

  test('a deleted one is not brought back by a change, and deleting twice succeeds [ANN-62]', async () => {
    const { uuid } = await save(randomUUID());
    await deleteLayout(bench.context, tom, uuid);
    await deleteLayout(bench.context, tom, uuid);
    expect(await code(save(uuid, { base: 1 }))).toBe('not_found');
    expect(await list()).toEqual([]);
  });

  test('an owner has at most so many', async () => {
    const rows = Array.from({ length: LIMITS.layoutsPerOwner }, (_, at) => ({
      ...{ team_id: tom.teamId, user_id: tom.userId, uuid: randomUUID(), name: `L${at}`, content: '{}', version: 1, device: DESK },
      ...{ created_at: 1, updated_at: 1 },
    }));
    await bench.context.db.write((tx) => tx.insertInto('layout').values(rows).execute());
    expect(await refusalOf(save(randomUUID()))).toEqual({
      code: 'too_large',
      limit: { name: 'layoutsPerOwner', max: LIMITS.layoutsPerOwner },
    });
    expect(await save(randomUUID(), { of_team: true }, bench.eva)).toMatchObject({ version: 1 });
  });

  test('those of a person are deleted when the person leaves the team', async () => {
    await save(randomUUID());
    await save(randomUUID(), { of_team: true }, bench.eva);
    const connections = { endSignIn: () => undefined, recheckUser: () => undefined };
    await removeMembership({ ...bench.context, connections }, tom);
    expect(await list()).toMatchObject([{ of_team: true }]);
  });
});
