import { completeFile, deleteFiles, saveFilePart } from '#server/rules/ai/files.ts';
import type { Reader } from '#server/db/database.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { lockHeld, requireHeld, type Holder } from './lease.ts';

export interface OutputPart {
  name: string;
  /** UUID that the worker gave to the file. */
  file: string;
  part: number;
  parts: number;
  sha256: string;
  bytes: Uint8Array;
}

/** PCALL-173: the last file of a name counts, once all its parts have arrived. A checkpoint stays when its worker is gone: the next one goes on from it. */
export async function saveOutput(
  context: ServerContext,
  holder: Holder,
  { name, file, part, parts, sha256, bytes }: OutputPart,
): Promise<void> {
  const { db } = context;
  const job = await requireHeld(db.read, holder);
  const folder = await folderOf(db.read, job);
  const fileId = await saveFilePart(context, { teamId: job.team_id, uuid: file, part, parts, sha256, bytes, folder });
  const stored = await db.read.selectFrom('ai_file_part').select('part').where('file_id', '=', fileId).execute();
  if (stored.length < parts) return;
  await completeFile(context, fileId);
  const unused = await db.write(async (tx) => {
    const { id } = await lockHeld(tx, holder);
    const earlier = await tx.selectFrom('ai_output').select('file_id').where('job_id', '=', id).where('name', '=', name).executeTakeFirst();
    if (earlier?.file_id === fileId) return [];
    await tx
      .insertInto('ai_output')
      .values({ job_id: id, name, file_id: fileId })
      .onConflict((conflict) => conflict.columns(['job_id', 'name']).doUpdateSet({ file_id: fileId }))
      .execute();
    return earlier === undefined ? [] : deleteFiles(tx, [earlier.file_id]);
  });
  await removeUnusedObjects(context, unused);
}

/** What is computed for a study is removed with it. */
async function folderOf(db: Reader, job: { team_id: number; infer_id: number | null }): Promise<string> {
  if (job.infer_id === null) return `team-${job.team_id}/`;
  const study = await db
    .selectFrom('infer')
    .innerJoin('study', 'study.id', 'infer.study_id')
    .select('study.uuid')
    .where('infer.id', '=', job.infer_id)
    .executeTakeFirstOrThrow();
  return `team-${job.team_id}/study-${study.uuid}/`;
}

export function outputsOf(db: Reader, jobId: number) {
  return db.selectFrom('ai_output').select(['name', 'file_id']).where('job_id', '=', jobId).execute();
}
