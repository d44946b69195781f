import type { BatchResult, ConvertedCase } from '#contract/batch.ts';
import { planChunks, UPLOAD_CHUNKS } from '#model/uploads/chunk-plan.ts';
import { endedSeries, firstChoice, nextLegacyStep, type LegacyChoice, type LegacyEvent } from '#model/uploads/legacy-upload.ts';
import { nextPhase } from '#model/uploads/transfer-phase.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { freeKeptCopies } from '#localdb/kept-copies/kept-copies.ts';
import { contentOf, lostFilesOf, returnLostFiles, segmentsOf } from '#localdb/upload/lost-files.ts';
import type { ChunkRow, FileRow, LegacyRow, LocalDb, SegmentRow, SeriesRow, StagedPiece, UploadRow } from '#localdb/schema.ts';
import { openJson, sealJson } from '#localdb/encryption.ts';
import { createUploadRow } from '#localdb/upload/uploads.ts';

/**
 * [Note: Legacy uploads on this device]
 *
 * They use the same tables as other uploads, so that staging, sending, resuming and clearing are the same (LEG-037). The difference: their
 * studies and series are unknown until the server has sorted the files. All files of one upload belong to one row of `series` with the ID of the
 * upload, and the chunks are marked as unsorted (`placeOfChunk`). Its row in `uploads` has the step, the result of reading and the user's
 * choices. The upload page never shows it. There is one at a time (OQ-06).
 */

type WithLegacy = UploadRow & { legacy: LegacyRow };

export async function findLegacy(db: LocalDb): Promise<WithLegacy | undefined> {
  const found = await db.uploads.filter((row) => row.legacy !== undefined && row.phase !== 'dropping').first();
  return found as WithLegacy | undefined;
}

/** The legacy upload of this device, created if there is none. Two simultaneous tabs get the same one. */
export async function openLegacyUpload(db: LocalDb): Promise<string> {
  return withConnection(db, () =>
    db.transaction('rw', db.uploads, async () => {
      const saved = await findLegacy(db);
      if (saved) return saved.id;
      const legacy: LegacyRow = { step: 'ready', result: null, checked: [], bodyParts: {}, cases: null };
      const made: UploadRow = { ...createUploadRow(), shown: 0, legacy };
      await db.uploads.add(made);
      return made.id;
    }),
  );
}

/** A file that is copied and hashed, but not committed. */
export interface GivenFile {
  id: string;
  name: string;
  path: string;
  size: number;
  sha256: string;
  pieces: StagedPiece[];
}

export interface KeptFiles {
  kept: number;
  duplicates: number;
  /** The upload accepts no more files, and none of these was lost from it. */
  isClosed: boolean;
  /** Segments of these files that are not needed. The caller that wrote them ahead of the commit removes them. */
  unheldSegmentIds: string[];
}

/**
 * Commits files with their segments in one transaction: afterwards all of them are on this device, or none. The same content is stored once.
 * Content that an upload has lost on this device is restored: [Note: Lost files].
 */
export async function keepGivenFiles(
  db: LocalDb,
  device: DeviceKey,
  uploadId: string,
  files: readonly GivenFile[],
  segments: readonly SegmentRow[],
): Promise<KeptFiles> {
  const sealed = await Promise.all(files.map(({ name, path }) => sealJson(device, { name, path })));
  const seriesSealed = await sealJson(device, {});
  return withConnection(db, () =>
    db.transaction('rw', [db.uploads, db.files, db.segments, db.series, db.chunks], async () => {
      const upload = await db.uploads.get(uploadId);
      const lost = await lostFilesOf(
        db,
        files.map(({ sha256 }) => sha256),
      );
      const returned = lost.map((row) => ({ lost: row, pieces: files.find(({ sha256 }) => sha256 === contentOf(row))?.pieces ?? [] }));
      const fresh = upload?.area === undefined ? await freshContents(db, uploadId, files) : await freshFiles(db, files);
      const isClosed = upload?.area === undefined ? upload?.legacy?.step !== 'ready' : upload.phase !== 'none';
      const rows = isClosed ? [] : fresh.map((file) => fileRow(uploadId, file, sealed[files.indexOf(file)]!));
      const held = new Set([...rows.flatMap((row) => row.segmentIds), ...returned.flatMap(({ pieces }) => segmentsOf(pieces))]);
      await db.segments.bulkPut(segments.filter(({ id }) => held.has(id)));
      await returnLostFiles(db, returned);
      if (rows.length > 0) {
        await db.files.bulkPut(rows);
        await countFiles(db, uploadId, rows, seriesSealed);
        await db.uploads.update(uploadId, { state: 'preview' });
      }
      const given = new Set(files.flatMap(({ pieces }) => segmentsOf(pieces)));
      return {
        kept: rows.length + new Set(returned.map((each) => contentOf(each.lost))).size,
        duplicates: isClosed ? 0 : files.length - fresh.length,
        isClosed: isClosed && returned.length === 0,
        unheldSegmentIds: [...given].filter((id) => !held.has(id)),
      };
    }),
  );
}

