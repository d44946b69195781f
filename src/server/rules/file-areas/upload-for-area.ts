import type { Reader, Writer } from '#server/db/database.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { endWork, queueWork } from './works.ts';

/** What uploads know of [Note: Uploads into an area]. */

/** In the transaction that verifies files of an upload: if they are for an area, its job goes on. */
export async function queueTake(tx: Writer, context: Pick<ServerContext, 'jobs'>, uploadId: number): Promise<void> {
  const work = await openTake(tx, uploadId);
  if (work === undefined) return;
  const area = await tx.selectFrom('file_area').selectAll().where('id', '=', work.area_id).executeTakeFirstOrThrow();
  await queueWork(tx, context, work, area);
}

/** The upload was dropped. Files that were taken stay. */
export async function endTake(tx: Writer, context: ServerContext, uploadId: number): Promise<void> {
  const work = await openTake(tx, uploadId);
  if (work !== undefined) await endWork(tx, context, work.id, { state: 'failed', failure: 'gone' });
}

function openTake(db: Reader | Writer, uploadId: number) {
  return db
    .selectFrom('file_work')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
}

/** Bytes of an upload that count as files of an area already. */
export async function bytesTaken(tx: Writer, uploadId: number): Promise<number> {
  const work = await tx.selectFrom('file_work').select('bytes_done').where('upload_id', '=', uploadId).executeTakeFirst();
  return work?.bytes_done ?? 0;
}
