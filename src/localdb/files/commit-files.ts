import { sliceOrder } from '#model/studies/series.ts';
import type { DescribedSlice } from '#model/grids/grid.ts';
import { packSlices } from '#model/grids/packed-slices.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { FileProblem } from '#model/uploads/upload-view.ts';
import type { TransferPhase } from '#model/uploads/transfer-phase.ts';
import { Arrangement } from '#localdb/upload/arrange-instances.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { contentOf, lostFilesOf, returnLostFiles, segmentsOf, type ReturnedFile } from '#localdb/upload/lost-files.ts';
import { rowsBy } from '#localdb/rows-by.ts';
import type { FileNames, FileRow, LocalDb, SegmentRow, SeriesRow, StagedPiece, StudyRow, Unpacked } from '#localdb/schema.ts';
import { sealJson } from '#localdb/encryption.ts';
import { StagedBytesMissingError } from './staged-file.ts';

/** A file that was read, hashed and encrypted, and is not yet committed. */
export interface StagedFile {
  id: string;
  names: FileNames;
  size: number;
  sha256: string;
  pieces: StagedPiece[];
  reading: { ok: true; description: InstanceDescription; slices: DescribedSlice[] } | { ok: false; problem: FileProblem | Unpacked };
}

export interface CommittedFiles {
  stored: number;
  duplicates: number;
  problems: number;
  /** Files that an upload in progress had lost and has again. */
  returned: number;
  /** Segments of these files that are not needed. The caller that wrote them ahead of the commit removes them. */
  unheldSegmentIds: string[];
}

/**
 * Commits files, the segments with their bytes, and what they change in studies and series, all in one transaction: afterwards they are
 * "on this device", or none of them is. Two workers commit side by side: rows are opened and merged first (nothing but IndexedDB may be
 * awaited in a transaction), and whoever finds that a row moved on meanwhile merges again. Committing the same files twice is harmless: who
 * lost the answer asks again. Segments of which nothing is kept (duplicates, files that stay behind) take no room.
 * A content that an upload has lost on this device is given back to it (see [Note: Lost files]), whatever upload the files come to.
 * Rejects with the database's error when there is no room (see quota.ts); nothing has changed then.
 */
export async function commitFiles(
  db: LocalDb,
  device: DeviceKey,
  uploadId: string,
  files: readonly StagedFile[],
  segments: readonly SegmentRow[],
  inTurn: InTurn = atOnce,
): Promise<CommittedFiles> {
  return withConnection(db, () =>
    inTurn(async () => {
      for (;;) {
        const plan = await planCommit(db, device, uploadId, files);
        if (await carryOut(db, uploadId, plan, segments)) return committedFiles(files, plan);
      }
    }),
  );
}

/**
 * Runs commits to one database in turn. This is only for speed: two simultaneous commits notice each other, and one merges again. While files of
 * one study arrive, that would be nearly every second commit.
 */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

const atOnce: InTurn = (work) => work();

/** False if a row has changed since it was read. */
async function carryOut(db: LocalDb, uploadId: string, plan: CommitPlan, segments: readonly SegmentRow[]): Promise<boolean> {
  return db.transaction('rw', [db.uploads, db.files, db.segments, db.studies, db.series, db.chunks], async () => {
    if (!(await isStillTrue(db, uploadId, plan))) return false;
    const held = heldSegments(plan);
    const brought = segments.filter((segment) => held.has(segment.id));
    await db.segments.bulkPut(brought);
    for (const { id } of brought) held.delete(id);
    await expectSegments(db, held);
    await db.files.bulkPut(plan.files);
    await db.studies.bulkPut(plan.studies);
    await db.series.bulkPut(plan.series);
    await returnLostFiles(db, plan.returned);
    return true;
  });
}

/** Segments that were written ahead may have been swept since. No row may refer to missing bytes. */
async function expectSegments(db: LocalDb, segmentIds: ReadonlySet<string>): Promise<void> {
  if (segmentIds.size === 0) return;
  const here = await db.segments
    .where('id')
    .anyOf([...segmentIds])
    .count();
  if (here < segmentIds.size) throw new StagedBytesMissingError('The staged bytes are gone');
}

