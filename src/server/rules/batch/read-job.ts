import { randomUUID } from 'node:crypto';
import type { BatchProblem } from '#contract/batch.ts';
import { classifyFile } from '#model/file-rules.ts';
import type { ArchiveUnpacker, UnpackedPart } from '#server/archives/archive-unpacker.ts';
import type { Writer } from '#server/db/database.ts';
import type { JobEffect, JobHandler, RunningJob } from '#server/jobs/job-handler.ts';
import { isStorageFull, ObjectMissingError } from '#server/storage/object-store.ts';
import { findBatch, folderOfBatch, lockBatch, piecesOfBatchFile, sortedOf, type BatchFile, type SortedStudies } from './batch.ts';
import { createBatchSource } from './source.ts';
import { StoredPacks } from './packs.ts';
import { passwordsOf } from './passwords.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { appendChange } from '#server/rules/changes.ts';
import { removeUnnamed } from '#server/rules/remove-unnamed.ts';
import { NOTHING_TO_DO } from '#server/rules/series-of-job.ts';
import { teamBytes } from '#server/rules/uploads-room.ts';
import { lockUpload, type Upload } from '#server/rules/uploads.ts';

/**
 * `read-batch`: the archives of a session are unpacked one after another, then everything is sorted by study and series. [Note: Batches]
 *
 * An archive is done in one transaction with what was in it, so that after a kill the next one follows; what was half unpacked is unpacked again,
 * under the same keys. One that cannot be read, takes too long or breaks what opens it is named and stays behind: it never keeps another file back.
 */
export function createReadBatchHandler(context: ServerContext, unpacker: ArchiveUnpacker): JobHandler {
  return {
    async run(job) {
      const upload = await uploadOfJob(context, job.payload);
      if (upload === null || (await findBatch(context.db.read, upload.id))?.state !== 'reading') return NOTHING_TO_DO;
      const archives = await waitingArchives(context, upload);
      for (const [index, archive] of archives.entries()) {
        await unpackOne(context, unpacker, upload, archive, job);
        context.news.toUpload(upload.session, 'upload:server:inflation:one', { session: upload.session, index, count: archives.length });
      }
      return sortBatch(context, unpacker, upload, job);
    },
    gaveUp: (payload) => giveUp(context, payload),
  };
}

async function uploadOfJob({ db }: ServerContext, payload: unknown): Promise<Upload | null> {
  const { uploadId } = payload as { uploadId: number };
  const upload = await db.read.selectFrom('upload').selectAll().where('id', '=', uploadId).executeTakeFirst();
  return upload?.state === 'open' ? upload : null;
}

export function isArchive({ name, size }: Pick<BatchFile, 'name' | 'size'>): boolean {
  const kind = classifyFile(name, size);
  return kind === 'archive' || kind === 'foreign-archive';
}

async function waitingArchives({ db }: ServerContext, upload: Upload): Promise<BatchFile[]> {
  const sent = await db.read
    .selectFrom('batch_file')
    .selectAll()
    .where('upload_id', '=', upload.id)
    .where('parent_id', 'is', null)
    .where('proved', '=', 1)
    .where('is_unpacked', '=', 0)
    .orderBy('id')
    .execute();
  return sent.filter(isArchive);
}

/** What came of an archive. */
interface Unpacked extends Pick<StoredPacks, 'files' | 'refused' | 'piecesByKey'> {
  unsupported: number;
}

async function unpackOne(
  context: ServerContext,
  unpacker: ArchiveUnpacker,
  upload: Upload,
  archive: BatchFile,
  job: RunningJob,
): Promise<void> {
  const taking = new Taking(context, upload, archive);
  const source = createBatchSource(context, archive.size, () => piecesOfBatchFile(context.db.read, archive.id));
  const passwords = passwordsOf(context.db, upload.id, archive.name);
  try {
    taking.end(await unpacker.unpack({ name: archive.name, source, passwords }, job.signal, (part) => taking.take(part)));
  } catch (error) {
    // What broke may have broken for want of memory: it is tried once more, alone, and then left behind.
    if (error instanceof NoRoom) taking.end({ problem: 'no-room' });
    else if (job.signal.aborted || job.tries < 2 || error instanceof ObjectMissingError || isStorageFull(error)) throw error;
    else taking.end({ problem: 'archive-broke' });
  }
  const keys = await context.db.write((tx) => writeUnpacked(tx, upload, archive, taking.unpacked));
  await removeUnnamed(context, keys);
}

class NoRoom extends Error {}

/** The packs of one archive on their way into the store. */
class Taking {
  readonly #context: ServerContext;
  readonly #upload: Upload;
  readonly #archive: BatchFile;
  readonly #packs: StoredPacks;
  #unsupported = 0;
  #room: number | null = null;