async function freshContents(db: LocalDb, uploadId: string, files: readonly GivenFile[]): Promise<GivenFile[]> {
  const known = await knownContents(db, uploadId, files);
  return files.filter(({ sha256 }, n) => !known.has(sha256) && files.findIndex((other) => other.sha256 === sha256) === n);
}

/** Of an upload into a file area nothing is left out: two files may have the same content. A batch that comes again has the same IDs. */
async function freshFiles(db: LocalDb, files: readonly GivenFile[]): Promise<GivenFile[]> {
  const known = await db.files.bulkGet(files.map(({ id }) => id));
  return files.filter((_, n) => known[n] === undefined);
}

async function knownContents(db: LocalDb, uploadId: string, files: readonly GivenFile[]): Promise<Set<string>> {
  const keys = files.map(({ sha256 }) => [uploadId, sha256]);
  const same = await db.files.where('[uploadId+sha256]').anyOf(keys).toArray();
  return new Set(same.map((row) => row.sha256));
}

function fileRow(uploadId: string, { id, size, sha256, pieces }: GivenFile, sealed: FileRow['sealed']): FileRow {
  return {
    ...{ id, uploadId, studyId: uploadId, seriesId: uploadId, order: 0, order2: 0, size, sha256, pieces, sealed },
    ...{ segmentIds: segmentsOf(pieces), state: 'stored' as const, problem: null },
  };
}

async function countFiles(db: LocalDb, uploadId: string, rows: readonly FileRow[], sealed: SeriesRow['sealed']): Promise<void> {
  const before = await db.series.get(uploadId);
  const files = (before?.files ?? 0) + rows.length;
  const bytes = (before?.bytes ?? 0) + rows.reduce((sum, { size }) => sum + size, 0);
  await db.series.put({ ...(before ?? seriesRow(uploadId, sealed)), files, bytes });
}

function seriesRow(uploadId: string, sealed: SeriesRow['sealed']): SeriesRow {
  return {
    ...{ id: uploadId, uploadId, studyId: uploadId, homeStudyId: uploadId, keyHash: '', sealed },
    ...{ upload: true, uploadDecided: true, isReference: false, arrival: 1, number: null, valid: true, idx: null, remote: null },
    ...{ deidentified: null, deidentifiedBy: null, refusal: null },
    ...{ acquisition: null, recognised: null, project: null, conversion: 'none' as const, message: null, window: null, revision: 1 },
    ...{ files: 0, bytes: 0, confirmedBytes: 0, provedBytes: 0, provedFiles: 0, keptBytes: 0, goneBytes: 0, lostFiles: 0 },
  };
}

/** 'Upload': writes the queue and starts the upload, online or not. A second press changes nothing. */
export async function sendLegacyUpload(db: LocalDb, uploadId: string): Promise<void> {
  await withConnection(db, () =>
    db.transaction('rw', [db.uploads, db.series, db.files, db.chunks], async () => {
      const upload = await db.uploads.get(uploadId);
      const step = upload?.legacy && nextLegacyStep(upload.legacy.step, 'upload');
      const phase = upload && nextPhase(upload.phase, 'process');
      const files = await db.files.where('uploadId').equals(uploadId).toArray();
      if (!upload?.legacy || !step || !phase || files.length === 0) return;
      await db.series.update(uploadId, { idx: 0 });
      await db.chunks.bulkPut(chunksOf(uploadId, files));
      const legacy = { ...upload.legacy, step };
      await db.uploads.update(uploadId, { phase, legacy, state: 'upload', started: Date.now(), halt: null, waiting: null });
    }),
  );
}

