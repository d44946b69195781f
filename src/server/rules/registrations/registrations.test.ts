import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { Registration } from '#contract/registrations.ts';
import { IDENTITY } from '#model/registrations/rigid.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import type { RegistrationOrder, RegistrationOutcome } from '#server/registration/registration-runner.ts';
import type { Member } from '#server/rules/context.ts';
import { gridAt, makeStudy, readAs, type MadeStudy } from '#server/rules/datasets/versions/versions-test-bench.ts';
import { createTestBench, refusalOf, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { createRegisterSeriesHandler } from './register-job.ts';
import { deleteRegistration, findRegistration, listRegistrations, makeRegistration } from './registrations.ts';

const FOUND: RegistrationOutcome = { ok: true, matrix: IDENTITY.with(3, 2.5), nmi: 1.25, overlap: 0.9, errorMm: 0.3 };

describe.each(TEST_ENGINES)('registrations on %s', (engine) => {
  let bench: TestBench;
  let study: MadeStudy;
  /** Not administrators, in the team of Eva, who is one. */
  let tom: Member;
  let ann: Member;

  beforeEach(async () => {
    bench = await createTestBench(engine);
    study = await makeStudy(bench, { series: ['a', 'b'] });
    tom = { ...bench.tom, permissions: new Set(['r:studies:detail']) };
    ann = { ...bench.eva, permissions: new Set(['r:studies:detail']) };
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  const make = (uuid: string = randomUUID(), asked: { fixed?: string; moving?: string } = {}, caller: Member = tom) =>
    makeRegistration(
      bench.context,
      caller,
      { study: study.uuid, uuid },
      { fixed: study.series[0]!.uuid, moving: study.series[1]!.uuid, ...asked },
    );
  const list = (caller: Member = tom) => listRegistrations(bench.context, caller, study.uuid);
  const find = (uuid: string, caller: Member = tom) => findRegistration(bench.context, caller, { study: study.uuid, uuid });
  const remove = (uuid: string, caller: Member = tom) => deleteRegistration(bench.context, caller, { study: study.uuid, uuid });
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;

  async function work(register: (order: RegistrationOrder, signal: AbortSignal) => Promise<RegistrationOutcome>, tries = 1): Promise<void> {
    const runner = startJobRunner(
      bench.context.jobs,
      { 'register-series': createRegisterSeriesHandler(bench.context, { register }) },
      { lanes: [['register-series']] },
    );
    for (let at = 0; at < tries; at += 1) {
      await runner.idle();
      bench.clock.now += 3_600_000;
    }
    await runner.stop('wait');
  }

  test('one is made of two series with their grids, waits, and is there once when it is sent twice [REG-10]', async () => {
    const uuid = randomUUID();
    const [made, again] = await Promise.all([make(uuid), make(uuid)]);
    expect(Registration.parse(made)).toEqual(made);
    expect(made).toMatchObject({
      ...{ uuid, method: 'rigid-nmi-1', state: 'queued', progress: 0, result: null, failure: null, editable: true },
      fixed: { series: study.series[0]!.uuid, grid: expect.stringMatching(/^[\da-f]{64}$/) },
      moving: { series: study.series[1]!.uuid },
      user: { id: tom.userId, name: 'Tom' },
    });
    expect(again).toEqual(made);
    expect(await list()).toEqual([made]);
    expect(await bench.context.db.read.selectFrom('job').select('name').where('name', '=', 'register-series').execute()).toHaveLength(1);
    expect(bench.told.map(({ event }) => event)).toEqual(['change']);
    expect(await code(make(uuid, { fixed: study.series[1]!.uuid, moving: study.series[0]!.uuid }))).toBe('conflict');
    expect(await code(make(uuid, {}, ann))).toBe('conflict');
  });

  test('its job reads both volumes, and keeps matrix, similarity, overlap and error [REG-02, REG-10]', async () => {
    const { uuid } = await make();
    const orders: RegistrationOrder[] = [];
    await work(async (order) => {
      orders.push(order);
      expect(await list()).toMatchObject([{ state: 'running' }]);
      return FOUND;
    });
    expect(orders).toMatchObject([{ seed: uuid, isApart: false }]);
    for (const [at, side] of (['fixed', 'moving'] as const).entries()) {
      const stored = await bench.context.objects.size(study.series[at]!.objectKey);
      expect(orders[0]![side].size).toBe(stored);
      expect(await orders[0]![side].read(0, 4)).toEqual(await bench.context.objects.read(study.series[at]!.objectKey, 0, 4));
    }
    const done = await find(uuid);
    expect(done).toMatchObject({ state: 'done', progress: 1, failure: null });
    expect(done.result).toEqual({ matrix: IDENTITY.with(3, 2.5), similarity: 1.25, overlap: 0.9, error_mm: 0.3 });
    expect(bench.told.map(({ to, event }) => `${to} ${event}`)).toEqual(Array<string>(2).fill(`team ${tom.teamId} change`));
    const changes = await bench.context.db.read.selectFrom('change').select(['kind', 'ref']).where('kind', '=', 'registration').execute();
    expect(changes).toEqual([1, 2].map(() => ({ kind: 'registration', ref: study.uuid })));
  });

  test('series of two frames of reference have positions that cannot be compared [REG-10]', async () => {
    const grid = gridAt(0);
    await readAs(bench, study.series[1]!.id, { ...grid, planes: [{ ...grid.planes[0]!, frameOfReference: '2.25.77' }] });
    await make();
    const seen: boolean[] = [];
    await work(({ isApart }) => {
      seen.push(isApart);
      return Promise.resolve(FOUND);
    });
    expect(seen).toEqual([true]);
  });

  test.each<[RegistrationOutcome, string]>([
    [{ ok: false, why: 'overlap' }, 'overlap'],
    [{ ok: false, why: 'starts-disagree' }, 'starts-disagree'],
    [{ ok: false, why: 'too-large' }, 'too-large'],
    [{ ok: false, why: 'died' }, 'broke'],
    [{ ok: false, why: 'endless' }, 'broke'],
  ])('a failure is kept with its reason: %o [REG-03]', async (outcome, failure) => {
    const { uuid } = await make();
    await work(() => Promise.resolve(outcome));
    expect(await find(uuid)).toMatchObject({ state: 'failed', failure, result: null });
  });

  test('a series without a volume, and a job that broke twice, are failures [REG-03]', async () => {
    const { uuid } = await make();
    await work(() => Promise.reject(new Error('The object store is gone')), 2);
    expect(await find(uuid)).toMatchObject({ state: 'failed', failure: 'broke' });
    await bench.context.db.write((tx) => tx.deleteFrom('volume').where('series_id', '=', study.series[1]!.id).execute());
    const second = await make();
    await work(() => Promise.reject(new Error('must not be asked')));
    expect(await find(second.uuid)).toMatchObject({ state: 'failed', failure: 'no-volume' });
  });

  test('the series are two of the study, and make volumes [REG-10]', async () => {
    const [{ uuid: series }] = study.series as [MadeStudy['series'][number]];
    const other = await makeStudy(bench, { series: ['a'] });
    expect(await refusalOf(make(randomUUID(), { moving: series }))).toMatchObject({
      code: 'invalid',
      errors: { moving: [expect.any(String)] },
    });
    expect(await refusalOf(make(randomUUID(), { fixed: other.series[0]!.uuid }))).toMatchObject({
      ...{ code: 'invalid', errors: { fixed: [expect.any(String)] } },
    });
    await readAs(bench, study.series[1]!.id, { ...gridAt(0), step: null, noVolume: 'gap' });
    expect(await refusalOf(make())).toMatchObject({ code: 'invalid', errors: { moving: ['Its slices make no volume.'] } });
    expect(await list()).toEqual([]);
  });

  test('whoever may see the study sees it, and another team does not [REG-11]', async () => {
    const { uuid } = await make();
    expect(await list(ann)).toMatchObject([{ uuid, editable: false }]);
    expect(await list(bench.eva)).toMatchObject([{ uuid, editable: true }]);
    expect(await code(list(bench.ute))).toBe('not_found');
    expect(await code(find(uuid, bench.ute))).toBe('not_found');
    expect(await code(make(randomUUID(), {}, bench.ute))).toBe('not_found');
    expect(await code(remove(uuid, bench.ute))).toBe('not_found');
    expect(await code(find(randomUUID()))).toBe('not_found');
  });

  test('its author and team administrators delete it, also while it runs; nothing is written then [REG-11]', async () => {
    const { uuid } = await make();
    expect(await code(remove(uuid, ann))).toBe('not_allowed');
    await work(async (_, signal) => {
      await remove(uuid);
      await new Promise((resolve) => (signal.aborted ? resolve(null) : signal.addEventListener('abort', resolve)));
      throw signal.reason as Error;
    });
    await remove(uuid);
    await remove(randomUUID());
    expect(await list()).toEqual([]);
    const second = await make();
    await remove(second.uuid, bench.eva);
    expect(await list()).toEqual([]);
  });

  test('a study has a limited number of them, and they go with their series [REG-10]', async () => {
    const max = LIMITS.registrationsPerStudy;
    await make();
    await bench.context.db.write(async (tx) => {
      const { id: _, ...row } = await tx.selectFrom('registration').selectAll().executeTakeFirstOrThrow();
      const rows = Array.from({ length: max - 1 }, () => ({ ...row, uuid: randomUUID() }));
      await tx.insertInto('registration').values(rows).execute();
    });
    expect(await refusalOf(make())).toEqual({ code: 'too_large', limit: { name: 'registrationsPerStudy', max } });
    await bench.context.db.write((tx) => tx.deleteFrom('series').where('id', '=', study.series[1]!.id).execute());
    expect(await list()).toEqual([]);
    expect(await bench.context.db.read.selectFrom('registration').selectAll().execute()).toEqual([]);
  });
});