  constructor(context: ServerContext, upload: Upload, archive: BatchFile) {
    this.#context = context;
    this.#upload = upload;
    this.#archive = archive;
    this.#packs = new StoredPacks(context.objects, `${folderOfBatch(upload)}/unpacked-${archive.id}`);
  }

  get unpacked(): Unpacked {
    const { files, refused, piecesByKey } = this.#packs;
    return { files, refused, piecesByKey, unsupported: this.#unsupported };
  }

  async take(part: UnpackedPart): Promise<void> {
    this.#room ??= await roomOf(this.#context, this.#upload);
    this.#room -= part.bytes.length;
    if (this.#room < 0) throw new NoRoom();
    await this.#packs.take(part);
  }

  /** Where it ended before the archive did, nothing of it is believed to be all of it: what is whole stays, and the archive is named. */
  end(how: { unsupported: number } | { problem: BatchProblem }): void {
    if ('problem' in how) this.#packs.refused.push({ is: 'refused', key: 'end', path: this.#archive.name, problem: how.problem });
    else this.#unsupported = how.unsupported;
  }
}

async function roomOf({ db, bytesPerTeam }: ServerContext, upload: Upload): Promise<number> {
  if (bytesPerTeam === null || bytesPerTeam === undefined) return Infinity;
  return bytesPerTeam - (await teamBytes(db.read, upload.team_id));
}

const ROWS_AT_ONCE = 200;

/** The rows of what was in an archive in place of its own pieces; gives the objects that may have become nobody's. */
async function writeUnpacked(tx: Writer, upload: Upload, archive: BatchFile, unpacked: Unpacked): Promise<string[]> {
  await lockUpload(tx, upload.id);
  const { files, refused, piecesByKey, unsupported } = unpacked;
  const earlier = await tx.selectFrom('batch_file').select('id').where('parent_id', '=', archive.id).execute();
  const idsBefore = earlier.map((file) => file.id);
  const gone: { object_key: string }[] = [];
  for (let at = 0; at < idsBefore.length; at += ROWS_AT_ONCE) {
    const ids = idsBefore.slice(at, at + ROWS_AT_ONCE);
    gone.push(...(await tx.deleteFrom('batch_piece').where('file_id', 'in', ids).returning('object_key').execute()));
  }
  await tx.deleteFrom('batch_file').where('parent_id', '=', archive.id).execute();
  const common = { upload_id: upload.id, parent_id: archive.id, proved: 1, is_unpacked: 0, unsupported: 0 } as const;
  const idOf = (key: string): string => `${archive.client_file_id}/${key}`;
  for (let at = 0; at < files.length; at += ROWS_AT_ONCE) {
    const some = files.slice(at, at + ROWS_AT_ONCE);
    const rows = some.map(({ key, path, size, sha256 }) => {
      const file = { client_file_id: idOf(key), name: path, size, sha256, received: size, problem: null };
      return { ...common, ...file };
    });
    const made = await tx.insertInto('batch_file').values(rows).returning(['id', 'client_file_id']).execute();
    const rowIds = new Map(made.map((row) => [row.client_file_id, row.id]));
    const pieces = some.flatMap(({ key }) => (piecesByKey.get(key) ?? []).map((piece) => ({ ...piece, file_id: rowIds.get(idOf(key))! })));
    for (let from = 0; from < pieces.length; from += ROWS_AT_ONCE) {
      await tx
        .insertInto('batch_piece')
        .values(pieces.slice(from, from + ROWS_AT_ONCE))
        .execute();
    }
  }
  for (let at = 0; at < refused.length; at += ROWS_AT_ONCE) {
    const rows = refused.slice(at, at + ROWS_AT_ONCE).map(({ path, problem }, n) => {
      const file = { client_file_id: `${archive.client_file_id}/refused-${at + n}`, name: path, size: 0, sha256: '', received: 0, problem };
      return { ...common, ...file };
    });
    await tx.insertInto('batch_file').values(rows).execute();
  }
  await tx.updateTable('batch_file').set({ is_unpacked: 1, unsupported }).where('id', '=', archive.id).execute();
  // A locked one stays: whoever knows its password may say it.
  if (!refused.some(({ problem }) => problem === 'archive-encrypted')) {
    gone.push(...(await tx.deleteFrom('batch_piece').where('file_id', '=', archive.id).returning('object_key').execute()));
  }
  return [...new Set(gone.map((piece) => piece.object_key))];
}

async function sortBatch(context: ServerContext, unpacker: ArchiveUnpacker, upload: Upload, job: RunningJob): Promise<JobEffect> {
  const found = await context.db.read
    .selectFrom('batch_file')
    .selectAll()
    .where('upload_id', '=', upload.id)
    .where('proved', '=', 1)
    .where((eb) => eb.or([eb('problem', 'is', null), eb('problem', 'in', ['duplicate', 'not-an-image'])]))
    .orderBy('id')
    .execute();
  const files = found.filter((file) => file.parent_id !== null || !isArchive(file));
  const firstByHash = new Map<string, BatchFile>();
  const duplicates: number[] = [];
  for (const file of files) {
    if (firstByHash.has(file.sha256)) duplicates.push(file.id);
    else firstByHash.set(file.sha256, file);
  }
  const once = [...firstByHash.values()];
  const sources = once.map(({ id, name, sha256, size }) => ({
    ...{ name, sha256 },
    source: createBatchSource(context, size, () => piecesOfBatchFile(context.db.read, id)),
  }));
  const { studies, unread } = await unpacker.sort(sources, job.signal);
  const idOf = (index: number): number => once[index]!.id;
  const problems: [BatchProblem, number[]][] = [
    ['duplicate', duplicates],
    ['not-an-image', unread.map(idOf)],
  ];
  return endRead(context, upload, async (tx, before) => {
    await noteProblems(tx, upload, problems);
    // Read once more, with a password or one more archive: what a person has arranged by these ids stays the same.
    const known = new Map(before.studies.map((study) => [study.facts.key, study]));
    return {
      studies: studies.map(({ facts, series }) => {
        const study = known.get(facts.key);
        const idByKey = new Map(study?.series.map((each) => [each.facts.key, each.uploadId]));
        return {
          uuid: study?.uuid ?? randomUUID(),
          facts,
          series: series.map((each) => ({
            uploadId: idByKey.get(each.facts.key) ?? randomUUID(),
            facts: each.facts,
            fileIds: each.files.map(idOf),
          })),
        };
      }),
    };
  });
}

async function noteProblems(tx: Writer, upload: Upload, problems: readonly [BatchProblem, number[]][]): Promise<void> {
  const sorted = tx.updateTable('batch_file').set({ problem: null }).where('upload_id', '=', upload.id);
  await sorted.where('problem', 'in', ['duplicate', 'not-an-image']).execute();
  for (const [problem, ids] of problems) {
    for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
      await tx
        .updateTable('batch_file')
        .set({ problem })
        .where('id', 'in', ids.slice(at, at + ROWS_AT_ONCE))
        .execute();
    }
  }
}

function endRead(context: ServerContext, upload: Upload, sort: (tx: Writer, before: SortedStudies) => Promise<SortedStudies>): JobEffect {
  let seq: number | null = null;
  return {
    async effect(tx) {
      if ((await lockUpload(tx, upload.id)) !== 'open') return;
      const batch = await lockBatch(tx, upload.id);
      if (batch.state !== 'reading') return;
      const sorted = JSON.stringify(await sort(tx, sortedOf(batch)));
      await tx.updateTable('batch').set({ state: 'read', sorted }).where('upload_id', '=', upload.id).execute();
      // Made of what the series were before.
      await tx.deleteFrom('batch_volume').where('upload_id', '=', upload.id).execute();
      seq = await appendChange(tx, { teamId: upload.team_id, kind: 'upload', ref: upload.session, now: context.now() });
    },
    committed() {
      if (seq === null) return;
      context.news.toTeam(upload.team_id, 'change', { seq });
      context.news.toUpload(upload.session, 'upload:server:inflated:all', { session: upload.session });
    },
  };
}

/** It broke each time: what nobody could read is named, and the person hears of it. */
function giveUp(context: ServerContext, payload: unknown): JobEffect {
  let ended: JobEffect | null = null;
  return {
    async effect(tx) {
      const { uploadId } = payload as { uploadId: number };
      const upload = await tx.selectFrom('upload').selectAll().where('id', '=', uploadId).executeTakeFirst();
      if (upload === undefined) return;
      ended = endRead(context, upload, async (own, before) => {
        await own
          .updateTable('batch_file')
          .set({ problem: 'archive-broke' })
          .where('upload_id', '=', uploadId)
          .where('parent_id', 'is', null)
          .where('problem', 'is', null)
          .where('is_unpacked', '=', 0)
          .execute();
        await noteUnsorted(own, uploadId, before);
        return before;
      });
      await ended.effect(tx);
    },
    committed: () => ended?.committed?.(),
  };
}

/** What was opened and never sorted is not there for anybody: whatever was sent with it says so. */
async function noteUnsorted(tx: Writer, uploadId: number, { studies }: SortedStudies): Promise<void> {
  const sorted = new Set(studies.flatMap(({ series }) => series.flatMap(({ fileIds }) => fileIds)));
  const opened = await tx
    .selectFrom('batch_file')
    .select(['id', 'parent_id'])
    .where('upload_id', '=', uploadId)
    .where('parent_id', 'is not', null)
    .where('problem', 'is', null)
    .execute();
  const archives = new Set(opened.flatMap(({ id, parent_id }) => (parent_id === null || sorted.has(id) ? [] : [parent_id])));
  for (const id of archives) await tx.updateTable('batch_file').set({ problem: 'archive-broke' }).where('id', '=', id).execute();
}
