import { marked } from '#language/t.ts';
import type { Writer } from '#server/db/database.ts';
import { notify, type Notified } from '#server/rules/notifications/notify.ts';
import type { Upload } from './uploads.ts';

/** Notifications for the owner of an upload. They contain no patient names: these are only for callers who may see them. */

/** UPL2-070: everything is verified, and every series has ended. */
export async function notifyOfFinished(tx: Writer, upload: Upload, now: number): Promise<Notified | null> {
  return notify(tx, {
    teamId: upload.team_id,
    userId: upload.user_id,
    type: 'upload.complete',
    section: 'upload',
    description: marked('Every file is on the server and verified.'),
    url: `/studies-v2?bupload_id=${upload.id}`,
    models: [upload.id],
    cause: `upload-${upload.id}`,
    now,
  });
}

/**
 * After a series ended: once all series that its upload brought into its study have ended, reports how many failed, if any. One
 * notification per study: a folder may hold a hundred series without images. Repeated only if the number changes.
 */
export async function notifyOfFailures(tx: Writer, seriesId: number, now: number): Promise<Notified | null> {
  const { studyId, studyUuid, uploadId, teamId, userId, all, failed, ended } = await tx
    .selectFrom('series as one')
    .innerJoin('study', 'study.id', 'one.study_id')
    .innerJoin('upload', 'upload.id', 'one.upload_id')
    .innerJoin('series', (join) => join.onRef('series.study_id', '=', 'one.study_id').onRef('series.upload_id', '=', 'one.upload_id'))
    .select([
      'study.id as studyId',
      'study.uuid as studyUuid',
      'upload.id as uploadId',
      'upload.team_id as teamId',
      'upload.user_id as userId',
    ])
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('series.state', '=', 'error').as('failed'),
      eb.fn.countAll<number>().filterWhere('series.state', 'in', ['converted', 'error']).as('ended'),
    ])
    .where('one.id', '=', seriesId)
    .groupBy(['study.id', 'study.uuid', 'upload.id', 'upload.team_id', 'upload.user_id'])
    .executeTakeFirstOrThrow();
  if (ended < all || failed === 0) return null;
  return notify(tx, {
    teamId,
    userId,
    type: 'upload.convert.fail',
    section: 'upload',
    description: `${failed} of ${all} series could not be converted.`,
    url: `/studies-v2?study=${studyUuid}`,
    models: [uploadId, studyId],
    cause: `conversion-${uploadId}-${studyId}-${failed}`,
    now,
  });
}
