import { sliceOrder } from '#model/series.ts';
import type { InstanceDescription } from '#model/instance.ts';
import type { FileProblem } from '#model/upload-view.ts';
import { Arrangement } from './arrangement.ts';
import type { DeviceKey } from './device-key.ts';
import type { FileNames, FileRow, LocalDb, SegmentRow, SeriesRow, StagedPiece, StudyRow } from './schema.ts';
import { sealJson } from './sealed.ts';

/** A file that was read, hashed and encrypted, and is not yet committed. */
export interface StagedFile {
  id: string;
  names: FileNames;
  size: number;
  sha256: string;
  pieces: StagedPiece[];
  reading: { ok: true; description: InstanceDescription } | { ok: false; problem: FileProblem };
}

export interface CommittedFiles {
  stored: number;
  duplicates: number;
  problems: number;
  /** Segments of these files in which nothing is kept: whoever wrote them ahead of the commit removes them. */
  unheldSegmentIds: string[];
}

/**
 * Commits files, the segments with their bytes, and what they change in studies and series, all in one transaction: afterwards they are
 * "on this device", or none of them is. Two workers commit side by side: rows are opened and merged first (nothing but IndexedDB may be
 * awaited in a transaction), and whoever finds that a row moved on meanwhile merges again. Committing the same files twice is harmless: who
 * lost the answer asks again. Segments of which nothing is kept (duplicates, files that stay behind) take no room.
 * Rejects with the database's error when there is no room (see quota.ts); nothing has changed then.
 */
export async function commitFiles(
  db: LocalDb,
  device: DeviceKey,
  uploadId: string,
  files: readonly StagedFile[],
  segments: readonly SegmentRow[],
): Promise<CommittedFiles> {
  for (;;) {
    const plan = await planCommit(db, device, uploadId, files);
    const committed = await db.transaction('rw', [db.uploads, db.files, db.segments, db.studies, db.series], async () => {
      if (!(await isStillTrue(db, uploadId, plan))) return false;
      const held = new Set(plan.files.flatMap((file) => file.segmentIds));
      await db.segments.bulkPut(segments.filter((segment) => held.has(segment.id)));
      await db.files.bulkPut(plan.files);
      await db.studies.bulkPut(plan.studies);
      await db.series.bulkPut(plan.series);
      return true;
    });
    if (committed) {
      const problems = plan.files.filter((file) => file.problem !== null);
      const duplicates = problems.filter((file) => file.problem === 'duplicate').length;
      return {
        stored: plan.already + plan.files.length - problems.length,
        duplicates,
        problems: problems.length - duplicates,
        unheldSegmentIds: unheldSegments(files, plan),
      };
    }
  }
}

function unheldSegments(files: readonly StagedFile[], { files: rows }: CommitPlan): string[] {
  const held = new Set(rows.flatMap((row) => row.segmentIds));
  return [...new Set(files.flatMap((file) => file.pieces.map((piece) => piece.segmentId)))].filter((segmentId) => !held.has(segmentId));
}

interface CommitPlan {
  /** Files that an earlier commit has stored. */
  already: number;
  files: FileRow[];
  studies: StudyRow[];
  series: SeriesRow[];
  /** Contents that must still be new when the plan is carried out. */
  newContents: string[];
}

async function planCommit(db: LocalDb, device: DeviceKey, uploadId: string, files: readonly StagedFile[]): Promise<CommitPlan> {
  const stored = await storedFileIds(db, files);
  const fresh = files.filter((file) => !stored.has(file.id));
  const known = await knownContents(db, uploadId, fresh);
  const arrangement = new Arrangement(db, device, uploadId);
  const rows: FileRow[] = [];
  const newContents: string[] = [];
  for (const file of fresh) {
    const duplicate = file.reading.ok && known.has(file.sha256);
    if (!file.reading.ok || duplicate) {
      rows.push(await problemRow(device, uploadId, file, file.reading.ok ? 'duplicate' : file.reading.problem));
      continue;
    }
    known.add(file.sha256);
    newContents.push(file.sha256);
    const { studyId, seriesId } = await arrangement.add(file, file.reading.description);
    rows.push({
      ...(await problemRow(device, uploadId, file, null)),
      studyId,
      seriesId,
      ...sliceOrder(file.reading.description),
      pieces: file.pieces,
      segmentIds: [...new Set(file.pieces.map((piece) => piece.segmentId))],
    });
  }
  return { already: stored.size, files: rows, newContents, ...(await arrangement.rows()) };
}

/** A file that was committed counts once: its series has it already, and its bytes lie where its row says. */
async function storedFileIds(db: LocalDb, files: readonly StagedFile[]): Promise<Set<string>> {
  const rows = await db.files.bulkGet(files.map((file) => file.id));
  return new Set(rows.flatMap((row) => (row && row.problem === null ? [row.id] : [])));
}

/** Identity is content, never name and size: 1,489 of 1,491 real pairs of equal name and size differ. */
async function knownContents(db: LocalDb, uploadId: string, files: readonly StagedFile[]): Promise<Set<string>> {
  const keys = files.map((file) => [uploadId, file.sha256]);
  const same = await db.files.where('[uploadId+sha256]').anyOf(keys).toArray();
  const others = new Set(files.map((file) => file.id));
  return new Set(same.filter((row) => row.problem === null && !others.has(row.id)).map((row) => row.sha256));
}

async function problemRow(device: DeviceKey, uploadId: string, file: StagedFile, problem: FileProblem | null): Promise<FileRow> {
  return {
    id: file.id,
    uploadId,
    studyId: null,
    seriesId: null,
    order: 0,
    order2: 0,
    size: file.size,
    sha256: file.sha256,
    pieces: [],
    segmentIds: [],
    sealed: await sealJson(device, file.names),
    state: 'stored',
    problem,
  };
}

/** Inside the transaction: the upload is still there, no row moved on since it was opened, and new contents are still new. */
async function isStillTrue(db: LocalDb, uploadId: string, plan: CommitPlan): Promise<boolean> {
  const upload = await db.uploads.get(uploadId);
  if (!upload || upload.phase !== 'none') throw new UploadClosedError('The upload takes no more files');
  for (const study of plan.studies) {
    const now = await db.studies.where('[uploadId+keyHash]').equals([uploadId, study.keyHash]).first();
    if (now ? now.id !== study.id || now.revision !== study.revision - 1 : study.revision !== 1) return false;
    // Choices that a person made while the facts were merged stay as they are.
    if (now) Object.assign(study, { ...now, sealed: study.sealed, revision: study.revision, ...proposedBodyPart(now, study) });
  }
  for (const series of plan.series) {
    const now = await db.series.where('[studyId+keyHash]').equals([series.studyId, series.keyHash]).first();
    if (now ? now.id !== series.id || now.revision !== series.revision - 1 : series.revision !== 1) return false;
    if (now) series.window = now.window;
    if (now?.uploadDecided) Object.assign(series, { upload: now.upload, uploadDecided: true });
  }
  const keys = plan.newContents.map((sha256) => [uploadId, sha256]);
  const arrived = await db.files.where('[uploadId+sha256]').anyOf(keys).toArray();
  return arrived.every((row) => row.problem !== null);
}

function proposedBodyPart(now: StudyRow, merged: StudyRow): Pick<StudyRow, 'bodyPart' | 'bodyPartBy'> {
  return now.bodyPart === null && now.bodyPartBy !== 'person' ? merged : now;
}

/** Thrown when files arrive for an upload that was cleared or is already on its way. */
export class UploadClosedError extends Error {
  override readonly name = 'UploadClosedError';
}
