import { createHash, randomUUID } from 'node:crypto';
import type { ModelManifest } from '#contract/ai/manifest.ts';
import type { AiModelDetail } from '#contract/ai/models.ts';
import type { Engine } from '#server/db/dialect.ts';
import type { Member } from '#server/rules/context.ts';
import { createInfer } from '#server/rules/conversion/infers.ts';
import { createTestBench, putSeriesInto, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { addFrozenTestVersion } from './frozen-test-bench.ts';
import { saveFilePart } from './files.ts';
import type { LeasedJob } from './jobs/claim.ts';
import { completeJob, failJob } from './jobs/complete.ts';
import { saveOutput } from './jobs/outputs.ts';
import { createModel } from './models.ts';
import { createTraining, startTraining } from './trainings.ts';
import { addVersion, promoteVersion } from './versions.ts';
import { claimFor, createWorkerKey, registerWorker } from './workers.ts';

export interface TestStudy {
  study: { id: number; uuid: string };
  series: { id: number; uuid: string };
}

/** A worker with a key of its own. */
export interface TestWorker {
  keyId: number;
  uuid: string;
}

export const CLASSES = [
  { value: 1, title: 'Head' },
  { value: 2, title: 'Tail' },
];
export const MANIFEST: ModelManifest = {
  ...{ format: 1, engine: 'onnx', spacing: [1, 1, 1], patch: [32, 32, 32], multiple: [8, 8, 8], overlap: 0.5, mirror: [] },
  channels: [{ name: 'T1', acquisition: null, normalisation: { kind: 'image' } }],
  ...{ classes: CLASSES, trainedOn: null, training: null },
};
/** Of a network that corrects by clicks. */
export const CLICKS: ModelManifest = {
  ...MANIFEST,
  channels: ['T1', 'Clicks inside', 'Clicks outside', 'Mask so far'].map((name) => ({ ...MANIFEST.channels[0]!, name })),
  ...{ classes: [{ value: 1, title: 'Clicked' }], clicks: true },
};
export const SUMMARY = { classes: [{ ...CLASSES[0]!, voxels: 10, ml: 0.1 }], entropy: 0.1, unlike: [], seconds: 1 };
export const REPORT = {
  ...{ engine: 'trees', seed: 1, seconds: 5, settings: {}, deviation: { foreground: 0.1 } },
  heldOut: [{ id: 'case_0002', part: 'test', dice: { foreground: 0.8 } }],
  mean: { foreground: 0.8 },
};

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
export const asJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
export const holderOf = ({ keyId }: TestWorker, { uuid: job, attempt }: LeasedJob) => ({ keyId, job, attempt });

/** Two teams whose members make models, and whose workers do jobs. */
export async function createAiTestBench(engine: Engine) {
  const bench: TestBench = await createTestBench(engine);
  const { context, eva, clock } = bench;
  let studies = 0;

  /** With one converted series of MR. */
  async function newStudy(owner: Member = eva, patientName = 'Muster^Eva'): Promise<TestStudy> {
    studies += 1;
    const upload = await registerTestUpload(bench, { a: 1 }, { owner, patientName, studyInstanceUid: `1.2.${studies}` });
    const { id, uuid } = upload.series[0]!;
    await putSeriesInto(bench, 'converted', { id });
    const bytes = Buffer.from(`volume of ${uuid}`);
    const key = `volumes/${uuid}`;
    await context.objects.write(key, bytes);
    await context.db.write(async (tx) => {
      await tx.updateTable('series').set({ modality: 'MR' }).where('id', '=', id).execute();
      await tx
        .insertInto('volume')
        .values({
          ...{ series_id: id, name: '1', object_key: key, size: bytes.length, sha256: sha256Of(bytes), sidecar: null },
          ...{ converter: 'test', created_at: clock.now },
        })
        .execute();
    });
    return { study: { id: upload.studyId, uuid: upload.studyUuid }, series: { id, uuid } };
  }

  async function newModel(owner: Member = eva): Promise<AiModelDetail> {
    const structure = await context.db.read.selectFrom('structure').select('id').orderBy('id').executeTakeFirstOrThrow();
    const named = { name: 'Hippocampus', code: 'hippocampus', description: '', structure_id: structure.id, segments: CLASSES };
    return createModel(context, owner, { uuid: randomUUID(), parent_id: null, ...named });
  }

  /** Another version of the model, which runs. */
  async function promote(model: AiModelDetail, owner: Member = eva, manifest: ModelManifest = MANIFEST): Promise<string> {
    const [uuid, file, bytes] = [randomUUID(), randomUUID(), Buffer.from('a network')];
    const part = { teamId: owner.teamId, uuid: file, part: 0, parts: 1, sha256: sha256Of(bytes), bytes };
    await saveFilePart(context, { ...part, folder: `team-${owner.teamId}/` });
    await addVersion(context, owner, model.id, { uuid, file, sha256: part.sha256, manifest });
    await promoteVersion(context, owner, uuid, 'Better');
    return uuid;
  }

  async function newRunning(owner: Member = eva) {
    const model = await newModel(owner);
    return { model, version: await promote(model, owner) };
  }

  const infer = async (model: { id: number }, { series }: TestStudy, owner: Member = eva): Promise<number> =>
    (await createInfer(context, owner, { caseId: series.uuid, modelId: String(model.id) })).id;

  async function newWorker(
    owner: Member = eva,
    { engines = ['onnx', 'trees', 'unet'], allowed = [] as string[] } = {},
  ): Promise<TestWorker> {
    const { key } = await createWorkerKey(context, owner, { uuid: randomUUID(), name: 'Lab', engines: allowed });
    const facts = { device: 'cpu', memoryMb: 1, engines, kinds: ['train' as const, 'infer' as const] };
    return { keyId: key.id, uuid: await registerWorker(context, key.id, { name: 'w', ...facts }) };
  }

  /** The next job; null: there is none. */
  async function take({ keyId, uuid }: { keyId: number | null; uuid: string }): Promise<LeasedJob | null> {
    const claimed = await claimFor(context, { keyId, worker: uuid, waitMs: 0, left: new AbortController().signal });
    return claimed?.job ?? null;
  }

  const handIn = (worker: TestWorker, job: LeasedJob, name: string, bytes: Buffer): Promise<void> =>
    saveOutput(context, holderOf(worker, job), { name, file: randomUUID(), part: 0, parts: 1, sha256: sha256Of(bytes), bytes });

  async function finishInfer(worker: TestWorker, job: LeasedJob, summary: unknown = SUMMARY): Promise<void> {
    await handIn(worker, job, 'labels.nii.gz', Buffer.from(`labels of ${job.uuid}`));
    await handIn(worker, job, 'summary.json', asJson(summary));
    await completeJob(context, holderOf(worker, job));
  }

  const fail = (worker: TestWorker, job: LeasedJob, again: boolean): Promise<void> =>
    failJob(context, holderOf(worker, job), { reason: 'error', detail: 'No more memory.', again });

  /** A training on a version with a patient to learn from and one to measure on. */
  async function newTraining(owner: Member = eva) {
    const model = await newModel(owner);
    const { id: datasetId } = await context.db.write((tx) =>
      tx
        .insertInto('dataset')
        .values({
          ...{ team_id: owner.teamId, uuid: randomUUID(), name: 'Frozen', structure_id: model.structure_id!, created_by: owner.userId },
          ...{ created_at: clock.now, updated_at: clock.now },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    const cases = [await newStudy(owner, 'Learn^One'), await newStudy(owner, 'Test^Two')];
    const dataset_version = await addFrozenTestVersion(context, datasetId, cases);
    const wish = { uuid: randomUUID(), model_id: model.id, dataset_version, engine: 'trees' as const, params: { seconds: 60, seed: 1 } };
    return { model, cases, datasetId, wish, training: await createTraining(context, owner, wish) };
  }

  async function startedTraining(owner: Member = eva) {
    const made = await newTraining(owner);
    await startTraining(context, owner, made.training.id);
    return made;
  }

  const ofInfer = (id: number) => context.db.read.selectFrom('infer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const jobOf = (of: { infer: number } | { training: number }) =>
    context.db.read
      .selectFrom('ai_job')
      .selectAll()
      .where('infer' in of ? 'infer_id' : 'training_id', '=', 'infer' in of ? of.infer : of.training)
      .executeTakeFirstOrThrow();

  return {
    ...{ bench, context, clock, eva, tom: bench.tom, ute: bench.ute, close: () => bench.close() },
    ...{ newStudy, newModel, promote, newRunning, infer, newWorker, take, handIn, finishInfer, fail },
    ...{ newTraining, startedTraining, ofInfer, jobOf },
  };
}
export type AiTestBench = Awaited<ReturnType<typeof createAiTestBench>>;
