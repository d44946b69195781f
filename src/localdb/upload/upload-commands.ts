import { planChunks, UPLOAD_CHUNKS } from '#model/uploads/chunk-plan.ts';
import { deidentifyBlocker, leavesAnonymous, type DeidentifyBlocker, type DeidentifyRules } from '#model/uploads/deidentified.ts';
import { nextPhase } from '#model/uploads/transfer-phase.ts';
import { withConnection } from '#localdb/connection.ts';
import { filesBySeries, settleOutgoing } from './deidentified-series.ts';
import { keepsBytes } from '#localdb/kept-copies/kept-copies.ts';
import { findMissing, withdrawLost } from './lost-files.ts';
import type { ChunkRow, FileRow, LocalDb, SeriesRow, StudyRow } from '#localdb/schema.ts';
import { showNextUpload } from './next-upload.ts';
import { nextChunkIndex } from './server-archives.ts';
import { deleteUploadRows } from './uploads.ts';

/** Actions of the user on the whole upload that the page shows. Each is one transaction, and repeating it changes nothing. */

/** Removes the rows of refused files from the page. */
export async function dismissProblems(db: LocalDb, fileIds: readonly string[]): Promise<void> {
  db.decidedAtMs = performance.now();
  await db.files
    .where('id')
    .anyOf(fileIds)
    .and((row) => row.problem !== null)
    .delete();
}

export type ProcessResult =
  | { ok: true }
  /** given texts: 'Nothing selected', 'Missing bodypart' (CONV-002, 003), 'Serie number is required' (UPL2-022). */
  | { ok: false; why: 'nothing-selected' }
  /** The server is still opening an archive, so its contents could not be chosen yet. */
  | { ok: false; why: 'opening' }
  | { ok: false; why: 'missing-number'; seriesIds: string[] }
  | { ok: false; why: 'missing-bodypart'; studyIds: string[] }
  | ({ ok: false } & DeidentifyBlocker);

/** What the device knows about the team. `rules`: null if they were never loaded here. */
export interface KnownOfTeam {
  bodyParts: ReadonlySet<string>;
  rules: Pick<DeidentifyRules, 'settings' | 'tag'> | null;
}

/**
 * Process: writes the queue (chunks, order of the series, start time) and starts the upload, online or not. A second press finds it queued and
 * changes nothing.
 */
export async function processUpload(db: LocalDb, uploadId: string, known: KnownOfTeam): Promise<ProcessResult> {
  return withConnection(db, () => checkAndQueue(db, uploadId, known));
}

async function checkAndQueue(db: LocalDb, uploadId: string, known: KnownOfTeam): Promise<ProcessResult> {
  return db.transaction('rw', [db.uploads, db.studies, db.series, db.files, db.chunks, db.segments], async () => {
    const upload = await db.uploads.get(uploadId);
    const queued = upload && nextPhase(upload.phase, 'process');
    if (!upload || !queued) return { ok: true };
    if (upload.opening) return { ok: false, why: 'opening' };
    const studies = (await db.studies.where('uploadId').equals(uploadId).toArray()).sort((a, b) => a.position - b.position);
    const series = await db.series.where('uploadId').equals(uploadId).toArray();
    const selected = series.filter((row) => row.upload && row.valid);
    if (selected.length === 0) return { ok: false, why: 'nothing-selected' };
    // In the order of UPL2-045.
    const unnumbered = selected.filter((row) => row.number === '').map((row) => row.id);
    if (unnumbered.length > 0) return { ok: false, why: 'missing-number', seriesIds: unnumbered };
    const going = studies.filter((study) => selected.some((series) => series.studyId === study.id));
    const missing = going.filter((study) => study.bodyPart === null || !known.bodyParts.has(study.bodyPart));
    if (missing.length > 0) return { ok: false, why: 'missing-bodypart', studyIds: missing.map((study) => study.id) };
    const hindered = deidentifyBlocker(going, selected, known.rules);
    if (hindered) return { ok: false, ...hindered };
    const filesOf = await settleStudies(db, studies, series, new Set(selected), known);
    await writeQueue(db, uploadId, going, selected, filesOf);
    await db.uploads.update(uploadId, { phase: queued, state: 'upload', started: Date.now(), halt: null, waiting: null });
    return { ok: true };
  });
}

/** Of the series to be sent, in their order. */
type FilesOfSeries = ReadonlyMap<string, readonly FileRow[]>;

