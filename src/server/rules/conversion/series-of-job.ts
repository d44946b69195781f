import type { Selectable } from 'kysely';
import type { Reader, Writer } from '#server/db/database.ts';
import type { SeriesTable } from '#server/db/schema.ts';
import { JobPostponed } from '#server/jobs/job-handler.ts';
import type { JobEffect } from '#server/jobs/job-handler.ts';
import { ObjectMissingError } from '#server/storage/object-store.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { StoreAway, takeInventoryAgain } from '#server/rules/receive/inventory.ts';

/** The series of a job, with what its events and object keys need. */
export type SeriesOfJob = Pick<Selectable<SeriesTable>, 'id' | 'uuid' | 'idx' | 'type' | 'state' | 'message'> & {
  session: string;
  teamId: number;
  studyUuid: string;
};

export const NOTHING_TO_DO: JobEffect = { effect: () => Promise.resolve() };

export function seriesIdOf(payload: unknown): number {
  return (payload as { seriesId: number }).seriesId;
}

export async function findSeries(db: Reader | Writer, seriesId: number): Promise<SeriesOfJob | null> {
  const found = await db
    .selectFrom('series')
    .innerJoin('study', 'study.id', 'series.study_id')
    .innerJoin('upload', 'upload.id', 'series.upload_id')
    .select([
      'series.id',
      'series.uuid',
      'series.idx',
      'series.type',
      'series.state',
      'series.message',
      'upload.session',
      'upload.team_id as teamId',
      'study.uuid as studyUuid',
    ])
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * After an object of a series was missing: the series in the state that the inventory has found. Any other error is thrown again; an empty
 * store is waited for.
 */
export async function afterMissingObject(context: ServerContext, series: SeriesOfJob, error: unknown): Promise<SeriesOfJob | null> {
  if (!(error instanceof ObjectMissingError)) throw error;
  const upload = await context.db.read.selectFrom('upload').selectAll().where('session', '=', series.session).executeTakeFirstOrThrow();
  await takeInventoryAgain(context, upload).catch((cause: unknown) => {
    throw cause instanceof StoreAway ? new JobPostponed('The object store is empty', { cause }) : cause;
  });
  return findSeries(context.db.read, series.id);
}

/** Objects made by a job that this run no longer owns: unused if its upload was dropped, otherwise owned by a successor. */
export async function removeIfDropped({ db, objects }: ServerContext, series: SeriesOfJob, keys: Iterable<string>): Promise<void> {
  const upload = await db.read.selectFrom('upload').select('state').where('session', '=', series.session).executeTakeFirst();
  if (upload?.state === 'dropped') for (const key of keys) await objects.remove(key);
}
