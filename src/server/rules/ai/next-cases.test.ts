import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NextCases } from '#contract/ai/next-cases.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { finishCampaign, saveCampaign, startCampaign } from '#server/rules/campaigns/campaigns.ts';
import type { Member } from '#server/rules/context.ts';
import { deleteStudy, restoreStudies } from '#server/rules/studies/deleted-studies.ts';
import { assignTasks } from '#server/rules/tasks/assign-tasks.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { CLASSES, CLICKS, createAiTestBench, SUMMARY, type AiTestBench, type TestStudy } from './ai-test-bench.ts';
import { nextCases } from './next-cases.ts';
import { withdrawVersion } from './versions.ts';

/** `head`, `tail`: voxels of both classes. */
const found = (entropy: number | null, [head, tail]: readonly [number, number] = [10, 10], unlike: readonly string[] = []) => ({
  ...{ ...SUMMARY, entropy, unlike },
  classes: [head, tail].map((voxels, at) => ({ ...CLASSES[at]!, voxels, ml: voxels / 1000 })),
});

describe.each(TEST_ENGINES)('the next cases of a model, on %s', (engine) => {
  let ai: AiTestBench;
  beforeEach(async () => void (ai = await createAiTestBench(engine)));
  afterEach(() => ai.close());

  async function proposed(model: { id: number }, study: TestStudy, summary: object = found(0.1), owner: Member = ai.eva): Promise<void> {
    const [, worker] = [await ai.infer(model, study, owner), await ai.newWorker(owner)];
    await ai.finishInfer(worker, (await ai.take(worker))!, summary);
  }
  async function newResult(model: { id: number }, summary?: object): Promise<TestStudy> {
    const study = await ai.newStudy();
    await proposed(model, study, summary);
    return study;
  }
  const next = (model: { id: number }, caller: Member = ai.eva): Promise<NextCases> => nextCases(ai.context, caller, model.id);
  const uuids = async (model: { id: number }, caller?: Member): Promise<string[]> =>
    (await next(model, caller)).data.map(({ study }) => study.uuid);

  test('have the latest result of each study with its reasons, in an order by chance that stays when some leave [PCALL-200, NEXT-02]', async () => {
    const { model } = await ai.newRunning();
    const studies: TestStudy[] = [];
    for (const entropy of [null, 0.1, 0.2, 0.3, 0.4]) studies.push(await newResult(model, found(entropy)));
    const [old, sure, , , unsure] = studies;
    const before = await uuids(model);
    expect(before.toSorted()).toEqual(studies.map(({ study }) => study.uuid).toSorted());
    await proposed(model, sure!, found(0.05, [10, 10], ['spacing']));
    const { version, data, total } = await next(model);
    expect([version, total, data.map(({ study }) => study.uuid)]).toEqual([1, 5, before]);
    const reasonsOf = ({ study: { uuid } }: TestStudy) => data.find(({ study }) => study.uuid === uuid)!.reasons;
    expect([old!, sure!, unsure!].map(reasonsOf)).toEqual([['unknown'], ['unlike'], ['unsure']]);
    await deleteStudy(ai.context, ai.eva, before[1]!);
    expect(await uuids(model)).toEqual(before.filter((_, at) => at !== 1));
  });

  test('are none of those that the version learned from or was measured on, also once they were withdrawn from it [NEXT-04]', async () => {
    const { model, cases } = await ai.newTraining();
    const version = await ai.promote(model);
    const open = await newResult(model);
    for (const study of cases) await proposed(model, study);
    expect((await uuids(model)).toSorted()).toEqual([open, ...cases].map(({ study }) => study.uuid).toSorted());
    await learnedFrom(version, model.id);
    expect(await uuids(model)).toEqual([open.study.uuid]);
    await ai.context.db.write((tx) => tx.updateTable('dataset_case').set({ withdrawn_at: 1 }).execute());
    expect(await uuids(model)).toEqual([open.study.uuid]);
  });

  test('are none with results of another version or model, and there are none while no version runs or it takes clicks [NEXT-04]', async () => {
    const [{ model, version }, other] = [await ai.newRunning(), await ai.newRunning()];
    await newResult(model);
    expect(await next(other.model)).toEqual({ version: 1, data: [], total: 0 });
    const second = await ai.promote(model);
    expect(await next(model)).toEqual({ version: 2, data: [], total: 0 });
    await withdrawVersion(ai.context, ai.eva, second, 'Worse');
    expect([version === second, await next(model)]).toEqual([false, { version: null, data: [], total: 0 }]);
    const clicks = await ai.newModel();
    await ai.promote(clicks, ai.eva, CLICKS);
    expect(await next(clicks)).toEqual({ version: null, data: [], total: 0 });
  });

  test('leave when somebody is asked to annotate them, and when the structure is drawn on them [NEXT-05]', async () => {
    const { model } = await ai.newRunning();
    const [asked, drawn, open] = [await newResult(model), await newResult(model), await newResult(model)];
    await assignTasks(ai.context, ai.eva, {
      ...{ assignment: randomUUID(), studies: [asked.study.uuid], kind: 'annotate', to: { person: ai.tom.userId }, due: null, note: '' },
    });
    const mask = {
      uuid: randomUUID(),
      team_id: ai.eva.teamId,
      study_id: drawn.study.id,
      parent_id: null,
      series_id: null,
      grid_hash: null,
    };
    const times = { created_at: 1, updated_at: 1 };
    const values = { ...mask, ...times, structure_id: model.structure_id!, origin: 'drawn' as const, rbac: 0 as const };
    await ai.context.db.write((tx) =>
      tx
        .insertInto('segmentation')
        .values({ ...values, user_id: ai.eva.userId })
        .execute(),
    );
    expect((await uuids(model)).toSorted()).toEqual([drawn, open].map(({ study }) => study.uuid).toSorted());
    await ai.context.db.write((tx) => tx.updateTable('segmentation').set({ operation_number: 3 }).execute());
    expect(await uuids(model)).toEqual([open.study.uuid]);
    // Who may not see that mask is not told of it.
    const member: Member = { ...ai.tom, permissions: new Set(['r:ai-models', 'r:studies']) };
    expect((await uuids(model, member)).toSorted()).toEqual([drawn, open].map(({ study }) => study.uuid).toSorted());
    await ai.context.db.write((tx) => tx.updateTable('task').set({ state: 'cancelled' }).execute());
    expect((await uuids(model)).toSorted()).toEqual([asked, open].map(({ study }) => study.uuid).toSorted());
  });

  test('are none of deleted studies, until they are restored [NEXT-04]', async () => {
    const { model } = await ai.newRunning();
    const study = await newResult(model);
    await deleteStudy(ai.context, ai.eva, study.study.uuid);
    expect(await next(model)).toMatchObject({ data: [], total: 0 });
    await restoreStudies(ai.context, ai.eva, [study.study.uuid]);
    expect(await uuids(model)).toEqual([study.study.uuid]);
  });

  test('are hidden from whoever reads the study blinded, until the campaign has ended [NEXT-06, CAMP-20]', async () => {
    const { model } = await ai.newRunning();
    const [read, other] = [await newResult(model), await newResult(model)];
    const campaign = randomUUID();
    await saveCampaign(ai.context, ai.eva, campaign, {
      ...{ base: 0, title: 'C', guideline: '', form: null, structure: model.structure_id!, blinded: true, reviewer: null, due: null },
      ...{ cases: [{ study: read.study.uuid, known: false }], readers: [ai.tom.userId], reads_per_case: 1, repeats: 0 },
    });
    await startCampaign(ai.context, ai.eva, campaign);
    expect(await next(model, ai.tom)).toMatchObject({ data: [{ study: { uuid: other.study.uuid } }], total: 1 });
    expect((await next(model)).total).toBe(2);
    await finishCampaign(ai.context, ai.eva, campaign);
    expect((await next(model, ai.tom)).total).toBe(2);
  });

  test('belong to the team of the model, and name patients only to those who may see studies [NEXT-06]', async () => {
    const [{ model }, foreign] = [await ai.newRunning(), await ai.newRunning(ai.ute)];
    await newResult(model);
    await proposed(foreign.model, await ai.newStudy(ai.ute), found(0.1), ai.ute);
    expect((await refusalOf(next(model, ai.ute))).code).toBe('not_found');
    expect((await refusalOf(next(foreign.model))).code).toBe('not_found');
    expect(await next(model)).toMatchObject({ data: [{ study: { patientName: 'Muster^Eva' } }], total: 1 });
    const modelsOnly: Member = { ...ai.eva, permissions: new Set(['r:ai-models']) };
    expect(await next(model, modelsOnly)).toMatchObject({ data: [{ study: { patientName: '' } }], total: 1 });
  });

  /** As if a training had made the version. */
  async function learnedFrom(version: string, model: number): Promise<void> {
    await ai.context.db.write(async (tx) => {
      const training = await tx.selectFrom('ai_training').select('id').where('model_id', '=', model).executeTakeFirstOrThrow();
      await tx.updateTable('ai_version').set({ training_id: training.id }).where('uuid', '=', version).execute();
    });
  }
});
