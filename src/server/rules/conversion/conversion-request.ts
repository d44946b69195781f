import { takeFromBatch } from '#server/rules/batch/move.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { tellConversion } from './conversion-news.ts';
import { queueConversion } from '#server/rules/receive/series.ts';
import { requireUpload, type UploadCaller } from '#server/rules/uploads/uploads.ts';

interface SeriesReference {
  studyRemoteId: number;
  studyRemoteUuid: string;
  serieRemoteId: number;
  serieRemoteUuid: string;
  /** `server`: its files are among those that the server has opened for this upload, under this id. */
  location: 'local' | 'server';
  serieClientUploadId: string;
}

/**
 * CALL-055. The server queues a conversion by itself once a series is verified; a client that asks gets a confirmation. A series that has
 * ended repeats its event, because the first one may have been lost (ODD-17).
 */
export async function requestConversion(
  context: ServerContext,
  caller: UploadCaller,
  session: string,
  reference: SeriesReference,
): Promise<{ idx: number; accepted: true }> {
  const upload = await requireUpload(context.db.read, caller, session);
  if (upload.state === 'dropped') throw new Refusal('session_closed');
  const announced = await findSeries(context, upload.id, reference);
  if (announced.state === 'receiving' && reference.location === 'server') {
    const seq = await context.db.write((tx) => takeFromBatch(tx, context, upload, announced, reference.serieClientUploadId));
    context.jobs.wake();
    if (seq !== null) context.news.toTeam(upload.team_id, 'change', { seq });
  }
  const series = announced.state === 'receiving' ? await findSeries(context, upload.id, reference) : announced;
  if (series.state === 'receiving') throw new Refusal('series_incomplete');
  if (series.state === 'proved') {
    await context.db.write((tx) => queueConversion(tx, context.jobs, upload, series.id));
    context.jobs.wake();
  }
  tellConversion(context.news, { session, ...series });
  return { idx: series.idx, accepted: true };
}

async function findSeries({ db }: ServerContext, uploadId: number, reference: SeriesReference) {
  const series = await db.read
    .selectFrom('series')
    .innerJoin('study', 'study.id', 'series.study_id')
    .select(['series.id', 'series.uuid', 'series.idx', 'series.state', 'series.message', 'series.type', 'series.file_count'])
    .select(['series.left_behind', 'study.anonymize'])
    .where('series.upload_id', '=', uploadId)
    .where('series.uuid', '=', reference.serieRemoteUuid)
    .where('series.id', '=', reference.serieRemoteId)
    .where('study.uuid', '=', reference.studyRemoteUuid)
    .where('study.id', '=', reference.studyRemoteId)
    .executeTakeFirst();
  if (series === undefined) throw new Refusal('not_found');
  return series;
}

/** CALL-052: what the owner of an upload saw of a series. Recorded but never trusted; repeating it changes nothing. */
export async function recordSeenStatus(
  context: ServerContext,
  caller: Member,
  seen: { uuid: string; id: number; state: 'error' | 'converted' },
): Promise<{ uuid: string; id: number; state: string }> {
  const series = await context.db.read
    .selectFrom('series')
    .innerJoin('upload', 'upload.id', 'series.upload_id')
    .select('series.id')
    .where('series.uuid', '=', seen.uuid)
    .where('series.id', '=', seen.id)
    .where('upload.team_id', '=', caller.teamId)
    .where('upload.user_id', '=', caller.userId)
    .executeTakeFirst();
  if (series === undefined) throw new Refusal('not_found');
  await context.db.write((tx) =>
    tx
      .insertInto('seen_status')
      .values({ series_uuid: seen.uuid, user_id: caller.userId, state: seen.state, created_at: context.now() })
      .onConflict((conflict) => conflict.columns(['series_uuid', 'user_id', 'state']).doNothing())
      .execute(),
  );
  return { uuid: seen.uuid, id: seen.id, state: seen.state };
}
