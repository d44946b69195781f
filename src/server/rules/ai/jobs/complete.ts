import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { InferSummary } from '#contract/ai/inferences.ts';
import { ModelManifest } from '#contract/ai/manifest.ts';
import { ModelReport } from '#contract/ai/models.ts';
import type { FailedJob } from '#contract/ai/workers.ts';
import { marked } from '#language/t.ts';
import type { AiJobTable } from '#server/db/ai-tables.ts';
import type { Writer } from '#server/db/database.ts';
import { changeAi, type NoteAi } from '#server/rules/ai/changes.ts';
import { readFile } from '#server/rules/ai/files.ts';
import { addVersionRow, assertOutlines, assertSameKind, segmentsOf } from '#server/rules/ai/model-rows.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { tellNotified, type Notified } from '#server/rules/notifications/notify.ts';
import { giveUp } from './job-ends.ts';
import { lockHeld, requireHeld, type Holder } from './lease.ts';
import { noticeOfInfer, noticeOfTraining } from './notices.ts';
import { outputsOf } from './outputs.ts';
import { addLines } from './progress.ts';

type Job = Selectable<AiJobTable>;
type End = (tx: Writer, job: Job, note: NoteAi, now: number) => Promise<Notified | null>;

/** Names of the outputs that count. A model is `model.onnx` or `model.trees`. */
const MANIFEST = 'manifest.json';
const REPORT = 'report.json';
const SUMMARY = 'summary.json';
const LABELS = 'labels.nii.gz';
const MODELS = { onnx: 'model.onnx', trees: 'model.trees' } as const;
/** Texts of workers are read whole. */
const MOST_JSON_BYTES = 4 * 1024 * 1024;

/** PCALL-175. `invalid`: an output is missing or is not what it should be. The worker may mend it and try again. */
export async function completeJob(context: ServerContext, holder: Holder): Promise<void> {
  const job = await requireHeld(context.db.read, holder);
  const end = job.training_id === null ? await endOfInfer(context, job) : await endOfTraining(context, job);
  await endJob(context, holder, async (tx, current, note, now) => {
    await tx
      .updateTable('ai_job')
      .set({ state: 'done', lease_until: null, ticket_hash: null, fraction: 1, message: '', ended_at: now })
      .where('id', '=', current.id)
      .execute();
    return end(tx, current, note, now);
  });
}

/** PCALL-176. */
export async function failJob(
  context: ServerContext,
  holder: Holder,
  { reason, detail, again }: Omit<FailedJob, 'attempt'>,
): Promise<void> {
  await endJob(context, holder, async (tx, job, note, now) => {
    if (job.training_id !== null && detail !== '') await addLines(tx, job.training_id, [detail], now);
    return giveUp(tx, job, { reason, again, note, now });
  });
}

async function endJob(context: ServerContext, holder: Holder, end: End): Promise<void> {
  const { team_id: teamId } = await requireHeld(context.db.read, holder);
  const now = context.now();
  let notified: Notified | null = null;
  await changeAi(context, teamId, async (tx, note) => {
    notified = await end(tx, await lockHeld(tx, holder), note, now);
  });
  tellNotified(context.news, notified);
}

/** A training makes the next version of its model. */
async function endOfTraining(context: ServerContext, job: Job): Promise<End> {
  const files = await filesOf(context, job.id);
  const manifest = await readJson(context, files, MANIFEST, ModelManifest);
  const report = await readJson(context, files, REPORT, ModelReport);
  const fileId = files.get(MODELS[manifest.engine]);
  if (fileId === undefined) throw missing(MODELS[manifest.engine]);
  const training = await context.db.read
    .selectFrom('ai_training')
    .innerJoin('ai_model', 'ai_model.id', 'ai_training.model_id')
    .select(['ai_training.uuid', 'ai_training.model_id', 'ai_training.created_by', 'ai_model.segments'])
    .where('ai_training.id', '=', job.training_id)
    .executeTakeFirstOrThrow();
  assertOutlines(manifest, segmentsOf(training));
  return async (tx, { training_id: id }, note, now) => {
    await assertSameKind(tx, training.model_id, manifest.clicks === true);
    await addVersionRow(tx, training.model_id, {
      ...{ uuid: randomUUID(), manifest: { ...manifest, training: training.uuid }, report: JSON.stringify(report), training_id: id },
      ...{ file_id: fileId, created_by: training.created_by, created_at: now },
    });
    await tx
      .updateTable('ai_training')
      .set({ state: 'complete', report: JSON.stringify(report), failure: null, ended_at: now })
      .where('id', '=', id)
      .execute();
    await note('model', training.model_id);
    await note('training', id!);
    return noticeOfTraining(tx, id!, 'aitrain.train.complete', now);
  };
}

async function endOfInfer(context: ServerContext, job: Job): Promise<End> {
  const files = await filesOf(context, job.id);
  const summary = await readJson(context, files, SUMMARY, InferSummary);
  const labels = files.get(LABELS);
  if (labels === undefined) throw missing(LABELS);
  return async (tx, { infer_id: id }, note, now) => {
    await tx
      .updateTable('infer')
      .set({
        ...{ state: 'done', failure: null, open_key: null, updated_at: now, ended_at: now },
        ...{ summary: JSON.stringify(summary), labels_file_id: labels },
      })
      .where('id', '=', id)
      .execute();
    const { uuid } = await tx
      .selectFrom('infer')
      .innerJoin('study', 'study.id', 'infer.study_id')
      .select('study.uuid')
      .where('infer.id', '=', id)
      .executeTakeFirstOrThrow();
    await note('infer', id!);
    await note('study', uuid);
    return noticeOfInfer(tx, id!, now);
  };
}

async function filesOf(context: ServerContext, jobId: number): Promise<Map<string, number>> {
  return new Map((await outputsOf(context.db.read, jobId)).map(({ name, file_id }) => [name, file_id]));
}

async function readJson<T extends z.ZodType>(
  context: ServerContext,
  files: ReadonlyMap<string, number>,
  name: string,
  schema: T,
): Promise<z.infer<T>> {
  const fileId = files.get(name);
  if (fileId === undefined) throw missing(name);
  const file = await context.db.read.selectFrom('ai_file').select('size').where('id', '=', fileId).executeTakeFirstOrThrow();
  if (file.size! > MOST_JSON_BYTES) throw new Refusal('too_large');
  const read = schema.safeParse(parseJson((await readFile(context, fileId)).toString('utf8')));
  if (!read.success)
    throw new Refusal('invalid', {
      errors: { [name]: read.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`) },
    });
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const missing = (name: string): Refusal => new Refusal('invalid', { errors: { [name]: [marked('It was not handed in.')] } });
