import { planChunks, UPLOAD_CHUNKS } from '#model/chunk-plan.ts';
import { deidentifyHindrance, leavesAnonymous, type DeidentifyHindrance, type DeidentifyRules } from '#model/deidentified.ts';
import { nextPhase } from '#model/transfer-phase.ts';
import { withConnection } from './connection.ts';
import { settleOutgoing } from './deidentified-series.ts';
import { keepsBytes } from './kept-copies.ts';
import { findMissing, withdrawLost } from './lost-files.ts';
import type { ChunkRow, LocalDb, SeriesRow, StudyRow } from './schema.ts';
import { showNextUpload } from './next-upload.ts';
import { nextChunkIndex } from './server-archives.ts';
import { deleteUploadRows } from './uploads.ts';

/** What a person does with the upload that the page shows as a whole: each is one transaction, and repeating it changes nothing. */

/** Takes the rows of files that stay behind off the page. */
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
  /** The server still opens an archive of it: what is in it could not be chosen yet. */
  | { ok: false; why: 'opening' }
  | { ok: false; why: 'missing-number'; seriesIds: string[] }
  | { ok: false; why: 'missing-bodypart'; studyIds: string[] }
  | ({ ok: false } & DeidentifyHindrance);

/** What the device knows of the team. `rules`: null while they were never read here. */
export interface KnownOfTeam {
  bodyParts: ReadonlySet<string>;
  rules: Pick<DeidentifyRules, 'settings' | 'tag'> | null;
}

/**
 * Process: writes the queue (chunks, order of the series, start time) and lets the upload go, online or not. Pressed twice, the second
 * press finds it queued and changes nothing.
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
    const selected = (await db.series.where('uploadId').equals(uploadId).toArray()).filter((row) => row.upload && row.valid);
    if (selected.length === 0) return { ok: false, why: 'nothing-selected' };
    // In the order of UPL2-045.
    const unnumbered = selected.filter((row) => row.number === '').map((row) => row.id);
    if (unnumbered.length > 0) return { ok: false, why: 'missing-number', seriesIds: unnumbered };
    const going = studies.filter((study) => selected.some((series) => series.studyId === study.id));
    const missing = going.filter((study) => study.bodyPart === null || !known.bodyParts.has(study.bodyPart));
    if (missing.length > 0) return { ok: false, why: 'missing-bodypart', studyIds: missing.map((study) => study.id) };
    const hindered = deidentifyHindrance(going, selected, known.rules);
    if (hindered) return { ok: false, ...hindered };
    const settled = await settleStudies(db, uploadId, studies, selected, known);
    await writeQueue(db, uploadId, going, settled);
    await db.uploads.update(uploadId, { phase: queued, state: 'upload', started: Date.now(), halt: null, waiting: null });
    return { ok: true };
  });
}

/** What leaves is what [Note: What leaves without names] has made, and what does not leave so is let go of. Gives the selected series as they are now. */
async function settleStudies(
  db: LocalDb,
  uploadId: string,
  studies: readonly StudyRow[],
  selected: readonly SeriesRow[],
  { rules }: KnownOfTeam,
): Promise<SeriesRow[]> {
  const anonymous = new Set(studies.filter(({ anonymize }) => leavesAnonymous(anonymize, rules)).map(({ id }) => id));
  for (const { id } of studies) await db.studies.update(id, { anonymize: anonymous.has(id) });
  const goes = new Set(selected.map(({ id }) => id));
  const settled: SeriesRow[] = [];
  for (const row of await db.series.where('uploadId').equals(uploadId).toArray()) {
    const bytes = row.deidentified === null ? row.bytes : await settleOutgoing(db, row, goes.has(row.id) && anonymous.has(row.studyId));
    if (bytes !== row.bytes) await db.series.update(row.id, { bytes });
    if (goes.has(row.id)) settled.push({ ...row, bytes });
  }
  return settled;
}

async function writeQueue(db: LocalDb, uploadId: string, studies: StudyRow[], selected: SeriesRow[]): Promise<void> {
  const chunks: ChunkRow[] = [];
  // An index never means two contents: those of its archives are on the server.
  const first = await nextChunkIndex(db, uploadId);
  let idx = 0;
  for (const study of studies) {
    const planned = [];
    for (const series of selected.filter((row) => row.studyId === study.id)) {
      await db.series.update(series.id, { idx });
      idx += 1;
      const files = await db.files.where('seriesId').equals(series.id).sortBy('order');
      planned.push(...files.map((file) => ({ fileId: file.id, seriesId: series.id, size: file.size })));
    }
    for (const parts of planChunks(planned, UPLOAD_CHUNKS)) {
      const bytes = parts.reduce((sum, part) => sum + part.length, 0);
      chunks.push({ uploadId, index: first + chunks.length, studyId: study.id, parts, bytes, state: 'waiting' });
    }
  }
  await db.chunks.bulkPut(chunks);
  await findMissing(db, uploadId);
  await withdrawLost(db, uploadId);
}

/** Clearing resets everything to ready (UPL2-046). What the server already has of it is dropped there as soon as it can be told. */
export async function clearUpload(db: LocalDb, uploadId: string): Promise<void> {
  db.decidedAtMs = performance.now();
  await withConnection(db, () => clear(db, uploadId));
}

async function clear(db: LocalDb, uploadId: string): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    const upload = await db.uploads.get(uploadId);
    if (!upload) return;
    await deleteUploadRows(db, uploadId);
    // With an archive the server knows it while it is still arranged.
    const isKnown = upload.uploadToken !== null || upload.opening;
    if ((upload.phase === 'none' && !isKnown) || upload.phase === 'ended') await db.uploads.delete(uploadId);
    else await db.uploads.update(uploadId, { phase: 'dropping', shown: 0, state: 'ready', halt: null, waiting: null, opening: null });
    await showNextUpload(db);
  });
}

/**
 * The page starts anew. An upload that is on its way goes on unseen; one that has ended is kept unseen until its copies are released, and its
 * rows go with them.
 */
export async function newUpload(db: LocalDb): Promise<void> {
  const shown = await db.uploads.where('shown').equals(1).first();
  if (!shown) return;
  const keeps = keepsBytes(await db.series.where('uploadId').equals(shown.id).toArray());
  if (shown.phase === 'none' || (shown.phase === 'ended' && !keeps)) await clearUpload(db, shown.id);
  else await db.uploads.update(shown.id, { shown: 0 });
  await showNextUpload(db);
}

/** 'Try again', and what happens by itself after a sign-in or when a right came back: halted uploads go on where they stood. */
export async function resumeUploads(db: LocalDb, which: 'sign-in' | 'rights' | 'all'): Promise<void> {
  await db.uploads.filter((row) => row.halt !== null && (which === 'all' || row.halt.why === which)).modify({ halt: null, waiting: null });
}