export function chunksOf(uploadId: string, files: readonly FileRow[]): ChunkRow[] {
  const planned = planChunks(
    files.map(({ id, size }) => ({ fileId: id, seriesId: uploadId, size })),
    UPLOAD_CHUNKS,
  );
  return planned.map((parts, index) => {
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    return { uploadId, index, studyId: uploadId, parts, bytes, state: 'waiting' as const };
  });
}

/**
 * The server has read the files. If it reads again with a password, the user's decisions on series are kept, and new series start with the
 * defaults.
 */
export async function saveRead(db: LocalDb, device: DeviceKey, uploadId: string, result: BatchResult): Promise<void> {
  const [sealed, known] = await Promise.all([sealJson(device, result), readBefore(db, device, uploadId)]);
  const fresh = firstChoice(result.studies).checked.filter((id) => !known.has(id));
  await move(db, uploadId, 'read', ({ checked }) => ({ checked: [...checked, ...fresh], result: sealed }));
}

/** `upload_id` of the series in an earlier result. */
async function readBefore(db: LocalDb, device: DeviceKey, uploadId: string): Promise<ReadonlySet<string>> {
  const before = (await withConnection(db, () => db.uploads.get(uploadId)))?.legacy?.result ?? null;
  const { studies } = before === null ? { studies: [] } : await openJson<BatchResult>(device, before);
  return new Set(studies.flatMap(({ series }) => series.map((each) => each.upload_id)));
}

/** Stores the user's choices for the sorted series. */
export async function saveLegacyChoice(db: LocalDb, uploadId: string, change: (choice: LegacyChoice) => LegacyChoice): Promise<void> {
  await withConnection(db, () =>
    db.transaction('rw', db.uploads, async () => {
      const upload = await db.uploads.get(uploadId);
      if (upload?.legacy?.step !== 'sorted') return;
      await db.uploads.update(uploadId, { legacy: { ...upload.legacy, ...change(upload.legacy) } });
    }),
  );
}

/** The current choice: queued after all earlier changes, which a page may not show yet. */
export async function savedLegacyChoice(db: LocalDb, uploadId: string): Promise<LegacyChoice> {
  const upload = await withConnection(db, () => db.transaction('r', db.uploads, () => db.uploads.get(uploadId)));
  return upload?.legacy ?? { checked: [], bodyParts: {} };
}

/** A password was entered: the server reads the archives again. */
export async function saveUnlocked(db: LocalDb, uploadId: string): Promise<void> {
  await move(db, uploadId, 'unlock', () => ({}));
}

/** The server has acknowledged CALL-047. Only the series that were sent stay checked. */
export async function saveProcessed(db: LocalDb, uploadId: string, checked: readonly string[]): Promise<void> {
  await move(db, uploadId, 'process', () => ({ checked: [...checked] }));
}

/** The answer of CALL-048. Once all checked series have ended, nothing of the upload is needed here. */
export async function saveCases(db: LocalDb, device: DeviceKey, uploadId: string, cases: readonly ConvertedCase[]): Promise<void> {
  const sealed = await sealJson(device, cases);
  const hasEnded = await withConnection(db, () =>
    db.transaction('rw', db.uploads, async () => {
      const upload = await db.uploads.get(uploadId);
      if (upload?.legacy?.step !== 'converting') return false;
      // given (LEG-015).
      const isOver = endedSeries(cases) >= upload.legacy.checked.length;
      const step = isOver ? nextLegacyStep(upload.legacy.step, 'ended') : null;
      const phase = isOver ? nextPhase(upload.phase, 'ended') : null;
      await db.uploads.update(uploadId, {
        legacy: { ...upload.legacy, cases: sealed, ...(step && { step }) },
        ...(phase && { phase, state: 'finished', endedAt: Date.now() }),
      });
      return phase !== null;
    }),
  );
  if (hasEnded) await freeKeptCopies(db, uploadId);
}

export async function finishLegacyUpload(db: LocalDb, uploadId: string): Promise<void> {
  await move(db, uploadId, 'finish', () => ({}));
}

async function move(db: LocalDb, uploadId: string, event: LegacyEvent, changes: (legacy: LegacyRow) => Partial<LegacyRow>): Promise<void> {
  await withConnection(db, () =>
    db.transaction('rw', db.uploads, async () => {
      const upload = await db.uploads.get(uploadId);
      const step = upload?.legacy && nextLegacyStep(upload.legacy.step, event);
      if (!upload?.legacy || !step) return;
      await db.uploads.update(uploadId, { legacy: { ...upload.legacy, ...changes(upload.legacy), step } });
    }),
  );
}