function committedFiles(files: readonly StagedFile[], plan: CommitPlan): CommittedFiles {
  const problems = plan.files.filter((file) => file.problem !== null);
  const duplicates = problems.filter((file) => file.problem === 'duplicate').length;
  const unpacked = problems.filter((file) => file.problem === 'unpacked').length;
  const held = heldSegments(plan);
  const given = new Set(files.flatMap((file) => segmentsOf(file.pieces)));
  const returned = new Set(plan.returned.map(({ lost }) => contentOf(lost))).size;
  return {
    stored: plan.already + plan.files.length - problems.length + plan.returnedOnly,
    duplicates: duplicates + plan.knownUnderWay,
    problems: problems.length - duplicates - unpacked,
    returned,
    unheldSegmentIds: [...given].filter((segmentId) => !held.has(segmentId)),
  };
}

function heldSegments({ files, returned }: CommitPlan): Set<string> {
  return new Set([...files.flatMap((row) => row.segmentIds), ...returned.flatMap(({ pieces }) => segmentsOf(pieces))]);
}

interface CommitPlan {
  /** Files that an earlier commit has stored. */
  already: number;
  /** Whether the upload accepts files when the plan is made. */
  isOpen: boolean;
  /** Files that only restore lost bytes of an upload in progress, and files that it already has. */
  returnedOnly: number;
  knownUnderWay: number;
  returned: ReturnedFile[];
  files: FileRow[];
  studies: StudyRow[];
  series: SeriesRow[];
  /** Contents that must still be new when the plan is carried out. */
  newContents: string[];
}

async function planCommit(db: LocalDb, device: DeviceKey, uploadId: string, files: readonly StagedFile[]): Promise<CommitPlan> {
  const { isOpen, stored, fresh, known, returned } = await readBefore(db, uploadId, files);
  const arrangement = new Arrangement(db, device, uploadId);
  await arrangement.read(fresh.flatMap(({ reading }) => (reading.ok ? [reading.description] : [])));
  const filled = new Set(returned.filter(({ lost }) => lost.uploadId === uploadId).map(({ lost }) => contentOf(lost)));
  const counts = { already: stored.size, returnedOnly: 0, knownUnderWay: 0 };
  const rows: FileRow[] = [];
  const newContents: string[] = [];
  for (const file of fresh) {
    if (filled.delete(file.sha256)) {
      counts.returnedOnly += 1;
      continue;
    }
    const duplicate = file.reading.ok && known.has(file.sha256);
    if (!isOpen && duplicate) {
      counts.knownUnderWay += 1;
      continue;
    }
    if (!file.reading.ok || duplicate) {
      rows.push(await problemRow(device, uploadId, file, file.reading.ok ? 'duplicate' : file.reading.problem));
      continue;
    }
    if (!isOpen) throw new UploadClosedError('The upload takes no more files');
    known.add(file.sha256);
    newContents.push(file.sha256);
    const { studyId, seriesId } = await arrangement.add(file, file.reading.description);
    rows.push({
      ...(await problemRow(device, uploadId, named(file, file.reading.description), null)),
      studyId,
      seriesId,
      ...sliceOrder(file.reading.description),
      frames: file.reading.description.numberOfFrames,
      slices: await sealJson(device, packSlices(file.reading.slices)),
      pieces: file.pieces,
      segmentIds: segmentsOf(file.pieces),
    });
  }
  return { ...counts, isOpen, returned, files: rows, newContents, ...(await arrangement.rows()) };
}

/** What is already here, all from one moment in one transaction: separate ones would each cost a round trip to the browser. */
async function readBefore(db: LocalDb, uploadId: string, files: readonly StagedFile[]) {
  return db.transaction('r', db.uploads, db.files, db.series, async () => {
    const isOpen = takesFiles((await db.uploads.get(uploadId))?.phase);
    const stored = await storedFileIds(db, files);
    const fresh = files.filter((file) => !stored.has(file.id));
    const known = await knownContents(db, uploadId, fresh);
    return { isOpen, stored, fresh, known, returned: await returnedFiles(db, fresh) };
  });
}

