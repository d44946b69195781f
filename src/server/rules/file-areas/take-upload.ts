import type { BodyOf, Calls } from '#contract/calls.ts';
import type { ConflictChoice, FileWork } from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';
import { nameProblem, normalName } from '#model/file-areas/file-paths.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { JobEffect, RunningJob } from '#server/jobs/job-handler.ts';
import { beginBatch, findBatch, piecesOfBatchFile, type BatchFile } from '#server/rules/batch/batch.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { finishTaken } from '#server/rules/uploads/uploads-end.ts';
import { lockUpload, requireOpenUpload } from '#server/rules/uploads/uploads.ts';
import { assertAreaQuota, lockAreas, newEntry, pathOf, requireFolder, requirePlace, type Entry, type FileCaller } from './areas.ts';
import { writeContent } from './contents.ts';
import { makeFolders } from './make-folders.ts';
import { moveInto } from './placing.ts';
import { folderOfWork, WorkFailed, type OpenWork } from './running-work.ts';
import { changedAnswer, changeOnce, endWork, isOpen, queueWork, WAITING } from './works.ts';

/**
 * [Note: Uploads into an area]
 *
 * An upload of unsorted files (`batchUpload`) that is never read. Its chunks arrive as those of every upload, and may come again after ten days.
 * Each file that was verified becomes a file of the folder in one transaction with its mark `is_unpacked`: its bytes stay where they are, and a
 * chunk of it that comes again is answered as before and stores nothing. The upload ends with its last file, without the page.
 */
interface TakePlan {
  folderId: number;
  conflict: ConflictChoice;
  files: number;
}

/** PCALL-208 */
export async function takeUpload(
  context: ServerContext,
  caller: FileCaller,
  body: BodyOf<Calls['takeUpload']>,
  concerns: (uuids: readonly string[]) => void,
): Promise<{ ok: true; work: FileWork }> {
  const { team } = caller;
  const place = await requirePlace(context, caller, body.dir, 'dir');
  if (team === null || !team.permissions.has('r:upload-v2')) throw new Refusal('not_allowed');
  concerns([body.session, body.uuid]);
  const { id: uploadId } = await requireOpenUpload(context.db.read, { ...team, uploadId: null }, body.session).catch(
    async (refused: unknown) => {
      // A repeated call, after the last file was taken.
      const known = await context.db.read.selectFrom('file_work').select('upload_id').where('uuid', '=', body.uuid).executeTakeFirst();
      if (refused instanceof Refusal && refused.code === 'session_closed' && known?.upload_id != null) return { id: known.upload_id };
      throw refused;
    },
  );
  const asked = {
    ...{ uuid: body.uuid, kind: 'take' as const, area: place.area, input: body, uploadId },
    ...{ title: place.names.at(-1) ?? place.area.slug, count: body.files, dir: pathOf(place), dirId: null },
  };
  const changed = await changeOnce(context, caller, asked, async (tx) => {
    const folder = await requireFolder(tx, place);
    const other = await tx.selectFrom('file_work').select('id').where('upload_id', '=', uploadId).executeTakeFirst();
    const batch = await findBatch(tx, uploadId);
    // It is read for studies, or goes elsewhere.
    if (other !== undefined || (batch !== null && batch.state !== 'receiving')) throw new Refusal('conflict');
    await beginBatch(tx, uploadId);
    concerns([body.session, body.uuid, folder.uuid]);
    const plan: TakePlan = { folderId: folder.id, conflict: body.conflict ?? 'keep-both', files: body.files };
    return { work: { ...WAITING, entries_total: body.files, dir_id: folder.id, plan: JSON.stringify(plan) }, answer: null };
  });
  const { work } = await changedAnswer(context, changed.work!);
  return { ok: true, work: work! };
}

const FILES_AT_ONCE = 100;

/** Takes what was verified since. The work ends with the last file; until then each verified file starts this again. */
export async function takeUploaded(context: ServerContext, work: OpenWork, job: RunningJob): Promise<JobEffect> {
  const plan = JSON.parse(work.plan!) as TakePlan;
  for (;;) {
    job.signal.throwIfAborted();
    const { taken, keys } = await context.db.write((tx) => takeSome(tx, context, work, plan));
    await removeUnusedObjects(context, keys);
    if (taken === 0) break;
  }
  return endOrWait(context, work, plan);
}

