import { marked } from '#language/t.ts';
import type { SentFacts } from '#model/uploads/deidentified.ts';
import { Deidentification } from '#contract/deidentification.ts';
import type { FilesToDeidentify, SeriesDeidentifier } from '#server/archives/series-deidentifier.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { filesOfBatch, findBatch, folderOfBatch, piecesOfBatchFile, sortedOf, type BatchFile } from './batch.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { StoredPacks } from './packs.ts';
import { createBatchSource } from './source.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { deidentificationRules } from '#server/rules/deidentification/deidentification.ts';
import { queueReading } from '#server/rules/receive/series.ts';
import { removeIfDropped, type SeriesOfJob } from '#server/rules/conversion/series-of-job.ts';
import { noteStudyChange } from '#server/rules/studies/studies-changes.ts';
import { writeSearchText } from '#server/rules/studies/studies-search.ts';
import { lockUpload, type Upload } from '#server/rules/uploads/uploads.ts';

/**
 * READ-020. [Note: De-identifying archives] For a study that is sent without patient data, the files of an archive that the server has
 * opened become files of their series here: copies are made in the limited process, by the rules that a device of the team would use. Until
 * then they wait in their batch, visible only to the sender, and the series has no file at all; the identifiable files are deleted with the
 * last row that names their bytes (`clearBatch`).
 *
 * Returns why no file could be made; null on success, or if there is nothing to do. Running it twice gives the same result.
 */
export async function deidentifyOpened(
  context: ServerContext,
  deidentifier: SeriesDeidentifier | null,
  series: SeriesOfJob,
  signal: AbortSignal,
): Promise<string | null> {
  const waiting = await findWaiting(context.db.read, series);
  if (waiting === null) return null;
  if (waiting === 'made') {
    await removeNamed(context, series);
    return null;
  }
  if (deidentifier === null) throw new Error('This series must be de-identified, but the server has no de-identifier');
  const { upload, files } = waiting;
  const packs = new StoredPacks(context.objects, `${folderOfBatch(upload)}/deidentified-${series.id}`);
  try {
    const made = await deidentifier.deidentify(
      {
        ...(await rulesOf(context, series)),
        type: series.type,
        files: files.map(({ id, size }) => createBatchSource(context, size, () => piecesOfBatchFile(context.db.read, id))),
        owner: series.session,
      },
      signal,
      (part) => packs.take(part),
    );
    if (made === 'endless') return marked('Removing patient data from its files exceeded the time limit. None of them was kept.');
    if (made.sent === null) {
      await context.db.write((tx) => noteLeftBehind(tx, packs, files));
      return marked('Patient data could not be removed from any of its files, so none was kept.');
    }
    const { sent } = made;
    const written = await context.db.write((tx) => writeDeidentified(tx, context, { series, upload, files, packs, sent }));
    await removeUnusedObjects(context, written.gone);
    if (written.seq !== null) context.news.toTeam(series.teamId, 'change', { seq: written.seq });
    context.jobs.wake();
    return null;
  } catch (error) {
    await removeIfDropped(context, series, packs.objectKeys);
    throw error;
  }
}

/** Message for a converted series some of whose files were left behind. Their names are shown only to the sender (CALL-058). */
export async function leftBehindText(db: Reader, seriesId: number): Promise<string | null> {
  const row = await db.selectFrom('series').select('left_behind').where('id', '=', seriesId).executeTakeFirst();
  const left = row?.left_behind ?? 0;
  // Nothing was left behind, or the upload was dropped meanwhile.
  if (left === 0) return null;
  return `${left} of its files ${left === 1 ? 'stays' : 'stay'} behind: patient data could not be taken out.`;
}

interface Waiting {
  upload: Upload;
  /** In slice order. */
  files: BatchFile[];
}

/**
 * A kill came between the rows and the objects that they named. Only the reading of a batch writes these, and one job of an upload runs at
 * a time: an object that no row names is unused.
 */
async function removeNamed(context: ServerContext, { session, teamId }: SeriesOfJob): Promise<void> {
  const folder = `${folderOfBatch({ session, team_id: teamId })}/`;
  const keys: string[] = [];
  for await (const { key } of context.objects.list(folder)) if (key.startsWith(`${folder}unpacked-`)) keys.push(key);
  await removeUnusedObjects(context, keys);
}

/** `made`: its files exist already. Null: it did not come in an archive that the server opened. */
async function findWaiting(db: Reader, series: SeriesOfJob): Promise<Waiting | 'made' | null> {
  const row = await db
    .selectFrom('series')
    .select(['upload_id', 'opened_as', 'proved_files'])
    .where('id', '=', series.id)
    .executeTakeFirst();
  if (row === undefined || row.opened_as === null) return null;
  if (row.proved_files > 0) return 'made';
  const upload = await db.selectFrom('upload').selectAll().where('id', '=', row.upload_id).executeTakeFirstOrThrow();
  const batch = await findBatch(db, upload.id);
  const sorted = (batch === null ? [] : sortedOf(batch).studies)
    .flatMap((study) => study.series)
    .find((each) => each.uploadId === row.opened_as);
  return { upload, files: sorted === undefined ? [] : await filesOfBatch(db, upload, sorted.fileIds) };
}