/** Lost files of any upload that are among these. If a content comes twice, the first one is used. */
async function returnedFiles(db: LocalDb, files: readonly StagedFile[]): Promise<ReturnedFile[]> {
  const withBytes = files.filter((file) => segmentsOf(file.pieces).length > 0 || file.size === 0);
  const lost = await lostFilesOf(db, [...new Set(withBytes.map((file) => file.sha256))]);
  const piecesByContent = new Map(withBytes.toReversed().map((file) => [file.sha256, file.pieces]));
  return lost.map((row) => ({ lost: row, pieces: piecesByContent.get(contentOf(row)) ?? [] }));
}

/** An upload in the preview accepts files; a later one accepts only those that it has lost. */
function takesFiles(phase: TransferPhase | undefined): boolean {
  if (phase === undefined || phase === 'ended' || phase === 'dropping') throw new UploadClosedError('The upload takes no more files');
  return phase === 'none';
}

/** A committed file counts once: its series already has it, and its row says where its bytes are. */
async function storedFileIds(db: LocalDb, files: readonly StagedFile[]): Promise<Set<string>> {
  const rows = await db.files.bulkGet(files.map((file) => file.id));
  return new Set(rows.flatMap((row) => (row && row.problem === null ? [row.id] : [])));
}

/** Files are identified by content, never by name and size: of 1,491 real pairs with equal name and size, 1,489 differ. */
async function knownContents(db: LocalDb, uploadId: string, files: readonly StagedFile[]): Promise<Set<string>> {
  const keys = files.map((file) => [uploadId, file.sha256]);
  const same = await rowsBy(db.files, '[uploadId+sha256]', keys);
  return new Set(same.filter((row) => row.problem === null).map((row) => row.sha256));
}

/** Adds the values that another file of the same image would have too. */
function named(file: StagedFile, { type, sopInstanceUid }: InstanceDescription): StagedFile {
  if (type === 'nii' || sopInstanceUid === '') return file;
  return { ...file, names: { ...file.names, instance: sopInstanceUid } };
}

async function problemRow(device: DeviceKey, uploadId: string, file: StagedFile, problem: FileRow['problem']): Promise<FileRow> {
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

/** Inside the transaction: the upload still exists, no row has changed since it was read, and new contents are still new. */
async function isStillTrue(db: LocalDb, uploadId: string, plan: CommitPlan): Promise<boolean> {
  if (takesFiles((await db.uploads.get(uploadId))?.phase) !== plan.isOpen) return false;
  const lost = await db.files.bulkGet(plan.returned.map(({ lost }) => lost.id));
  if (lost.some((row) => row?.state !== 'lost')) return false;
  for (const study of plan.studies) {
    const now = await db.studies.where('[uploadId+keyHash]').equals([uploadId, study.keyHash]).first();
    if (now ? now.id !== study.id || now.revision !== study.revision - 1 : study.revision !== 1) return false;
    // Choices made by the user while the facts were merged are kept.
    if (now) Object.assign(study, { ...now, sealed: study.sealed, revision: study.revision, ...proposedBodyPart(now, study) });
  }
  const places = plan.series.map(({ homeStudyId, keyHash }) => [homeStudyId, keyHash]);
  const found = await Promise.all(places.map((place) => db.series.where('[homeStudyId+keyHash]').equals(place).first()));
  for (const [n, series] of plan.series.entries()) {
    const now = found[n];
    if (now ? now.id !== series.id || now.revision !== series.revision - 1 : series.revision !== 1) return false;
    if (now) {
      const { window, studyId, number, isReference, acquisition, recognised, project } = now;
      Object.assign(series, { window, studyId, number, isReference, acquisition, recognised, project });
    }
    if (now?.uploadDecided) Object.assign(series, { upload: now.upload, uploadDecided: true });
  }
  const keys = plan.newContents.map((sha256) => [uploadId, sha256]);
  const arrived = await rowsBy(db.files, '[uploadId+sha256]', keys);
  return arrived.every((row) => row.problem !== null);
}

function proposedBodyPart(now: StudyRow, merged: StudyRow): Pick<StudyRow, 'bodyPart' | 'bodyPartBy'> {
  const { bodyPart, bodyPartBy } = now.bodyPart === null && now.bodyPartBy !== 'person' ? merged : now;
  return { bodyPart, bodyPartBy };
}

/** Thrown when files arrive for an upload that was cleared or has already been started. */
export class UploadClosedError extends Error {
  override readonly name = 'UploadClosedError';
}
