import type { BatchProblem, BatchResult, BatchSeries } from '#contract/batch.ts';
import { studyModality } from '#model/studies/modality.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import { lockBatch, requireBatch, sortedOf, type Batch, type SortedStudies } from './batch.ts';
import { proveWholeFiles } from './receive.ts';
import { forgetTriedPasswords, isOf, keepPasswords } from './passwords.ts';
import { factsToWire } from './facts.ts';
import { nextBatchState } from './states.ts';
import { BATCH_WORDS } from '#contract/batch-words.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { leavingUids } from '#server/rules/deidentification/deidentification.ts';
import { receivingOf } from '#server/rules/receive/receiving.ts';
import { jobGroupOf, lockOpenUpload, type Upload, type UploadCaller } from '#server/rules/uploads/uploads.ts';

/**
 * CALL-044: everything was sent, and the reading begins; a repeated call starts nothing. With a password it starts again for locked
 * archives. With `isAsking` (CALL-045) it never starts anything. `false` until there is a result.
 */
export async function readBatch(
  context: ServerContext,
  caller: Member | UploadCaller,
  session: string,
  { isAsking, passwords }: { isAsking: boolean; passwords: Readonly<Record<string, string>> },
): Promise<{ result: false | BatchResult }> {
  const { upload, batch } = await requireBatch(context, caller, session);
  if (!isAsking && batch.state === 'receiving') {
    await receivingOf(context.db).turns.take(`batch-${upload.id}`, () => proveWholeFiles(context, upload));
  }
  const begun = isAsking ? batch : await beginReading(context, upload, passwords);
  if (begun.state !== 'read') return { result: false };
  const result = await resultOf(context, upload, sortedOf(begun));
  const asking = result.refused.filter(({ code }) => code === 'archive-encrypted').map(({ path }) => path);
  await forgetTriedPasswords(context, upload.id, asking);
  return { result };
}

/** CALL-058: the same for clients that learn of the end from an event; 409 before that. */
export async function sortedBatch(context: ServerContext, caller: UploadCaller, session: string): Promise<BatchResult> {
  const { result } = await readBatch(context, caller, session, { isAsking: true, passwords: {} });
  if (result === false) throw new Refusal('series_incomplete');
  return result;
}

async function beginReading(context: ServerContext, upload: Upload, passwords: Readonly<Record<string, string>>): Promise<Batch> {
  const names = Object.keys(passwords);
  const batch = await context.db.write(async (tx) => {
    await lockOpenUpload(tx, upload.id);
    const before = await lockBatch(tx, upload.id);
    const state = nextBatchState(before.state, names.length > 0 ? 'unlock' : 'read');
    if (state === null) return before;
    const sent = await tx
      .selectFrom('batch_file')
      .select(['id', 'name', 'proved'])
      .where('upload_id', '=', upload.id)
      .where('parent_id', 'is', null)
      .execute();
    if (sent.length === 0 || sent.some((file) => file.proved === 0)) throw new Refusal('series_incomplete');
    const named = sent.filter((file) => names.some((path) => isOf(path, file.name))).map((file) => file.id);
    const locked = tx.updateTable('batch_file').set({ is_unpacked: 0 }).where('id', 'in', named);
    // Only an archive that still has its bytes can be opened again.
    if (named.length > 0) {
      await locked
        .where((eb) => eb.exists(eb.selectFrom('batch_piece').select('file_id').whereRef('file_id', '=', 'batch_file.id')))
        .execute();
    }
    if (named.length > 0) await keepPasswords(tx, context, upload.id, passwords);
    await tx.updateTable('batch').set({ state }).where('upload_id', '=', upload.id).execute();
    const uniqueKey = `read-batch-${upload.id}`;
    await context.jobs.add(tx, {
      name: 'read-batch',
      payload: { uploadId: upload.id },
      teamId: upload.team_id,
      groupKey: jobGroupOf(upload.id),
      uniqueKey,
    });
    return { ...before, state };
  });
  context.jobs.wake();
  return batch;
}