/** The team's rules when the study was announced, if they were recorded. */
async function rulesOf(context: ServerContext, series: SeriesOfJob): Promise<Pick<FilesToDeidentify, 'settings' | 'key'>> {
  const rules = await deidentificationRules(context, series);
  const { deidentification } = await context.db.read
    .selectFrom('study')
    .select('deidentification')
    .where('uuid', '=', series.studyUuid)
    .executeTakeFirstOrThrow();
  const said = deidentification === null ? rules.settings : Deidentification.parse(JSON.parse(deidentification));
  const { demanded: _, usual: __, ...settings } = said;
  return { settings, key: rules.key };
}

interface Made extends Waiting {
  series: SeriesOfJob;
  packs: StoredPacks;
  sent: SentFacts;
}

async function writeDeidentified(
  tx: Writer,
  context: ServerContext,
  { series, upload, files, packs, sent }: Made,
): Promise<{ gone: string[]; seq: number | null }> {
  // Dropped meanwhile: the new objects are unused.
  if ((await lockUpload(tx, upload.id)) !== 'open') return { gone: packs.objectKeys, seq: null };
  const gone: string[] = [];
  for (const portion of inPortions(packs.files)) {
    const some = portion.map((made) => ({ made, before: files[Number(made.key)]! }));
    const rows = await tx
      .insertInto('file')
      .values(
        some.map(({ made: { path: name, size, sha256 }, before }) => ({
          ...{ upload_id: upload.id, series_id: series.id, client_file_id: before.client_file_id, name, size, sha256 },
          ...{ original_sha256: before.sha256, received: size, proved: 1 as const },
        })),
      )
      .returning(['id', 'client_file_id'])
      .execute();
    const idOf = new Map(rows.map((row) => [row.client_file_id, row.id]));
    const pieces = some.flatMap(({ made, before }) =>
      (packs.piecesByKey.get(made.key) ?? []).map((piece) => ({ ...piece, file_id: idOf.get(before.client_file_id)! })),
    );
    for (const few of inPortions(pieces)) await tx.insertInto('piece').values(few).execute();
    const ids = some.map(({ before }) => before.id);
    gone.push(...(await tx.deleteFrom('batch_piece').where('file_id', 'in', ids).returning('object_key').execute()).map(keyOf));
    await tx.deleteFrom('batch_file').where('id', 'in', ids).execute();
  }
  gone.push(...(await forgetVolume(tx, upload, series)));
  await noteLeftBehind(tx, packs, files);
  await writeFacts(tx, context, { series, packs, sent });
  await queueReading(tx, context.jobs, upload, series.id);
  const seq = await noteStudyChange(tx, { teamId: series.teamId, studyUuid: series.studyUuid, now: context.now() });
  return { gone: [...new Set(gone)], seq };
}

/** Deletes the preview volume (CALL-062), which was made of the identifiable files. */
async function forgetVolume(tx: Writer, upload: Upload, series: SeriesOfJob): Promise<string[]> {
  const { opened_as: openedAs } = await tx.selectFrom('series').select('opened_as').where('id', '=', series.id).executeTakeFirstOrThrow();
  const volume = tx
    .deleteFrom('batch_volume')
    .where('upload_id', '=', upload.id)
    .where('series_upload_id', '=', openedAs ?? '');
  return (await volume.returning('object_key').execute()).map(keyOf);
}

const keyOf = (row: { object_key: string }): string => row.object_key;

/** By name for the sender; deleted with the batch. */
async function noteLeftBehind(tx: Writer, { refused }: StoredPacks, files: readonly BatchFile[]): Promise<void> {
  const ids = refused.map(({ key }) => files[Number(key)]!.id);
  for (const portion of inPortions(ids)) {
    await tx.updateTable('batch_file').set({ problem: 'not-deidentified' }).where('id', 'in', portion).execute();
  }
}

/** Values of the new headers; what a device has reported about its own files of the study stays. */
async function writeFacts(
  tx: Writer,
  { now }: ServerContext,
  { series, packs, sent }: Pick<Made, 'series' | 'packs' | 'sent'>,
): Promise<void> {
  const bytes = packs.files.reduce((sum, file) => sum + file.size, 0);
  const { study_id: studyId, ...told } = await tx
    .selectFrom('series')
    .select(['study_id', 'series_instance_uid', 'series_description'])
    .where('id', '=', series.id)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('series')
    .set({
      ...{ file_count: packs.files.length, proved_files: packs.files.length, left_behind: packs.refused.length, total_bytes: bytes },
      series_instance_uid: told.series_instance_uid || sent.seriesInstanceUid.slice(0, LONGEST.uid),
      series_description: told.series_description || sent.seriesDescription.slice(0, LONGEST.description),
      updated_at: now(),
    })
    .where('id', '=', series.id)
    .execute();
  const study = await tx
    .selectFrom('study')
    .select(['study_instance_uid', 'patient_sex', 'study_date', 'study_time'])
    .where('id', '=', studyId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('study')
    .set({
      study_instance_uid: study.study_instance_uid || sent.studyInstanceUid.slice(0, LONGEST.uid),
      patient_sex: study.patient_sex || sent.patientSex.slice(0, LONGEST.sex),
      study_date: study.study_date || sent.studyDate.slice(0, LONGEST.moment),
      study_time: study.study_time || sent.studyTime.slice(0, LONGEST.moment),
    })
    .where('id', '=', studyId)
    .execute();
  await writeSearchText(tx, studyId);
}

/** The limits of the announcement (`src/model/uploads/registration.ts`). */
const LONGEST = { uid: 64, description: 1024, sex: 16, moment: 32 } as const;
