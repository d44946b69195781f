import type { BatchProblem } from '#contract/batch.ts';
import type { ArchiveUnpacker, UnpackedPart } from '#server/archives/archive-unpacker.ts';
import type { Writer } from '#server/db/database.ts';
import type { RunningJob } from '#server/jobs/job-handler.ts';
import { isStorageFull, ObjectMissingError } from '#server/storage/object-store.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { teamBytes } from '#server/rules/uploads/uploads-quota.ts';
import { lockUpload, type Upload } from '#server/rules/uploads/uploads.ts';
import { folderOfBatch, piecesOfBatchFile, type BatchFile } from './batch.ts';
import { StoredPacks } from './packs.ts';
import { passwordsOf } from './passwords.ts';
import { createBatchSource } from './source.ts';

/**
 * Unpacks one archive of a batch: its contents are stored, and their rows replace its own. Whatever cannot be read is reported with its
 * reason.
 */
export async function unpackArchive(
  context: ServerContext,
  unpacker: ArchiveUnpacker,
  upload: Upload,
  archive: BatchFile,
  job: RunningJob,
): Promise<void> {
  const taking = new Taking(context, upload, archive);
  const source = createBatchSource(context, archive.size, () => piecesOfBatchFile(context.db.read, archive.id));
  const passwords = await passwordsOf(context, upload.id, archive.name);
  try {
    taking.end(await unpacker.unpack({ name: archive.name, source, passwords }, job.signal, (part) => taking.take(part)));
  } catch (error) {
    // The failure may be a lack of memory: it is tried once more, alone, and then left behind.
    if (error instanceof NoRoom) taking.end({ problem: 'no-room' });
    else if (job.signal.aborted || job.tries < 2 || error instanceof ObjectMissingError || isStorageFull(error)) throw error;
    else taking.end({ problem: 'archive-broke' });
  }
  const keys = await context.db.write((tx) => writeUnpacked(tx, upload, archive, taking.unpacked));
  await removeUnusedObjects(context, keys);
}

/** The contents of an archive. */
interface Unpacked extends Pick<StoredPacks, 'files' | 'refused' | 'piecesByKey'> {
  unsupported: number;
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

  /** An archive that ended early is taken to be incomplete: whole files stay, and the archive is reported. */
  end(how: { unsupported: number } | { problem: BatchProblem }): void {
    if ('problem' in how) this.#packs.refused.push({ is: 'refused', key: 'end', path: this.#archive.name, problem: how.problem });
    else this.#unsupported = how.unsupported;
  }
}

async function roomOf({ db, bytesPerTeam }: ServerContext, upload: Upload): Promise<number> {
  if (bytesPerTeam === null || bytesPerTeam === undefined) return Infinity;
  return bytesPerTeam - (await teamBytes(db.read, upload.team_id));
}

/** The rows of the archive's contents replace its own pieces; returns the objects that may have become unused. */
async function writeUnpacked(tx: Writer, upload: Upload, archive: BatchFile, unpacked: Unpacked): Promise<string[]> {
  await lockUpload(tx, upload.id);
  const gone = await forgetEarlier(tx, archive);
  await writeFiles(tx, archive, unpacked);
  await writeRefused(tx, archive, unpacked);
  await tx.updateTable('batch_file').set({ is_unpacked: 1, unsupported: unpacked.unsupported }).where('id', '=', archive.id).execute();
  // A locked archive stays: its password may still be entered.
  if (!unpacked.refused.some(({ problem }) => problem === 'archive-encrypted')) {
    gone.push(...(await tx.deleteFrom('batch_piece').where('file_id', '=', archive.id).returning('object_key').execute()));
  }
  return [...new Set(gone.map((piece) => piece.object_key))];
}

/** Removes the contents of an earlier unpacking, with another password. */
async function forgetEarlier(tx: Writer, archive: BatchFile): Promise<{ object_key: string }[]> {
  const earlier = await tx.selectFrom('batch_file').select('id').where('parent_id', '=', archive.id).execute();
  const gone: { object_key: string }[] = [];
  for (const ids of inPortions(earlier.map((file) => file.id))) {
    gone.push(...(await tx.deleteFrom('batch_piece').where('file_id', 'in', ids).returning('object_key').execute()));
  }
  await tx.deleteFrom('batch_file').where('parent_id', '=', archive.id).execute();
  return gone;
}

function fromArchive(archive: BatchFile, key: string) {
  const place = { upload_id: archive.upload_id, parent_id: archive.id, client_file_id: `${archive.client_file_id}/${key}` };
  return { ...place, proved: 1, is_unpacked: 0, unsupported: 0 } as const;
}

async function writeFiles(tx: Writer, archive: BatchFile, { files, piecesByKey }: Unpacked): Promise<void> {
  for (const some of inPortions(files)) {
    const rows = some.map(({ key, path: name, size, sha256 }) => ({
      ...fromArchive(archive, key),
      ...{ name, size, sha256, received: size, problem: null },
    }));
    const made = await tx.insertInto('batch_file').values(rows).returning(['id', 'client_file_id']).execute();
    const idByClientId = new Map(made.map((row) => [row.client_file_id, row.id]));
    const pieces = some.flatMap(({ key }) => {
      const fileId = idByClientId.get(fromArchive(archive, key).client_file_id)!;
      return (piecesByKey.get(key) ?? []).map((piece) => ({ ...piece, file_id: fileId }));
    });
    for (const portion of inPortions(pieces)) await tx.insertInto('batch_piece').values(portion).execute();
  }
}

async function writeRefused(tx: Writer, archive: BatchFile, { refused }: Unpacked): Promise<void> {
  const rows = refused.map(({ path: name, problem }, n) => ({
    ...fromArchive(archive, `refused-${n}`),
    ...{ name, size: 0, sha256: '', received: 0, problem },
  }));
  for (const portion of inPortions(rows)) await tx.insertInto('batch_file').values(portion).execute();
}
