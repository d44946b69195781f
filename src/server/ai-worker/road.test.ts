import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#server/rules/context.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { createInferenceRunner } from '#server/inference/inference-runner.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { createLabelMapMaker } from '#server/label-maps/label-map-maker.ts';
import { createChannelResampler } from '#server/label-maps/process-resampler.ts';
import { readConfiguration, saveConfiguration } from '#server/rules/ai/configuration.ts';
import { createModel, modelDetail } from '#server/rules/ai/models.ts';
import { proposalLabels, proposalsOf } from '#server/rules/ai/proposals.ts';
import { createTraining, startTraining, trainingDetail } from '#server/rules/ai/trainings.ts';
import { promoteVersion } from '#server/rules/ai/versions.ts';
import { createInfer, queueInfers } from '#server/rules/conversion/infers.ts';
import { changeDatasetStudies, createDataset, movePatient } from '#server/rules/datasets/change-dataset.ts';
import { freezeDataset } from '#server/rules/datasets/versions/freeze.ts';
import { createFreezeDatasetHandler } from '#server/rules/datasets/versions/freeze-job.ts';
import {
  convertAs,
  draw,
  makeMask,
  makeStudy,
  SIZE,
  valueAt,
  type MadeStudy,
} from '#server/rules/datasets/versions/versions-test-bench.ts';
import { createTestBench, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { createTreesTrainer } from '#server/training/trees-trainer.ts';
import { startBuiltInWorker } from './built-in-worker.ts';
import { createInferenceWork } from './run-inference.ts';
import { createTrainingWork } from './run-training.ts';

/** Smoothing costs much in an image of ten voxels. */
const LEAST_DICE = 0.5;
const LIMITS = { threads: 1, memoryMb: 2048, maxMs: 120_000 };

/** Where the bright thing of a study is: columns, from its seed. */
const isThing = (seed: number) => (column: number, row: number, slice: number) =>
  column >= 2 + (seed % 3) && column < 6 + (seed % 3) && row >= 2 && row < 6 && slice >= 1 && slice < 4;

/** From frozen dataset to proposal, with the real processes of the server. */
describe.each(TEST_ENGINES)('a team trains its own model on %s', { timeout: 120_000 }, (engine) => {
  let bench: TestBench;
  let eva: Member;
  let worker: ReturnType<typeof startBuiltInWorker> | null = null;
  const faults: unknown[] = [];

  beforeEach(async () => {
    bench = await createTestBench(engine);
    eva = {
      ...bench.eva,
      permissions: new Set([...bench.eva.permissions, 'r:ai-models', 'r:ai-trainings', 'r:ai-infers', 'r:segmentations', 'r:studies']),
    };
  });
  afterEach(async () => {
    await worker?.stop();
    worker = null;
    await bench.close();
  });

  function startWorker(): void {
    const { context } = bench;
    const inference = createInferenceRunner(LIMITS);
    const trainer = createTreesTrainer(LIMITS);
    worker = startBuiltInWorker(context, {
      works: {
        train: { engines: ['trees'], run: createTrainingWork(context, { ...trainer, train: diesFirst(trainer.train) }) },
        infer: { engines: inference.engines, run: createInferenceWork(context, { ...inference, infer: diesFirst(inference.infer) }) },
      },
      memoryMb: LIMITS.memoryMb,
      onFault: (error) => faults.push(error),
    });
  }

  /** A converted study with something bright in it. */
  async function studyOf(seed: number): Promise<MadeStudy> {
    const made = await makeStudy(bench, { seed });
    const [columns, rows, slices] = SIZE;
    const bytes = writeNifti({
      ...{ dims: [columns, rows, slices], pixdim: [1, 1, 2], description: '' },
      sform: [
        [-1, 0, 0, 0],
        [0, 1, 0, 1 - rows],
        [0, 0, 2, 0],
      ],
      voxel: (at) => {
        const [column, row, slice] = [at % columns, rows - 1 - (Math.floor(at / columns) % rows), Math.floor(at / (columns * rows))];
        return (isThing(seed)(column, row, slice) ? 800 : 100) + ((at * 37 + seed * 11) % 50);
      },
    });
    await convertAs(bench, { id: made.series[0]!.id, study: made.uuid }, bytes);
    return made;
  }

  async function frozenVersion(parts: readonly ('train' | 'validation' | 'test')[]): Promise<string> {
    const { context } = bench;
    const { id } = await context.db.read.selectFrom('structure').select('id').where('slug', '=', 'liver').executeTakeFirstOrThrow();
    const dataset = await createDataset(context, eva, { uuid: randomUUID(), name: 'Livers', structure_id: id });
    for (const [seed, part] of parts.entries()) {
      const made = await studyOf(seed);
      await draw(bench, made, await makeMask(bench, made), isThing(seed));
      await changeDatasetStudies(context, eva, dataset.id, { add: [made.uuid], remove: [] });
      const { uuid } = await context.db.read
        .selectFrom('study')
        .innerJoin('patient', 'patient.id', 'study.patient_id')
        .select('patient.uuid')
        .where('study.id', '=', made.id)
        .executeTakeFirstOrThrow();
      await movePatient(context, eva, dataset.id, { uuid, part });
    }
    const version = randomUUID();
    const choice = { masks: { rule: 'newest' as const }, picks: [], channels: [] };
    await freezeDataset(context, eva, dataset.id, { uuid: version, title: 'First', ...choice, without: [] });
    const handlers = {
      'freeze-dataset': createFreezeDatasetHandler(context, { maker: createLabelMapMaker(), resampler: createChannelResampler() }),
    };
    const runner = startJobRunner(context.jobs, handlers, { lanes: [['freeze-dataset']] });
    await runner.idle();
    await runner.stop('wait');
    return version;
  }

  async function until<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
    for (;;) {
      const value = await read();
      if (faults.length > 0) throw faults[0];
      if (isDone(value)) return value;
      await new Promise((next) => setTimeout(next, 200));
    }
  }

  test('trees learn from a frozen dataset, are promoted, and propose what a person would have drawn [AI-005, AI-007, AI-010, AI-90, BACK-11, OQ-15]', async () => {
    const { context } = bench;
    const dataset_version = await frozenVersion(['train', 'train', 'train', 'train', 'validation', 'test']);
    const { id: structure_id } = await context.db.read
      .selectFrom('structure')
      .select('id')
      .where('slug', '=', 'liver')
      .executeTakeFirstOrThrow();
    const model = await createModel(context, eva, {
      ...{
        uuid: randomUUID(),
        name: 'Liver',
        code: 'liver',
        description: '',
        structure_id,
        segments: [{ title: 'Liver', value: 1 }],
        parent_id: null,
      },
    });
    const training = await createTraining(context, eva, {
      ...{ uuid: randomUUID(), model_id: model.id, dataset_version, engine: 'trees', params: { seconds: 60, seed: 1 } },
    });
    await startTraining(context, eva, training.id);
    startWorker();
    const read = () => trainingDetail(context.db.read, eva, training.id, context.now());
    const ended = await until(read, ({ state }) => state === 'complete' || state === 'failed');
    expect(ended).toMatchObject({
      state: 'complete',
      failure: null,
      version: { number: 1 },
      cases: { train: 4, validation: 1, test: 1, withdrawn: 0 },
    });
    const jobs = () => context.db.read.selectFrom('ai_job').select(['state', 'attempt']).orderBy('id').execute();
    expect(await jobs()).toEqual([{ state: 'done', attempt: 2 }]);
    expect(ended.report!.heldOut.map(({ part }) => part).toSorted()).toEqual(['test', 'validation']);
    expect(ended.dice).toBeGreaterThan(LEAST_DICE);

    const { promoted } = await promoteVersion(context, eva, ended.version!.uuid, 'Good enough to try');
    expect(promoted).toMatchObject({ number: 1, reason: 'Good enough to try', by: 'Eva' });

    const { rules, version } = await readConfiguration(context.db.read, eva.teamId);
    const rule = { uuid: randomUUID(), modality: 'MR', body_part: '', acquisition: '', model: model.id, on: true };
    await saveConfiguration(context, eva, { rules: [...rules.map((each) => ({ ...each, on: false })), rule], version });
    const fresh = await studyOf(7);
    const series = fresh.series[0]!;
    await context.db.write((tx) => tx.updateTable('series').set({ modality: 'MR' }).where('id', '=', series.id).execute());
    await context.db.write((tx) => queueInfers(tx, series.id, 'every', context.now()));
    const [proposal] = await until(
      async () => (await proposalsOf(context, eva, fresh.uuid)).data,
      (all) => all.length > 0,
    );
    expect((await jobs())[1]).toEqual({ state: 'done', attempt: 2 });
    expect(proposal).toMatchObject({
      series: series.uuid,
      learned_from_patient: false,
      model: { name: 'Liver', number: 1, learned_from: 4 },
    });
    const answer = await proposalLabels(context, eva, fresh.uuid, proposal!.id);
    const nifti = gunzipSync(Buffer.concat(await answer.stream(0, answer.size!).toArray()));
    expect(diceWith(nifti, isThing(7))).toBeGreaterThan(LEAST_DICE);
    expect(proposal!.summary.classes).toMatchObject([{ title: 'Liver', value: 1 }]);
    expect((await modelDetail(context.db.read, eva, model.id, context.now())).used).toEqual({
      proposed: 1,
      accepted: 0,
      corrected: 0,
      refused: 0,
    });

    // By hand, on the same series: it has been done.
    const again = await createInfer(context, eva, { caseId: series.uuid, modelId: String(model.id) });
    expect(again.state).toBe('queued');
  });
});

/** Work whose process dies the first time, as it does when memory is short. */
function diesFirst<In extends unknown[], Out>(work: (...of: In) => Promise<Out>) {
  let hasDied = false;
  return async (...of: In): Promise<Out | { ok: false; why: 'died' }> => {
    if (hasDied) return work(...of);
    hasDied = true;
    return { ok: false, why: 'died' };
  };
}

function diceWith(nifti: Uint8Array, isInside: (column: number, row: number, slice: number) => boolean): number {
  let [both, proposed, wanted] = [0, 0, 0];
  for (let slice = 0; slice < SIZE[2]; slice += 1)
    for (let row = 0; row < SIZE[1]; row += 1)
      for (let column = 0; column < SIZE[0]; column += 1) {
        const [isProposed, isWanted] = [valueAt(nifti, [column, row, slice]) === 1, isInside(column, row, slice)];
        proposed += Number(isProposed);
        wanted += Number(isWanted);
        both += Number(isProposed && isWanted);
      }
  return (2 * both) / (proposed + wanted);
}