/**
 * Applies [Note: What leaves without names]: de-identified files replace the originals, and the form that is not sent is deleted. Returns the files
 * to be sent.
 */
async function settleStudies(
  db: LocalDb,
  studies: readonly StudyRow[],
  series: readonly SeriesRow[],
  goes: ReadonlySet<SeriesRow>,
  { rules }: KnownOfTeam,
): Promise<FilesOfSeries> {
  const anonymous = new Set(studies.filter(({ anonymize }) => leavesAnonymous(anonymize, rules)).map(({ id }) => id));
  await db.studies.bulkUpdate(studies.map(({ id }) => ({ key: id, changes: { anonymize: anonymous.has(id) } })));
  const made = series.filter((row) => row.deidentified !== null);
  const settled = await settleOutgoing(
    db,
    made.map(({ id }) => id),
    new Set(made.filter((row) => goes.has(row) && anonymous.has(row.studyId)).map(({ id }) => id)),
  );
  await db.series.bulkUpdate(
    [...settled].map(([id, files]) => ({ key: id, changes: { bytes: files.reduce((sum, { size }) => sum + size, 0) } })),
  );
  const asTheyAre = await filesBySeries(
    db,
    [...goes].map(({ id }) => id).filter((id) => !settled.has(id)),
  );
  return new Map([...settled, ...asTheyAre].map(([id, files]) => [id, files.toSorted((a, b) => a.order - b.order)]));
}

async function writeQueue(
  db: LocalDb,
  uploadId: string,
  studies: StudyRow[],
  selected: SeriesRow[],
  filesOf: FilesOfSeries,
): Promise<void> {
  const chunks: ChunkRow[] = [];
  // An index is never used for two contents, and chunks of its archives are on the server.
  const first = await nextChunkIndex(db, uploadId);
  const inOrder = studies.flatMap((study) => selected.filter((row) => row.studyId === study.id));
  await db.series.bulkUpdate(inOrder.map(({ id }, idx) => ({ key: id, changes: { idx } })));
  for (const study of studies) {
    const planned = inOrder
      .filter((row) => row.studyId === study.id)
      .flatMap(({ id }) => (filesOf.get(id) ?? []).map((file) => ({ fileId: file.id, seriesId: id, size: file.size })));
    for (const parts of planChunks(planned, UPLOAD_CHUNKS)) {
      const bytes = parts.reduce((sum, part) => sum + part.length, 0);
      chunks.push({ uploadId, index: first + chunks.length, studyId: study.id, parts, bytes, state: 'waiting' });
    }
  }
  await db.chunks.bulkPut(chunks);
  await findMissing(db, uploadId);
  await withdrawLost(db, uploadId);
}

/** Clearing resets everything to ready (UPL2-046). The server is asked to delete its part as soon as it can be reached. */
export async function clearUpload(db: LocalDb, uploadId: string): Promise<void> {
  db.decidedAtMs = performance.now();
  await withConnection(db, () => clear(db, uploadId));
}

async function clear(db: LocalDb, uploadId: string): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    const upload = await db.uploads.get(uploadId);
    if (!upload) return;
    await deleteUploadRows(db, uploadId);
    // With an archive, the server knows the upload before Process.
    const isKnown = upload.uploadToken !== null || upload.opening;
    if ((upload.phase === 'none' && !isKnown) || upload.phase === 'ended') await db.uploads.delete(uploadId);
    else await db.uploads.update(uploadId, { phase: 'dropping', shown: 0, state: 'ready', halt: null, waiting: null, opening: null });
    await showNextUpload(db);
  });
}

/**
 * Starts a new page. An upload in progress continues unseen. An ended one is kept unseen until its copies are released, and its rows are deleted
 * with them.
 */
export async function newUpload(db: LocalDb): Promise<void> {
  const shown = await db.uploads.where('shown').equals(1).first();
  if (!shown) return;
  const keeps = keepsBytes(await db.series.where('uploadId').equals(shown.id).toArray());
  if (shown.phase === 'none' || (shown.phase === 'ended' && !keeps)) await clearUpload(db, shown.id);
  else await db.uploads.update(shown.id, { shown: 0 });
  await showNextUpload(db);
}

/** 'Try again', and automatically after a sign-in or when a permission is restored: halted uploads continue where they stopped. */
export async function resumeUploads(db: LocalDb, which: 'sign-in' | 'rights' | 'all'): Promise<void> {
  await db.uploads.filter((row) => row.halt !== null && (which === 'all' || row.halt.why === which)).modify({ halt: null, waiting: null });
}
