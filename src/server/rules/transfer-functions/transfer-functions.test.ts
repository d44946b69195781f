import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { TransferPoints, type TransferPoint } from '#contract/transfer-functions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { FIRST_TRANSFER_FUNCTIONS } from '#server/db/transfer-functions.ts';
import type { Member } from '#server/rules/context.ts';
import { createTestBench, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { changeTransferFunction, createTransferFunction, deleteTransferFunction, listTransferFunctions } from './transfer-functions.ts';

const POINTS: TransferPoint[] = [
  { value: 0, color: '#000000', opacity: 0 },
  { value: 100, color: '#FFFFFF', opacity: 1 },
];

describe.each(TEST_ENGINES)('transfer functions on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  type Values = Parameters<typeof createTransferFunction>[2];
  const add = (name: string, more: Partial<Values> = {}, caller: Member = bench.eva) =>
    createTransferFunction(bench.context, caller, { uuid: randomUUID(), name, modality: null, unit: 'value', points: POINTS, ...more });
  const change = (id: number, values: Partial<Values>, caller: Member = bench.eva) =>
    changeTransferFunction(bench.context, caller, id, values);
  const list = async (caller: Member = bench.eva) => (await listTransferFunctions(bench.context, caller)).data;
  const own = async (caller?: Member) => (await list(caller)).filter(({ shipped }) => !shipped);
  const defaults = async () => (await own()).filter(({ modality }) => modality !== null).map(({ name, modality }) => `${modality} ${name}`);
  const refusal = (code: string) => expect.objectContaining({ code });

  test('every team has the shipped ones, by name, and none of them is a default [ENT-61]', async () => {
    expect((await list()).map(({ name }) => name)).toEqual(FIRST_TRANSFER_FUNCTIONS.map(({ name }) => name));
    expect((await list(bench.ute)).map(({ id }) => id)).toEqual((await list()).map(({ id }) => id));
    expect((await list())[0]).toEqual({
      ...{ id: expect.any(Number), uuid: expect.any(String), name: 'CT bone', modality: null, unit: 'value', points: expect.any(Array) },
      ...{ shipped: true, deletable: false, created_by: null, updated_at: null },
    });
  });

  test('a team adds its own, and the same call twice adds one', async () => {
    const uuid = randomUUID();
    const made = await add('Näher', { uuid, modality: 'MR', unit: 'percent' });
    expect(made).toMatchObject({ uuid, name: 'Näher', modality: 'MR', unit: 'percent', points: POINTS, shipped: false, deletable: true });
    expect(made).toMatchObject({ created_by: 'Eva', updated_at: '2026-01-02 03:04:05' });
    expect(await add('Näher', { uuid, modality: 'MR', unit: 'percent' })).toEqual(made);
    expect(await own()).toEqual([made]);
  });

  test('of the same call twice at the same moment one adds, and both answer it', async () => {
    const uuid = randomUUID();
    const [first, second] = await Promise.all([add('Marrow', { uuid }), add('Marrow', { uuid })]);
    expect(second).toEqual(first);
    expect(await own()).toEqual([first]);
  });

  test('a name exists once in a team without regard to case, shipped ones included, and another team may have it too', async () => {
    const { id } = await add('Näher');
    const other = await add('Marrow');
    await expect(add('NÄHER')).rejects.toMatchObject({
      code: 'duplicate_transfer_function',
      detail: { errors: { name: ['Already taken'] } },
    });
    await expect(add('ct BONE')).rejects.toEqual(refusal('duplicate_transfer_function'));
    await expect(change(other.id, { name: 'näher' })).rejects.toEqual(refusal('duplicate_transfer_function'));
    expect((await change(id, { name: 'NÄHER' })).name).toBe('NÄHER');
    expect((await add('Näher', {}, bench.ute)).name).toBe('Näher');
  });

  test('a modality has one default in a team: another one takes its place', async () => {
    const first = await add('First', { modality: 'CT' });
    await add('South', { modality: 'CT' }, bench.ute);
    const second = await add('Second', { modality: 'CT' });
    expect(await defaults()).toEqual(['CT Second']);
    await change(first.id, { modality: 'CT' });
    expect(await defaults()).toEqual(['CT First']);
    await change(second.id, { modality: 'PT' });
    expect(await defaults()).toEqual(['CT First', 'PT Second']);
    await change(first.id, { modality: null });
    expect(await defaults()).toEqual(['PT Second']);
    expect((await own(bench.ute))[0]?.modality).toBe('CT');
  });

  test('two people who make theirs the default at the same moment leave one default', async () => {
    const [first, second] = [await add('First'), await add('Second')];
    await Promise.all([change(first.id, { modality: 'CT' }), change(second.id, { modality: 'CT' }, bench.tom)]);
    expect(await defaults()).toHaveLength(1);
  });

  test('one person renames while another moves points: both changes are kept', async () => {
    const { id } = await add('Marrow');
    const points = [POINTS[0]!, { ...POINTS[1]!, value: 250 }];
    await Promise.all([change(id, { name: 'Bone marrow' }), change(id, { points }, bench.tom)]);
    expect(await own()).toEqual([expect.objectContaining({ name: 'Bone marrow', points })]);
  });

  test('percentages outside 0 to 100 and unknown modalities are refused', async () => {
    const { id } = await add('Marrow', { points: [POINTS[0]!, { ...POINTS[1]!, value: 101 }] });
    await expect(change(id, { unit: 'percent' })).rejects.toMatchObject({
      code: 'invalid',
      detail: { errors: { points: [expect.any(String)] } },
    });
    await expect(add('Other', { unit: 'percent', points: [{ ...POINTS[0]!, value: -1 }, POINTS[1]!] })).rejects.toEqual(refusal('invalid'));
    await expect(change(id, { modality: 'XX' })).rejects.toMatchObject({
      code: 'invalid',
      detail: { errors: { modality: [expect.any(String)] } },
    });
  });

  test('shipped ones cannot be changed or deleted', async () => {
    const { id, name } = (await list())[0]!;
    await expect(change(id, { name: 'Mine' })).rejects.toEqual(refusal('transfer_function_shipped'));
    await expect(deleteTransferFunction(bench.context, bench.eva, id)).rejects.toEqual(refusal('transfer_function_shipped'));
    expect((await list())[0]?.name).toBe(name);
  });

  test('what somebody else created is deleted only by a team administrator [OQ-03]', async () => {
    const tom: Member = { ...bench.tom, permissions: new Set(['r:transfer-functions']) };
    const [evas, toms] = [await add('Eva'), await add('Tom', {}, tom)];
    expect((await list(tom)).find(({ id }) => id === evas.id)?.deletable).toBe(false);
    await expect(deleteTransferFunction(bench.context, tom, evas.id)).rejects.toEqual(refusal('not_allowed'));
    await change(evas.id, { name: 'Eva 2' }, tom);
    await deleteTransferFunction(bench.context, bench.eva, toms.id);
    expect((await own()).map(({ name }) => name)).toEqual(['Eva 2']);
  });

  test('another team cannot see, change or delete them', async () => {
    const made = await add('Marrow');
    expect(await own(bench.ute)).toEqual([]);
    await expect(change(made.id, { name: 'x' }, bench.ute)).rejects.toEqual(refusal('not_found'));
    await deleteTransferFunction(bench.context, bench.ute, made.id);
    expect(await own()).toEqual([made]);
  });

  test('each change is announced to the team, with the one that is no longer the default, and a change without effect is not', async () => {
    const first = await add('First', { modality: 'CT' });
    await change(first.id, { name: 'First', points: POINTS });
    const second = await add('Second', { modality: 'CT' });
    await deleteTransferFunction(bench.context, bench.eva, first.id);
    await deleteTransferFunction(bench.context, bench.eva, first.id);
    expect(bench.told.map(({ to, event }) => `${to} ${event}`)).toEqual(Array<string>(3).fill(`team ${bench.eva.teamId} change`));
    const changes = await bench.context.db.read.selectFrom('change').select(['kind', 'ref']).orderBy('seq').execute();
    expect(changes.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual(
      [first.id, first.id, second.id, first.id].map((id) => `transfer-function ${id}`),
    );
  });

  test('a team can have a limited number of them', async () => {
    const max = LIMITS.transferFunctionsPerTeam;
    await bench.context.db.write((tx) =>
      tx
        .insertInto('transfer_function')
        .values(
          Array.from({ length: max }, (_, index) => ({
            ...{ team_id: bench.eva.teamId, uuid: randomUUID(), name: `t${index}`, name_key: `t${index}`, modality: null },
            ...{ unit: 'value' as const, points: JSON.stringify(POINTS), created_by: null, created_at: 0, updated_at: 0 },
          })),
        )
        .execute(),
    );
    await expect(add('one more')).rejects.toMatchObject({
      code: 'too_large',
      detail: { limit: { name: 'transferFunctionsPerTeam', max } },
    });
    expect((await add('of south', {}, bench.ute)).name).toBe('of south');
  });
});

test('the shipped transfer functions have names and ids that exist once, and valid points', () => {
  for (const key of ['name', 'uuid'] as const)
    expect(new Set(FIRST_TRANSFER_FUNCTIONS.map((each) => each[key].toLowerCase())).size).toBe(FIRST_TRANSFER_FUNCTIONS.length);
  for (const { name, unit, points } of FIRST_TRANSFER_FUNCTIONS) {
    expect([name, TransferPoints.safeParse(points).success]).toEqual([name, true]);
    if (unit === 'percent') expect([name, points[0]!.value, points.at(-1)!.value]).toEqual([name, 0, 100]);
  }
});