async function takeSome(tx: Writer, context: ServerContext, work: OpenWork, plan: TakePlan): Promise<{ taken: number; keys: string[] }> {
  if (work.upload_id === null || (await lockUpload(tx, work.upload_id)) !== 'open') throw new WorkFailed('gone');
  await lockAreas(tx, [work.area_id]);
  const current = await tx.selectFrom('file_work').select('state').where('id', '=', work.id).executeTakeFirst();
  if (current === undefined || !isOpen(current)) return { taken: 0, keys: [] };
  const folder = await folderOfWork(tx, plan.folderId);
  const files = await verifiedFiles(tx, work.upload_id).limit(FILES_AT_ONCE).execute();
  if (files.length === 0) return { taken: 0, keys: [] };
  let [bytes, skipped] = [0, 0];
  const keys = new Set<string>();
  for (const file of files) {
    const isTaken = await takeOne(tx, context, { file, folder, work, plan });
    if (isTaken) bytes += file.size;
    else skipped += 1;
    const pieces = await tx.deleteFrom('batch_piece').where('file_id', '=', file.id).returning('object_key').execute();
    for (const { object_key: key } of pieces) keys.add(key);
    await tx.updateTable('batch_file').set({ is_unpacked: 1 }).where('id', '=', file.id).execute();
  }
  await assertAreaQuota(tx, context, work.area);
  await tx
    .updateTable('file_work')
    .set((eb) => ({
      entries_done: eb('entries_done', '+', files.length - skipped),
      bytes_done: eb('bytes_done', '+', bytes),
      skipped: eb('skipped', '+', skipped),
      current: lastName(files.at(-1)!.name),
    }))
    .where('id', '=', work.id)
    .execute();
  return { taken: files.length, keys: [...keys] };
}

function verifiedFiles(db: Reader | Writer, uploadId: number) {
  return db
    .selectFrom('batch_file')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('parent_id', 'is', null)
    .where('proved', '=', 1)
    .where('is_unpacked', '=', 0)
    .orderBy('id');
}

interface Taking {
  file: BatchFile;
  folder: Entry;
  work: OpenWork;
  plan: TakePlan;
}

/** False: it is left out, because its name exists or is refused. */
async function takeOne(tx: Writer, context: ServerContext, { file, folder, work, plan }: Taking): Promise<boolean> {
  const names = file.name
    .split('/')
    .filter((name) => name !== '')
    .map(normalName);
  const name = names.pop();
  const isRefused = [...names, name ?? ''].some((each) => nameProblem(each) !== null) || names.length >= LIMITS.folderDepth;
  if (name === undefined || isRefused) return false;
  const now = context.now();
  const into = await makeFolders(tx, { areaId: work.area_id, names, now, below: folder }).catch((refused: unknown) => {
    // A file has the name of one of its folders.
    if (refused instanceof Refusal && refused.code === 'file_exists') return null;
    throw refused;
  });
  if (into === null) return false;
  const content_id = await writeContent(tx, { sha256: file.sha256, bytes: file.size, pieces: await piecesOfBatchFile(tx, file.id) }, now);
  const source = await tx
    .insertInto('file_entry')
    .values({ ...newEntry({ areaId: work.area_id, name, at: now }), top: 'work', work_id: work.id, content_id, bytes: file.size })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { skipped } = await moveInto(tx, [{ source, folder: into, name }], { conflict: plan.conflict, userId: work.user_id, now });
  if (skipped === 0) return true;
  await tx.deleteFrom('file_entry').where('id', '=', source.id).execute();
  await tx.deleteFrom('file_content').where('id', '=', content_id).execute();
  return false;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A file that is verified meanwhile queues the job again: [addJob]. */
function endOrWait(context: ServerContext, work: OpenWork, { files }: TakePlan): JobEffect {
  let finished: (() => Promise<void>) | null = null;
  return {
    async effect(tx) {
      const now = await tx.selectFrom('file_work').selectAll().where('id', '=', work.id).executeTakeFirst();
      if (now === undefined || !isOpen(now) || now.upload_id === null) return;
      if (now.entries_done + now.skipped >= files) {
        finished = await finishTaken(tx, context, now.upload_id);
        await endWork(tx, context, now.id, { state: 'done' });
      } else if ((await verifiedFiles(tx, now.upload_id).limit(1).executeTakeFirst()) !== undefined) {
        await queueWork(tx, context, now, work.area);
      }
    },
    committed: () => finished?.(),
  };
}
