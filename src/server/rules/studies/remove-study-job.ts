import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { JobEffect, JobHandler } from '#server/jobs/job-handler.ts';
import { appendChange } from '#server/rules/changes.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { deleteFiles } from '#server/rules/ai/files.ts';
import { withdrawCases } from '#server/rules/datasets/versions/withdraw.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { removeIfEmpty } from '#server/rules/patients/assign-patient.ts';
import { conversionKeyOf, readingKeyOf } from '#server/rules/receive/series.ts';
import { namedAmong } from '#server/rules/receive/strays.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { isRestorable } from './deleted-studies.ts';

/** Writes to the audit trail that a study was removed, in the transaction of the removal. */
export type RecordRemoval = (tx: Writer, removed: { teamId: number; studyUuid: string }) => Promise<void>;

/**
 * `remove-study`: removes a deleted study for good, once it can no longer be restored. Its files go in portions, each with its objects; its
 * row goes last, when its folder is empty, so that an interrupted run can be repeated. An object that rows of another study name stays.
 */
export function createRemoveStudyHandler(context: ServerContext, record: RecordRemoval): JobHandler {
  return {
    async run({ payload, signal }) {
      const { studyId } = payload as { studyId: number };
      const study = await context.db.read.selectFrom('study').selectAll().where('id', '=', studyId).executeTakeFirst();
      if (study === undefined || study.deleted_at === null || isRestorable(study.deleted_at, context.now())) return NOTHING_TO_DO;
      await cancelJobs(context, studyId);
      while (await removeSomeFiles(context, studyId)) signal.throwIfAborted();
      await removeMade(context, studyId);
      await withdraw(context, studyId);
      await clearFolder(context, `team-${study.team_id}/study-${study.uuid}/`);
      return endRemoval(context, { id: study.id, uuid: study.uuid, teamId: study.team_id }, record);
    },
    gaveUp: () => NOTHING_TO_DO,
  };
}

const NOTHING_TO_DO: JobEffect = { effect: () => Promise.resolve() };

const FILES_AT_ONCE = 200;

async function cancelJobs({ db, jobs }: ServerContext, studyId: number): Promise<void> {
  await db.write(async (tx) => {
    for (const { id } of await tx.selectFrom('series').select('id').where('study_id', '=', studyId).execute()) {
      await jobs.cancel(tx, conversionKeyOf(id));
      await jobs.cancel(tx, readingKeyOf(id));
    }
  });
  jobs.wake();
}

/** False when none is left. */
async function removeSomeFiles(context: ServerContext, studyId: number): Promise<boolean> {
  const keys = await context.db.write(async (tx) => {
    const files = await tx
      .selectFrom('file')
      .innerJoin('series', 'series.id', 'file.series_id')
      .select('file.id')
      .where('series.study_id', '=', studyId)
      .limit(FILES_AT_ONCE)
      .execute();
    if (files.length === 0) return null;
    const ids = files.map(({ id }) => id);
    const pieces = await tx.selectFrom('piece').select('object_key').distinct().where('file_id', 'in', ids).execute();
    await tx.deleteFrom('file').where('id', 'in', ids).execute();
    const touched = pieces.map(({ object_key }) => object_key);
    for (const some of inPortions(touched)) await forgetChunks(tx, some);
    return touched;
  });
  if (keys === null) return false;
  await removeUnusedObjects(context, keys);
  return true;
}

/** Otherwise the server would say of a chunk that it has it. */
async function forgetChunks(tx: Writer, keys: readonly string[]): Promise<void> {
  const named = await namedAmong(tx, keys);
  const unnamed = keys.filter((key) => !named.has(key));
  if (unnamed.length > 0) await tx.deleteFrom('chunk').where('object_key', 'in', unnamed).execute();
}

