import type { JobEffect, RunningJob } from '#server/jobs/job-handler.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { assertAreaQuota, childOf, newEntry, type Entry } from './areas.ts';
import { ContentWriter, folderOfTry, writeContent } from './contents.ts';
import type { ZipPlanOfWork } from './pack-files.ts';
import { freeName } from './placing.ts';
import { assertRoom, folderOfWork, lockWork, Progress, roomOf, WorkFailed, type OpenWork } from './running-work.ts';
import { isLiving } from './trees.ts';
import { endWork, isOpen } from './works.ts';
import { planZip, streamZip } from './zip-files.ts';

export async function zipTrees(context: ServerContext, work: OpenWork, job: RunningJob): Promise<JobEffect> {
  const { db, objects } = context;
  const plan = JSON.parse(work.plan!) as ZipPlanOfWork;
  await folderOfWork(db.read, plan.folderId);
  const entries: Entry[] = [];
  for (const some of inPortions(plan.sources)) {
    entries.push(...(await db.read.selectFrom('file_entry').selectAll().where('id', 'in', some).orderBy('name').execute()));
  }
  if (entries.length < plan.sources.length) throw new WorkFailed('gone');
  const planned = await planZip(db.read, entries);
  assertRoom(await roomOf(context, work.area), planned.size);
  const progress = new Progress(context, work, job);
  const totals = { entries_total: planned.files.length, bytes_total: planned.size };
  const writer = new ContentWriter(objects, folderOfTry(work));
  let at = { index: 0, name: '' };
  const stream = streamZip(db.read, objects, planned, ({ name }, index) => (at = { index, name }));
  const remove = (): Promise<void> => removeUnusedObjects(context, writer.keys);
  try {
    for await (const bytes of stream) {
      await writer.add(bytes as Uint8Array);
      await progress.tell({ ...totals, entries_done: at.index, bytes_done: writer.bytes, current: at.name.split('/').at(-1) ?? null });
    }
    const content = await writer.end();
    return {
      async effect(tx) {
        const current = await lockWork(tx, work.id);
        if (current === null || !isOpen(current)) return;
        if (!(await isLiving(tx, plan.folderId))) return endWork(tx, context, work.id, { state: 'failed', failure: 'gone' });
        const isTaken = (await childOf(tx, plan.folderId, plan.name)) !== null;
        const name = isTaken ? await freeName(tx, plan.folderId, plan.name) : plan.name;
        const content_id = await writeContent(tx, content, context.now());
        const entry = {
          ...newEntry({ areaId: work.area_id, name, at: context.now() }),
          parent_id: plan.folderId,
          content_id,
          bytes: content.bytes,
        };
        await tx.insertInto('file_entry').values(entry).execute();
        await assertAreaQuota(tx, context, work.area);
        const done = { entries_done: planned.files.length, bytes_done: content.bytes, ...totals };
        await endWork(tx, context, work.id, { state: 'done' }, done);
      },
      // Nothing was written of a work that was cancelled meanwhile.
      committed: remove,
      refused: remove,
    };
  } catch (error) {
    stream.destroy();
    await remove();
    throw error;
  }
}
