import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { NO_CODES, RIGHT, StructureCodes } from '#contract/structures.ts';
import { FIRST_CATEGORIES } from '#server/db/categories.ts';
import { FIRST_STRUCTURES } from '#server/db/structures.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { createTestBench, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { categoriesOf } from './categories.ts';
import { changeStructure, createStructure, deleteStructure, listStructures, readStructure } from './structures.ts';

const COLOR = '#4FD0D0';
const KIDNEY = { scheme: 'SCT', value: '64033007', meaning: 'Kidney' } as const;

describe.each(TEST_ENGINES)('structures on %s', (engine) => {
  let bench: TestBench;
  let prostate: number;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    prostate = (await categoriesOf(bench.context.db.read)).find(({ slug }) => slug === 'prostate')!.id;
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  const add = (title: string, more: { slug?: string; codes?: StructureCodes } = {}, caller: Member = bench.eva) =>
    createStructure(bench.context, caller, { title, category_id: prostate, color: COLOR, codes: NO_CODES, ...more });
  const list = (query: { page?: number; search?: string; category?: string } = {}, caller: Member = bench.eva) =>
    listStructures(bench.context, caller, { page: 1, ...query });
  const titles = async (query: Parameters<typeof list>[0], caller?: Member) => (await list(query, caller)).data.map(({ title }) => title);
  const shipped = async (slug: string) => (await list({ search: slug })).data.find((each) => each.slug === slug)!;
  const refusal = (code: string) => expect.objectContaining({ code });

  test('every team has the shipped structures, in pages, by title [ENT-43, OQ-25]', async () => {
    const [first, last] = [await list(), await list({ page: Math.ceil(FIRST_STRUCTURES.length / LIMITS.structuresPerPage) })];
    expect([first.total, first.per_page, first.data.length]).toEqual([
      FIRST_STRUCTURES.length,
      LIMITS.structuresPerPage,
      LIMITS.structuresPerPage,
    ]);
    expect(last.data.length).toBe(FIRST_STRUCTURES.length % LIMITS.structuresPerPage);
    expect((await list({}, bench.ute)).data).toEqual(first.data);
    expect(await shipped('kidney-right')).toEqual({
      ...{ id: expect.any(Number), slug: 'kidney-right', title: 'Kidney, right', category_id: expect.any(Number) },
      ...{ category: { slug: 'kidney', title: 'Kidney' }, color: expect.stringMatching(/^#/) },
      codes: { category: expect.objectContaining({ value: '123037004' }), type: KIDNEY, modifier: null, laterality: RIGHT },
      ...{ shipped: true, deletable: false, created_by: null, updated_at: null },
    });
  });

  test('are found by words of title, slug and codes, and by body part', async () => {
    expect(await titles({ search: 'RIGHT kidney' })).toEqual(['Kidney cyst, right', 'Kidney, right']);
    expect(await titles({ search: 'esophagus' })).toEqual(['Oesophagus']);
    expect(await titles({ search: '64033007' })).toEqual(['Kidney, left', 'Kidney, right']);
    expect(await titles({ search: 'kidney', category: 'lung' })).toEqual([]);
    expect(new Set((await list({ category: 'prostate' })).data.map(({ category }) => category.slug))).toEqual(new Set(['prostate']));
    for (const search of ['%', '_', '\\']) expect(await titles({ search })).toEqual([]);
  });

  test('a team adds its own, with a slug made from the title and codes where they are known', async () => {
    const made = await add('Näher, 2', { codes: { ...NO_CODES, type: KIDNEY } });
    expect(made).toMatchObject({ slug: 'naher-2', title: 'Näher, 2', category: { slug: 'prostate' }, shipped: false, deletable: true });
    expect(made).toMatchObject({ created_by: 'Eva', updated_at: '2026-01-02 03:04:05', codes: { ...NO_CODES, type: KIDNEY } });
    expect(await readStructure(bench.context.db.read, bench.tom, made.id)).toEqual(made);
    expect(await titles({ search: 'NÄHER' })).toEqual(['Näher, 2']);
    expect((await add('Other', { slug: 'x-1' })).slug).toBe('x-1');
    await expect(add('前立腺')).rejects.toMatchObject({ code: 'invalid', detail: { errors: { slug: [expect.any(String)] } } });
    expect((await add('前立腺', { slug: 'zenritsusen' })).title).toBe('前立腺');
  });

  test('a slug exists once in a team, shipped ones included, and another team may have it too', async () => {
    const { id } = await add('Marker');
    await expect(add('marker')).rejects.toMatchObject({ code: 'duplicate_structure', detail: { errors: { slug: ['Already taken'] } } });
    await expect(add('Liver')).rejects.toMatchObject({ code: 'duplicate_structure' });
    await expect(changeStructure(bench.context, bench.eva, id, { slug: 'liver' })).rejects.toMatchObject({ code: 'duplicate_structure' });
    expect((await add('Marker', {}, bench.ute)).slug).toBe('marker');
  });

  test('of two people who add the same structure at the same moment, one is refused', async () => {
    const made = await Promise.allSettled([add('Marker'), add('Marker', {}, bench.tom)]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await titles({ search: 'marker' })).toEqual(['Marker']);
  });

  test('one person renames a structure while another recolours it: both changes are kept', async () => {
    const { id } = await add('Marker');
    await Promise.all([
      changeStructure(bench.context, bench.eva, id, { title: 'Fiducial' }),
      changeStructure(bench.context, bench.tom, id, { color: '#F0766B' }),
    ]);
    expect((await list({ search: 'fiducial' })).data).toEqual([
      expect.objectContaining({ title: 'Fiducial', color: '#F0766B', slug: 'marker' }),
    ]);
  });

  test('an unknown body part is refused', async () => {
    const { id } = await add('Marker');
    const unknown = { category_id: FIRST_CATEGORIES.length + 1 };
    await expect(changeStructure(bench.context, bench.eva, id, unknown)).rejects.toMatchObject({
      code: 'invalid',
      detail: { errors: { category_id: [expect.any(String)] } },
    });
  });

  test('shipped structures cannot be changed or deleted', async () => {
    const { id } = await shipped('liver');
    await expect(changeStructure(bench.context, bench.eva, id, { title: 'Hepar' })).rejects.toEqual(refusal('structure_shipped'));
    await expect(deleteStructure(bench.context, bench.eva, id)).rejects.toEqual(refusal('structure_shipped'));
    expect((await shipped('liver')).title).toBe('Liver');
  });

  test('what somebody else created is deleted only by a team administrator [OQ-03]', async () => {
    const tom: Member = { ...bench.tom, permissions: new Set(['r:structures']) };
    const [evas, toms] = [await add('Marker'), await add('Clip', {}, tom)];
    expect((await readStructure(bench.context.db.read, tom, evas.id)).deletable).toBe(false);
    await expect(deleteStructure(bench.context, tom, evas.id)).rejects.toEqual(refusal('not_allowed'));
    await changeStructure(bench.context, tom, evas.id, { title: 'Marker 2' });
    await deleteStructure(bench.context, tom, toms.id);
    expect(await titles({ search: 'marker' })).toEqual(['Marker 2']);
    const clip = await add('Clip', {}, tom);
    await deleteStructure(bench.context, bench.eva, clip.id);
    expect(await titles({ search: 'clip' })).toEqual([]);
  });

  test('another team cannot see, change or delete the structures of a team', async () => {
    const { id } = await add('Marker');
    expect(await titles({ search: 'marker' }, bench.ute)).toEqual([]);
    await expect(readStructure(bench.context.db.read, bench.ute, id)).rejects.toEqual(refusal('not_found'));
    await expect(changeStructure(bench.context, bench.ute, id, { title: 'x' })).rejects.toEqual(refusal('not_found'));
    await deleteStructure(bench.context, bench.ute, id);
    expect(await titles({ search: 'marker' })).toEqual(['Marker']);
  });

  test('each change is announced to the team once, and a change without effect is not', async () => {
    const { id } = await add('Marker');
    await changeStructure(bench.context, bench.eva, id, { title: 'Marker' });
    await changeStructure(bench.context, bench.eva, id, { title: 'Fiducial' });
    await deleteStructure(bench.context, bench.eva, id);
    await deleteStructure(bench.context, bench.eva, id);
    expect(bench.told.map(({ to, event }) => `${to} ${event}`)).toEqual(Array<string>(3).fill(`team ${bench.eva.teamId} change`));
    const changes = await bench.context.db.read.selectFrom('change').select(['kind', 'ref']).execute();
    expect(changes.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual(Array<string>(3).fill(`structure ${id}`));
  });

  test('a team can have a limited number of structures', async () => {
    const max = LIMITS.structuresPerTeam;
    await bench.context.db.write((tx) =>
      tx
        .insertInto('structure')
        .values(
          Array.from({ length: max }, (_, index) => ({
            ...{ team_id: bench.eva.teamId, slug: `s${index}`, title: `s${index}`, category_slug: 'prostate', color: COLOR },
            ...{ codes: JSON.stringify(NO_CODES), search_text: '', created_by: null, created_at: 0, updated_at: 0 },
          })),
        )
        .execute(),
    );
    await expect(add('one more')).rejects.toMatchObject({ code: 'too_large', detail: { limit: { name: 'structuresPerTeam', max } } });
    expect((await add('of south', {}, bench.ute)).title).toBe('of south');
  });
});

describe('the shipped structures', () => {
  test('have slugs that exist once, known body parts and valid codes', () => {
    expect(new Set(FIRST_STRUCTURES.map(({ slug }) => slug)).size).toBe(FIRST_STRUCTURES.length);
    const parts = new Set(FIRST_CATEGORIES.map(({ slug }) => slug));
    expect(FIRST_STRUCTURES.filter(({ category }) => !parts.has(category))).toEqual([]);
    expect(FIRST_STRUCTURES.filter(({ codes }) => !StructureCodes.safeParse(codes).success)).toEqual([]);
  });

  test('have a type code each, except the central zone of the prostate, for which no source has one', () => {
    expect(FIRST_STRUCTURES.filter(({ codes }) => codes.type === null).map(({ slug }) => slug)).toEqual(['prostate-central-zone']);
  });

  test('differ in their codes if their side or type differs', () => {
    const sided = FIRST_STRUCTURES.filter(({ slug }) => /(^|-)(left|right)(-|$)/.test(slug));
    const names = sided.map(({ codes }) => `${codes.type?.value} ${codes.laterality?.meaning ?? codes.type?.meaning}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