/** Volumes and readings, with their objects. */
async function removeMade(context: ServerContext, studyId: number): Promise<void> {
  const keys = await context.db.write(async (tx) => {
    const series = tx.selectFrom('series').select('id').where('study_id', '=', studyId);
    const volumes = await tx.deleteFrom('volume').where('series_id', 'in', series).returning(['object_key', 'bricks_key']).execute();
    const readings = await tx.deleteFrom('series_reading').where('series_id', 'in', series).returning('thumbnail_key').execute();
    const files = await deleteFiles(tx, await filesOfInfers(tx, studyId));
    return [
      ...files,
      ...volumes.flatMap(({ object_key, bricks_key }) => (bricks_key === null ? [object_key] : [object_key, bricks_key])),
      ...readings.flatMap(({ thumbnail_key: key }) => (key === null ? [] : [key])),
    ];
  });
  await removeUnusedObjects(context, keys);
}

/** What models have handed in. */
async function filesOfInfers(tx: Writer, studyId: number): Promise<number[]> {
  const handedIn = await tx
    .selectFrom('ai_output')
    .innerJoin('ai_job', 'ai_job.id', 'ai_output.job_id')
    .innerJoin('infer', 'infer.id', 'ai_job.infer_id')
    .select('ai_output.file_id')
    .where('infer.study_id', '=', studyId)
    .execute();
  return handedIn.map(({ file_id }) => file_id);
}

/** From frozen versions of datasets, which would keep its volumes. */
async function withdraw(context: ServerContext, studyId: number): Promise<void> {
  const keys = await context.db.write((tx) => withdrawCases(tx, { studyId, now: context.now() }));
  await removeUnusedObjects(context, keys);
}

/** Objects that an interrupted run has left there. */
async function clearFolder(context: ServerContext, folder: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of context.objects.list(folder)) keys.push(key);
  await removeUnusedObjects(context, keys);
}

interface Removed {
  id: number;
  uuid: string;
  teamId: number;
}

function endRemoval(context: ServerContext, { id, uuid, teamId }: Removed, record: RecordRemoval): JobEffect {
  let seq: number | null = null;
  return {
    async effect(tx) {
      const study = await tx.selectFrom('study').select('id').where('id', '=', id).$call(lockRows(tx)).executeTakeFirst();
      if (study === undefined) return;
      await noteRemoved(tx, { id, uuid });
      const { patient_id: patientId } = await tx.deleteFrom('study').where('id', '=', id).returning('patient_id').executeTakeFirstOrThrow();
      seq = await appendChange(tx, { teamId, kind: 'study', ref: uuid, now: context.now() });
      await removeIfEmpty(tx, patientId);
      await record(tx, { teamId, studyUuid: uuid });
    },
    committed() {
      if (seq !== null) context.news.toTeam(teamId, 'change', { seq });
    },
  };
}

/** For the devices that have sent its series. */
async function noteRemoved(tx: Writer, { id, uuid }: Pick<Removed, 'id' | 'uuid'>): Promise<void> {
  const series = await tx
    .selectFrom('series')
    .innerJoin('study', 'study.id', 'series.study_id')
    .leftJoin('joined_study', (join) =>
      join.onRef('joined_study.study_id', '=', 'study.id').onRef('joined_study.upload_id', '=', 'series.upload_id'),
    )
    .select(['series.uuid', 'series.upload_id', 'series.idx', 'series.state', 'study.client_id', 'joined_study.client_id as joined_as'])
    .where('series.study_id', '=', id)
    .execute();
  const rows = series.map(({ uuid: seriesUuid, upload_id, idx, state, client_id, joined_as }) => ({
    ...{ uuid: seriesUuid, upload_id, study_uuid: uuid, study_client_id: joined_as ?? client_id, idx },
    state: state === 'error' ? ('error' as const) : ('converted' as const),
  }));
  for (const some of inPortions(rows)) {
    await tx
      .insertInto('removed_series')
      .values(some)
      .onConflict((conflict) => conflict.column('uuid').doNothing())
      .execute();
    await tx
      .deleteFrom('seen_status')
      .where(
        'series_uuid',
        'in',
        some.map((row) => row.uuid),
      )
      .execute();
  }
}
