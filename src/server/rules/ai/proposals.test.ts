import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { finishCampaign, saveCampaign, startCampaign } from '#server/rules/campaigns/campaigns.ts';
import type { Member } from '#server/rules/context.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import {
  asJson,
  CLASSES,
  createAiTestBench,
  holderOf,
  MANIFEST,
  REPORT,
  SUMMARY,
  type AiTestBench,
  type TestStudy,
} from './ai-test-bench.ts';
import { readInfer } from './inferences.ts';
import { completeJob } from './jobs/complete.ts';
import { modelDetail } from './models.ts';
import { decideProposal, proposalLabels, proposalsOf } from './proposals.ts';
import { promoteVersion } from './versions.ts';

const BOTH = { ...SUMMARY, classes: CLASSES.map((each) => ({ ...each, voxels: 10, ml: 0.1 })) };

describe.each(TEST_ENGINES)('what models propose, on %s', (engine) => {
  let ai: AiTestBench;
  beforeEach(async () => void (ai = await createAiTestBench(engine)));
  afterEach(() => ai.close());

  /** A result of a model on a study. */
  async function proposed(model: { id: number }, study: TestStudy): Promise<number> {
    const [id, worker] = [await ai.infer(model, study), await ai.newWorker()];
    await ai.finishInfer(worker, (await ai.take(worker))!, BOTH);
    return id;
  }
  const of = (caller: Member, { study }: TestStudy) => proposalsOf(ai.context, caller, study.uuid).then(({ data }) => data);
  const decide = (
    caller: Member,
    { study }: TestStudy,
    id: number,
    value: number,
    decision: 'accepted' | 'corrected' | 'refused',
    dice: number | null,
  ) => decideProposal(ai.context, caller, { study: study.uuid, id, value }, { decision, dice });

  test('is the newest result of each model on a series', async () => {
    const [{ model }, other, study] = [await ai.newRunning(), await ai.newRunning(), await ai.newStudy()];
    await proposed(model, study);
    ai.clock.now += 1_000;
    const [second, third] = [await proposed(model, study), await proposed(other.model, study)];
    expect((await of(ai.tom, study)).map(({ id }) => id).toSorted()).toEqual([second, third].toSorted());
    expect((await of(ai.tom, study))[0]).toMatchObject({ series: study.series.uuid, learned_from_patient: null, decided: [] });
    expect((await refusalOf(of(ai.ute, study))).code).toBe('not_found');
  });

  test('is decided by segment; the last decision counts, and the model tells how its proposals were used', async () => {
    const [{ model }, study] = [await ai.newRunning(), await ai.newStudy()];
    const id = await proposed(model, study);
    await decide(ai.tom, study, id, 1, 'refused', null);
    await decide(ai.tom, study, id, 1, 'corrected', 0.6);
    const { decided } = await decide(ai.eva, study, id, 2, 'accepted', 1);
    expect(decided).toMatchObject([
      { value: 1, decision: 'corrected', dice: 0.6, by: 'Tom' },
      { value: 2, decision: 'accepted', dice: 1, by: 'Eva' },
    ]);
    expect((await refusalOf(decide(ai.tom, study, id, 3, 'accepted', 1))).code).toBe('not_found');
    const annotatesNothing: Member = { ...ai.tom, permissions: new Set(['r:studies']) };
    expect((await refusalOf(decide(annotatesNothing, study, id, 1, 'accepted', 1))).code).toBe('not_allowed');
    const detail = await modelDetail(ai.context.db.read, ai.eva, model.id, ai.clock.now);
    expect(detail.used).toEqual({ proposed: 2, accepted: 1, corrected: 1, refused: 0 });
  });

  test('is scored by week and version: 1 for what was accepted, 0 for what was refused', async () => {
    const [{ model }, study] = [await ai.newRunning(), await ai.newStudy()];
    const id = await proposed(model, study);
    // 2026-01-02 is a Friday.
    await decide(ai.tom, study, id, 1, 'corrected', 0.6);
    await decide(ai.tom, study, id, 2, 'refused', 0.9);
    ai.clock.now += 3 * 86_400_000;
    await ai.promote(model);
    const later = await proposed(model, study);
    await decide(ai.tom, study, later, 1, 'accepted', null);
    await decide(ai.tom, study, later, 2, 'corrected', null);
    const { quality } = await modelDetail(ai.context.db.read, ai.eva, model.id, ai.clock.now);
    expect(quality).toEqual([
      { version: 1, week: '2025-12-29', dice: 0.3, results: 2 },
      { version: 2, week: '2026-01-05', dice: 1, results: 1 },
    ]);
  });

  test('says whether the model learned from this patient', async () => {
    const { training, model, cases } = await ai.startedTraining();
    const worker = await ai.newWorker();
    const job = (await ai.take(worker))!;
    await ai.handIn(worker, job, 'manifest.json', asJson({ ...MANIFEST, engine: 'trees' }));
    await ai.handIn(worker, job, 'report.json', asJson(REPORT));
    await ai.handIn(worker, job, 'model.trees', Buffer.from('a forest'));
    await completeJob(ai.context, holderOf(worker, job));
    const { versions } = await modelDetail(ai.context.db.read, ai.eva, model.id, ai.clock.now);
    expect(versions[0]).toMatchObject({ training: training.id });
    await promoteVersion(ai.context, ai.eva, versions[0]!.uuid, 'Best');
    for (const study of cases) await proposed(model, study);
    const learned = await Promise.all(cases.map(async (study) => (await of(ai.tom, study))[0]?.learned_from_patient));
    expect(learned).toEqual([true, false]);
  });

  test('is hidden from whoever reads the study blinded, until the campaign has ended [CAMP-20, AI-85]', async () => {
    const [{ model }, study] = [await ai.newRunning(), await ai.newStudy()];
    const id = await proposed(model, study);
    await decide(ai.eva, study, id, 1, 'accepted', 1);
    const campaign = randomUUID();
    await saveCampaign(ai.context, ai.eva, campaign, {
      ...{ base: 0, title: 'C', guideline: '', form: null, structure: model.structure_id!, blinded: true, reviewer: null, due: null },
      ...{ cases: [{ study: study.study.uuid, known: false }], readers: [ai.tom.userId], reads_per_case: 1, repeats: 0 },
    });
    await startCampaign(ai.context, ai.eva, campaign);
    expect(await of(ai.tom, study)).toEqual([]);
    expect((await refusalOf(proposalLabels(ai.context, ai.tom, study.study.uuid, id))).code).toBe('not_found');
    expect((await refusalOf(decide(ai.tom, study, id, 1, 'accepted', 1))).code).toBe('not_found');
    expect(await readInfer(ai.context, ai.tom, id)).toMatchObject({ state: 'done', summary: null, decided: [] });
    expect(await of(ai.eva, study)).toHaveLength(1);
    expect(await readInfer(ai.context, ai.eva, id)).toMatchObject({ summary: BOTH, decided: [{ value: 1 }] });
    await finishCampaign(ai.context, ai.eva, campaign);
    expect(await of(ai.tom, study)).toHaveLength(1);
  });
});