async function resultOf(context: ServerContext, upload: Upload, { studies }: SortedStudies): Promise<BatchResult> {
  const rows = await context.db.read
    .selectFrom('batch_file')
    .select(['name', 'problem', 'unsupported'])
    .where('upload_id', '=', upload.id)
    .where((eb) => eb.or([eb('problem', 'is not', null), eb('unsupported', '>', 0)]))
    .orderBy('id')
    .execute();
  const uids = studies.map(({ facts }) => facts.studyInstanceUid).filter((uid) => uid !== '');
  const known = await studiesOfTeam(context, upload, uids);
  return {
    session: upload.session,
    studies: studies.map(({ uuid, facts, series }) => ({
      uuid,
      studyInstanceUid: facts.studyInstanceUid,
      patientName: facts.patientName,
      patientSex: facts.patientSex,
      studyDate: facts.studyDate,
      studyTime: facts.studyTime,
      studyDescription: facts.studyDescription,
      modality: studyModality(series.map((each) => each.facts)),
      exists: known.has(facts.studyInstanceUid),
      series: series.map((each) => toSeries(each.uploadId, each.facts, each.fileIds)),
    })),
    nifties: studies.flatMap(({ series }) =>
      series.filter(({ facts }) => facts.type === 'nii').map((each) => toNifti(each.uploadId, each.facts)),
    ),
    refused: rows.flatMap(({ name, problem }) =>
      problem === null ? [] : [{ path: name, code: problem as BatchProblem, message: BATCH_WORDS[problem as BatchProblem] }],
    ),
    unsupported: rows.reduce((sum, row) => sum + row.unsupported, 0),
  };
}

/** Those of `uids` that the team has from another upload, under the same UID or its de-identified one. */
async function studiesOfTeam({ db }: ServerContext, upload: Upload, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set();
  const leavingUid = await leavingUids({ db }, { teamId: upload.team_id });
  const ownByStored = new Map(uids.flatMap((uid) => [uid, leavingUid(uid)].map((stored) => [stored, uid])));
  const rows = await db.read
    .selectFrom('study')
    .select('study_instance_uid')
    .where('team_id', '=', upload.team_id)
    .where('upload_id', '<>', upload.id)
    .where('study_instance_uid', 'in', [...ownByStored.keys()])
    .execute();
  return new Set(rows.flatMap((row) => ownByStored.get(row.study_instance_uid) ?? []));
}

function toSeries(uploadId: string, facts: SeriesFacts, fileIds: readonly number[]): BatchSeries {
  return {
    upload_id: uploadId,
    seriesInstanceUid: facts.seriesInstanceUid,
    seriesNumber: facts.seriesNumber ?? '',
    seriesDescription: facts.seriesDescription,
    modalityCode: facts.modalityCode,
    imageComments: facts.imageComments,
    type: facts.type ?? 'dcm',
    cnt: facts.cnt,
    numberOfFrames: facts.numberOfFrames,
    rows: facts.rows,
    columns: facts.columns,
    sliceThickness: facts.sliceThickness,
    imageOrientationPatientEquals: facts.imageOrientationPatientEquals,
    files: fileIds.length,
    totalFileSize: facts.totalFileSize,
    file: String(fileIds[Math.floor(fileIds.length / 2)]),
    facts: factsToWire(facts),
  };
}

function toNifti(uploadId: string, facts: SeriesFacts): BatchResult['nifties'][number] {
  const [down, across] = facts.pixelSpacing ?? [null, null];
  return {
    upload_id: uploadId,
    filesize: facts.totalFileSize,
    sizes: [facts.columns, facts.rows, facts.numberOfFrames],
    thicknesses: [across, down, facts.sliceThickness],
    windowCenter: facts.windowCenter[0] ?? null,
    windowWidth: facts.windowWidth[0] ?? null,
    intercept: facts.rescaleIntercept,
    slope: facts.rescaleSlope,
  };
}
