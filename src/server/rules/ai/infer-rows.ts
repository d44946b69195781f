import { z } from 'zod';
import { InferSummary, type AiInfer, type DecidedClass, type InferredBy } from '#contract/ai/inferences.ts';
import { ModelManifest } from '#contract/ai/manifest.ts';
import { dateToWire } from '#contract/dates.ts';
import type { Reader } from '#server/db/database.ts';
import type { Member } from '#server/rules/context.ts';
import { blindedStudies } from '#server/rules/campaigns/blinding.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { diceOf, heldOutOf, reportOf } from './model-rows.ts';
import { servingNow, waitOf } from './jobs/waiting.ts';

/** Inferences of the team on studies that are not deleted. */
export function infersOfTeam(db: Reader, { teamId }: Pick<Member, 'teamId'>) {
  return studiesOfTeam(db, teamId)
    .innerJoin('infer', 'infer.study_id', 'study.id')
    .leftJoin('series', 'series.id', 'infer.series_id')
    .leftJoin('ai_version', 'ai_version.id', 'infer.version_id')
    .leftJoin('ai_model', 'ai_model.id', 'ai_version.model_id')
    .leftJoin('ai_training', 'ai_training.id', 'ai_version.training_id')
    .leftJoin('ai_batch', 'ai_batch.id', 'infer.batch_id')
    .leftJoin('user', 'user.id', 'infer.created_by');
}

export const withFacts = (query: ReturnType<typeof infersOfTeam>) =>
  query
    .selectAll('infer')
    .select(['study.uuid as study_uuid', 'study.patient_name', 'study.modality', 'study.patient_id', 'series.uuid as series_uuid'])
    .select([
      'ai_version.uuid as version_uuid',
      'ai_version.number',
      'ai_version.state as version_state',
      'ai_version.report',
      'ai_version.manifest',
    ])
    .select([
      'ai_model.id as model_id',
      'ai_model.name as model_name',
      'ai_training.patients',
      'ai_batch.uuid as batch_uuid',
      'user.name as user_name',
    ]);
export type InferRow = Awaited<ReturnType<ReturnType<typeof withFacts>['executeTakeFirstOrThrow']>>;

export function toInferredBy(
  row: Pick<InferRow, 'model' | 'model_id' | 'model_name' | 'version_uuid' | 'number' | 'report' | 'manifest' | 'version_state'>,
): InferredBy {
  const report = reportOf(row.report);
  const trainedOn = row.manifest === null ? null : ModelManifest.parse(JSON.parse(row.manifest)).trainedOn;
  return {
    ...{ id: row.model_id, name: row.model_name ?? row.model, version: row.version_uuid, number: row.number },
    ...{ dice: diceOf(report), held_out: heldOutOf(report), learned_from: trainedOn?.patients ?? null },
    withdrawn: row.version_state === 'withdrawn',
  };
}

export async function toInfers(db: Reader, caller: Member, rows: readonly InferRow[], now: number): Promise<AiInfer[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const jobs = await db.selectFrom('ai_job').selectAll().where('infer_id', 'in', ids).execute();
  const decided = await decisionsOf(db, ids);
  const serving = jobs.length === 0 ? [] : await servingNow(db, now);
  const mayName = caller.permissions.has('r:studies');
  const blinded = await blindedStudies(db, caller);
  return rows.map((row) => {
    // What a model has found there is what the reader is to be compared with [Note: Blinded reads].
    const isHidden = blinded.has(row.study_id);
    const job = jobs.find(({ infer_id }) => infer_id === row.id);
    return {
      ...{ id: row.id, model: toInferredBy(row), series: row.series_uuid, batch: row.batch_uuid, state: row.state },
      study: { uuid: row.study_uuid, patientName: mayName ? row.patient_name : '', modality: row.modality },
      ...{
        fraction: row.state === 'done' ? 1 : (job?.fraction ?? 0),
        message: job?.message ?? '',
        waits: waitOf(serving, job),
        failure: row.failure,
      },
      ...{
        summary: isHidden ? null : summaryOf(row),
        decided: isHidden ? [] : (decided.get(row.id) ?? []),
        started_by: row.user_name,
        worker: row.worker,
      },
      created_at: dateToWire(new Date(row.created_at)),
      started_at: row.started_at === null ? null : dateToWire(new Date(row.started_at)),
      ended_at: row.ended_at === null ? null : dateToWire(new Date(row.ended_at)),
    };
  });
}

export const summaryOf = ({ summary }: Pick<InferRow, 'summary'>): InferSummary | null =>
  summary === null ? null : InferSummary.parse(JSON.parse(summary));

export async function decisionsOf(db: Reader, inferIds: readonly number[]): Promise<Map<number, DecidedClass[]>> {
  const rows = await db
    .selectFrom('infer_decision')
    .leftJoin('user', 'user.id', 'infer_decision.user_id')
    .selectAll('infer_decision')
    .select('user.name')
    .where('infer_id', 'in', [...inferIds])
    .orderBy('value')
    .execute();
  const groups = Map.groupBy(rows, ({ infer_id }) => infer_id);
  return new Map(
    [...groups].map(([id, own]) => [
      id,
      own.map(({ value, decision, dice, name, created_at }) => ({ value, decision, dice, by: name, at: dateToWire(new Date(created_at)) })),
    ]),
  );
}

export const patientsOf = (text: string | null): string[] | null => (text === null ? null : z.array(z.string()).parse(JSON.parse(text)));
