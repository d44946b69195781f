import type { ConflictChoice } from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';
import { nameProblem, normalName } from '#model/file-areas/file-paths.ts';
import type { FilesUnpacker } from '#server/archives/archive-unpacker.ts';
import type { JobEffect, RunningJob } from '#server/jobs/job-handler.ts';
import { StoredPacks } from '#server/rules/batch/packs.ts';
import { createBatchSource } from '#server/rules/batch/source.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { assertAreaQuota, newEntry, type Entry } from './areas.ts';
import { folderOfTry, piecesOfContent, writeContent } from './contents.ts';
import type { UnzipPlan } from './pack-files.ts';
import {
  assertRoom,
  ENTRIES_AT_ONCE,
  folderOfWork,
  lockWork,
  makeHidden,
  portion,
  Progress,
  publish,
  roomOf,
  WorkFailed,
  type OpenWork,
} from './running-work.ts';
import { clearMadeBy } from './works.ts';

export async function unzipFile(context: ServerContext, unpacker: FilesUnpacker, work: OpenWork, job: RunningJob): Promise<JobEffect> {
  const { db, objects } = context;
  const plan = JSON.parse(work.plan!) as UnzipPlan & { conflict: ConflictChoice };
  await folderOfWork(db.read, plan.folderId);
  const archive = await db.read.selectFrom('file_entry').selectAll().where('id', '=', plan.archiveId).executeTakeFirst();
  if (archive === undefined || archive.content_id === null) throw new WorkFailed('gone');
  const packs = new StoredPacks(objects, `${folderOfTry(work)}/pack`);
  try {
    const contentId = archive.content_id;
    const source = createBatchSource(context, archive.bytes, () => piecesOfContent(db.read, contentId));
    const progress = new Progress(context, work, job);
    let room = await roomOf(context, work.area);
    let bytes = 0;
    const { problem } = await unpacker.unpack({ name: archive.name, source }, job.signal, async (part) => {
      room -= part.bytes.length;
      assertRoom(room, 0);
      await packs.take(part);
      bytes += part.bytes.length;
      await progress.tell({
        entries_done: packs.files.length,
        bytes_done: bytes,
        current: packs.files.at(-1)?.path.split('/').at(-1) ?? null,
      });
    });
    if (problem !== null) throw new WorkFailed(problem);
    const tree = treeOfFiles(packs.files);
    const hidden = await makeHidden(context, work);
    await writeTree(context, work, { hidden, tree, packs });
    const done = { entries_done: tree.length, entries_total: tree.length, bytes_done: bytes, bytes_total: bytes };
    const effect = publish(context, work, { hidden, folderId: plan.folderId, conflict: plan.conflict, done }, async (tx) => {
      const made = await tx.selectFrom('file_entry').selectAll().where('parent_id', '=', hidden.id).execute();
      return made.map((entry) => ({ source: entry, folder: hidden, name: entry.name }));
    });
    return { ...effect, refused: () => removeUnusedObjects(context, packs.objectKeys) };
  } catch (error) {
    await removeHidden(context, work.id);
    await removeUnusedObjects(context, packs.objectKeys);
    throw error;
  }
}

async function removeHidden(context: ServerContext, workId: number): Promise<void> {
  await context.db.write(async (tx) => {
    if ((await lockWork(tx, workId)) !== null) await clearMadeBy(tx, workId);
  });
}

interface TreeItem {
  /** Names joined by slashes; the folders of it come before it. */
  path: string;
  file: StoredPacks['files'][number] | null;
}

/** Folders before what they hold. A path that is there twice, or as a file and as a folder, cannot be right. */
function treeOfFiles(files: StoredPacks['files']): TreeItem[] {
  const items = new Map<string, TreeItem>();
  const entriesOf = new Map<string, number>();
  const add = (item: TreeItem): void => {
    items.set(item.path, item);
    const folder = item.path.slice(0, Math.max(0, item.path.lastIndexOf('/')));
    const count = (entriesOf.get(folder) ?? 0) + 1;
    if (count > LIMITS.entriesPerFolder) throw new WorkFailed('folder-full');
    entriesOf.set(folder, count);
  };
  for (const file of files) {
    const names = file.path.split('/').map(normalName);
    if (names.some((name) => nameProblem(name) !== null)) throw new WorkFailed('name-refused');
    if (names.length > LIMITS.folderDepth) throw new WorkFailed('too-deep');
    for (let depth = 1; depth < names.length; depth += 1) {
      const path = names.slice(0, depth).join('/');
      const known = items.get(path);
      if (known === undefined) add({ path, file: null });
      else if (known.file !== null) throw new WorkFailed('archive-damaged');
    }
    const path = names.join('/');
    if (items.has(path)) throw new WorkFailed('archive-damaged');
    add({ path, file });
  }
  return [...items.values()];
}

async function writeTree(
  context: ServerContext,
  work: OpenWork,
  { hidden, tree, packs }: { hidden: Entry; tree: readonly TreeItem[]; packs: StoredPacks },
): Promise<void> {
  const idByPath = new Map([['', hidden.id]]);
  for (let at = 0; at < tree.length; at += ENTRIES_AT_ONCE) {
    await portion(context, work, [], async (tx) => {
      for (const { path, file } of tree.slice(at, at + ENTRIES_AT_ONCE)) {
        const slash = path.lastIndexOf('/');
        const parent_id = idByPath.get(path.slice(0, Math.max(0, slash)))!;
        const content = file && { sha256: file.sha256, bytes: file.size, pieces: packs.piecesByKey.get(file.key) ?? [] };
        const content_id = content && (await writeContent(tx, content, context.now()));
        const fresh = newEntry({ areaId: work.area_id, name: path.slice(slash + 1), at: context.now() });
        const { id } = await tx
          .insertInto('file_entry')
          .values({ ...fresh, parent_id, kind: file === null ? 'folder' : 'file', content_id, bytes: file?.size ?? 0 })
          .returning('id')
          .executeTakeFirstOrThrow();
        if (file === null) idByPath.set(path, id);
      }
      await assertAreaQuota(tx, context, work.area);
    });
  }
}
