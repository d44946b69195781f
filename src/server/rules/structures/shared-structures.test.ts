import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_CODES } from '#contract/structures.ts';
import { FIRST_STRUCTURES } from '#server/db/structures.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { createDataset } from '#server/rules/datasets/change-dataset.ts';
import { createTestBench, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { categoriesOf } from './categories.ts';
import { changeSharedCategory, createSharedCategory, listSharedCategories } from './shared-categories.ts';
import { changeSharedStructure, createSharedStructure, listSharedStructures } from './shared-structures.ts';
import { createStructure, listStructures, readStructure } from './structures.ts';

const COLOR = '#4FD0D0';
const KIDNEY = { scheme: 'SCT', value: '64033007', meaning: 'Kidney' } as const;

describe.each(TEST_ENGINES)('structures of all teams on %s', (engine) => {
  let bench: TestBench;
  let prostate: number;
  /** Eva runs the server. */
  beforeEach(async () => {
    bench = await createTestBench(engine);
    await bench.context.db.write((tx) => tx.updateTable('user').set({ platform_admin: 1 }).where('id', '=', bench.eva.userId).execute());
    prostate = (await categoriesOf(bench.context.db.read)).find(({ slug }) => slug === 'prostate')!.id;
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  const shared = async (search = '', state: 'all' | 'hidden' = 'all') =>
    (await listSharedStructures(bench.context.db.read, bench.eva, { page: 1, search, state })).data;
  const one = async (slug: string) => (await shared(slug)).find((each) => each.slug === slug)!;
  const add = (title: string, more: { slug?: string } = {}, caller: Member = bench.eva) =>
    createSharedStructure(bench.context, caller, { title, category_id: prostate, color: COLOR, codes: NO_CODES, ...more });
  const change = (id: number, what: Parameters<typeof changeSharedStructure>[3]) =>
    changeSharedStructure(bench.context, bench.eva, id, what);
  const seenBy = async (caller: Member, search: string) =>
    (await listStructures(bench.context, caller, { page: 1, search })).data.map(({ title }) => title);
  const heard = () => bench.told.filter(({ event }) => event === 'change').map(({ to }) => to);
  const everyTeam = () => [bench.eva.teamId, bench.ute.teamId].toSorted((a, b) => a - b).map((id) => `team ${id}`);

  test('are read and changed by platform administrators only [ROUTE-054]', async () => {
    const { id } = await one('liver');
    const refused = expect.objectContaining({ code: 'not_allowed' });
    const { context, tom } = bench;
    await expect(listSharedStructures(context.db.read, tom, { page: 1, state: 'all' })).rejects.toEqual(refused);
    await expect(add('Clip', {}, tom)).rejects.toEqual(refused);
    await expect(changeSharedStructure(context, tom, id, { title: 'Hepar' })).rejects.toEqual(refused);
    await expect(listSharedCategories(context.db.read, tom)).rejects.toEqual(refused);
    await expect(createSharedCategory(context, tom, { title: 'Skin' })).rejects.toEqual(refused);
    await expect(changeSharedCategory(context, tom, prostate, { hidden: true })).rejects.toEqual(refused);
    expect(heard()).toEqual([]);
  });

  test('a new one is in every team, which hears of it, and no team can change it [ROUTE-054, OQ-25]', async () => {
    const made = await add('Fiducial marker');
    expect(made).toMatchObject({ slug: 'fiducial-marker', created_by: 'Eva', updated_at: '2026-01-02 03:04:05', hidden: false, teams: 0 });
    expect(heard()).toEqual(everyTeam());
    for (const caller of [bench.tom, bench.ute]) expect(await seenBy(caller, 'fiducial')).toEqual(['Fiducial marker']);
    expect(await readStructure(bench.context.db.read, bench.ute, made.id)).toMatchObject({
      shipped: true,
      deletable: false,
      created_by: null,
    });
  });

  test('a slug exists once on the server, so that every team can have the new structure', async () => {
    await createStructure(bench.context, bench.ute, { title: 'Clip', category_id: prostate, color: COLOR, codes: NO_CODES });
    await expect(add('Clip')).rejects.toMatchObject({ detail: { errors: { slug: ['A team has a structure with this slug'] } } });
    await expect(add('Liver')).rejects.toMatchObject({ code: 'duplicate_structure', detail: { errors: { slug: ['Already taken'] } } });
  });

  test('of a team and an administrator who add the same slug at the same moment, one is refused', async () => {
    const own = createStructure(bench.context, bench.ute, { title: 'Clip', category_id: prostate, color: COLOR, codes: NO_CODES });
    const made = await Promise.allSettled([add('Clip'), own]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await seenBy(bench.ute, 'clip')).toEqual(['Clip']);
  });

  test('title, body part, colour and codes change in every team, and what is omitted stays', async () => {
    const { id, color } = await one('liver');
    expect((await one('liver')).updated_at).toBeNull();
    await change(id, { title: 'Hepar', codes: { ...NO_CODES, type: KIDNEY } });
    expect(await change(id, { category_id: prostate })).toMatchObject({
      slug: 'liver',
      title: 'Hepar',
      color,
      updated_at: '2026-01-02 03:04:05',
    });
    expect(await seenBy(bench.ute, 'hepar kidney')).toEqual(['Hepar']);
    expect(heard()).toEqual([...everyTeam(), ...everyTeam()]);
  });

  test('a change without effect is not announced, and the row stays as it came with the product', async () => {
    const { id } = await one('liver');
    await change(id, { title: 'Liver', hidden: false });
    expect((await one('liver')).updated_at).toBeNull();
    expect(heard()).toEqual([]);
  });

  test("a team's structure cannot be changed here", async () => {
    const own = await createStructure(bench.context, bench.ute, { title: 'Clip', category_id: prostate, color: COLOR, codes: NO_CODES });
    await expect(change(own.id, { title: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await shared('clip')).toEqual([]);
  });

  test('a hidden one is not offered to teams, stays where it is used, keeps its slug, and can be shown again', async () => {
    const { id } = await one('liver');
    const dataset = { uuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d', name: 'Livers', structure_id: id };
    const made = await createDataset(bench.context, bench.eva, dataset);
    expect((await change(id, { hidden: true })).hidden).toBe(true);
    expect(await seenBy(bench.eva, 'liver')).not.toContain('Liver');
    expect((await shared('', 'hidden')).map(({ slug }) => slug)).toEqual(['liver']);
    expect((await readStructure(bench.context.db.read, bench.eva, id)).title).toBe('Liver');
    // Sent again, the call answers what it made.
    expect((await createDataset(bench.context, bench.eva, dataset)).id).toBe(made.id);
    const another = { ...dataset, uuid: '1b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d' };
    await expect(createDataset(bench.context, bench.eva, another)).rejects.toMatchObject({ code: 'invalid' });
    await expect(
      createStructure(bench.context, bench.ute, { title: 'Liver', category_id: prostate, color: COLOR, codes: NO_CODES }),
    ).rejects.toMatchObject({ detail: { errors: { slug: ['Already taken by a hidden structure'] } } });
    await change(id, { hidden: false });
    expect(await seenBy(bench.ute, 'liver')).toContain('Liver');
  });

  test('are listed with the number of teams that use them', async () => {
    const { id } = await one('liver');
    const uuids = ['0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d', '1b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d'];
    for (const uuid of uuids) await createDataset(bench.context, bench.eva, { uuid, name: `Livers ${uuid}`, structure_id: id });
    expect((await one('liver')).teams).toBe(1);
    await createDataset(bench.context, bench.ute, { uuid: '2b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d', name: 'Livers', structure_id: id });
    expect((await one('liver')).teams).toBe(2);
    expect((await one('kidney-left')).teams).toBe(0);
  });

  test('body parts are added, renamed, hidden and shown again for all teams [ROUTE-054]', async () => {
    const { context, eva } = bench;
    const skin = await createSharedCategory(context, eva, { title: 'Skin' });
    expect(skin).toMatchObject({ slug: 'skin', hidden: false, structures: 0, teams: 0 });
    await expect(createSharedCategory(context, eva, { title: 'Skin' })).rejects.toMatchObject({ code: 'invalid' });
    await changeSharedCategory(context, eva, skin.id, { title: 'Skin and nails', hidden: true });
    expect((await categoriesOf(context.db.read)).at(-1)).toEqual({ id: skin.id, slug: 'skin', title: 'Skin and nails', hidden: true });
    await changeSharedCategory(context, eva, skin.id, { hidden: false });
    await changeSharedCategory(context, eva, skin.id, { hidden: false });
    expect((await categoriesOf(context.db.read)).at(-1)).toEqual({ id: skin.id, slug: 'skin', title: 'Skin and nails' });
    expect(heard()).toEqual([...everyTeam(), ...everyTeam(), ...everyTeam()]);
    await expect(changeSharedCategory(context, eva, 9_999, { title: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('body parts are listed with their structures and the teams that use them', async () => {
    await createStructure(bench.context, bench.ute, { title: 'Clip', category_id: prostate, color: COLOR, codes: NO_CODES });
    const found = (await listSharedCategories(bench.context.db.read, bench.eva)).find(({ slug }) => slug === 'prostate');
    expect(found).toMatchObject({ structures: FIRST_STRUCTURES.filter(({ category }) => category === 'prostate').length, teams: 1 });
  });
});
