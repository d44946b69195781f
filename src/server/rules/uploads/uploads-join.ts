import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { demandedOf } from '#server/rules/deidentification/deidentification.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import type { Upload } from './uploads.ts';

/**
 * [Note: Series that join a study]
 *
 * A study belongs to the upload that began it, a series and its files to the upload that brought them. An upload that joins a study has a
 * row in `joined_study`, which finds the study again under the id that the client gave it. The end, the clearing, the messages and the
 * receipt of an upload are about the series that it brought, in whichever study they are. See docs/decisions/437.
 */

/** The studies in which an upload has series. */
export function studiesOfUpload(db: Reader | Writer, uploadId: number) {
  return db
    .selectFrom('study')
    .where('study.id', 'in', (own) => own.selectFrom('series').select('series.study_id').where('series.upload_id', '=', uploadId));
}

export interface WantedStudy {
  joins: string;
  clientId: string;
  studyInstanceUid: string;
  anonymize: boolean;
}

/**
 * Adds the announced series to an existing study, whose row stays locked. Null if that is not possible: the study is gone, belongs to
 * another team, is being cleared, has another Study Instance UID, or was de-identified by other rules. The images then come as a separate
 * study.
 */
export async function joinStudy(
  tx: Writer,
  upload: Upload,
  wanted: WantedStudy,
  now: number,
): Promise<{ id: number; uuid: string } | null> {
  if (wanted.studyInstanceUid === '') return null;
  const locked = await tx.selectFrom('study').select('id').where('uuid', '=', wanted.joins).$call(lockRows(tx)).executeTakeFirst();
  if (locked === undefined) return null;
  const study = await studiesOfTeam(tx, upload.team_id)
    .select(['study.id', 'study.uuid', 'study.deidentification'])
    .where('study.id', '=', locked.id)
    .where('study.study_instance_uid', '=', wanted.studyInstanceUid)
    .where('study.anonymize', '=', wanted.anonymize ? 1 : 0)
    .executeTakeFirst();
  if (study === undefined || study.deidentification !== (await demandedOf(tx, upload.team_id, wanted.anonymize))) return null;
  await tx
    .insertInto('joined_study')
    .values({ upload_id: upload.id, client_id: wanted.clientId, study_id: study.id, created_at: now })
    .execute();
  return study;
}

/** The study that an upload has announced under this id, begun or joined. */
export async function announcedStudy(tx: Writer, uploadId: number, clientId: string) {
  const begun = await tx
    .selectFrom('study')
    .select(['id', 'uuid'])
    .where('upload_id', '=', uploadId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (begun !== undefined) return { ...begun, isJoined: false };
  const joined = await tx
    .selectFrom('joined_study')
    .innerJoin('study', 'study.id', 'joined_study.study_id')
    .select(['study.id', 'study.uuid'])
    .where('joined_study.upload_id', '=', uploadId)
    .where('joined_study.client_id', '=', clientId)
    .executeTakeFirst();
  return joined === undefined ? null : { ...joined, isJoined: true };
}

/**
 * Removes the series of an upload from a study in which others have series. The study stays theirs: if this upload began it, it passes to
 * the one that joined it first.
 */
export async function leaveStudy(tx: Writer, uploadId: number, studyId: number): Promise<void> {
  await tx.deleteFrom('series').where('study_id', '=', studyId).where('upload_id', '=', uploadId).execute();
  await tx.deleteFrom('joined_study').where('study_id', '=', studyId).where('upload_id', '=', uploadId).execute();
  const heir = await tx
    .selectFrom('joined_study')
    .innerJoin('upload', 'upload.id', 'joined_study.upload_id')
    .select(['joined_study.upload_id', 'joined_study.client_id', 'upload.user_id'])
    .where('study_id', '=', studyId)
    .orderBy('joined_study.created_at')
    .orderBy('joined_study.upload_id')
    .executeTakeFirst();
  if (heir === undefined) return;
  const passed = await tx
    .updateTable('study')
    .set({ upload_id: heir.upload_id, client_id: heir.client_id, uploaded_by: heir.user_id })
    .where('id', '=', studyId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  if (passed.numUpdatedRows === 0n) return;
  await tx.deleteFrom('joined_study').where('upload_id', '=', heir.upload_id).where('client_id', '=', heir.client_id).execute();
}
