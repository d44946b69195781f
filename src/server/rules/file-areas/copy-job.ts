import type { Reader } from '#server/db/database.ts';
import type { JobEffect, RunningJob } from '#server/jobs/job-handler.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { assertAreaQuota } from './areas.ts';
import { copiesIn, type CopyPlan } from './change-files.ts';
import { TreeCopy, type Placing } from './placing.ts';
import { ENTRIES_AT_ONCE, folderOfWork, makeHidden, portion, Progress, publish, WorkFailed, type OpenWork } from './running-work.ts';

export async function copyTrees(context: ServerContext, work: OpenWork, job: RunningJob): Promise<JobEffect> {
  const plan = JSON.parse(work.plan!) as CopyPlan;
  const placings = await placingsOf(context.db.read, plan);
  const from = [...new Set(placings.map(({ source }) => source.area_id))];
  const hidden = await makeHidden(context, work);
  const progress = new Progress(context, work, job);
  const tree = new TreeCopy(
    placings.map(({ source }, n) => ({ source, name: String(n) })),
    hidden,
    context.now(),
  );
  for (let isMore = true; isMore;) {
    isMore = await portion(context, work, from, async (tx) => {
      const goesOn = await tree.next(tx, ENTRIES_AT_ONCE);
      await assertAreaQuota(tx, context, work.area);
      return goesOn;
    });
    await progress.tell({ entries_done: tree.entries, bytes_done: tree.bytes });
  }
  const done = { entries_done: tree.entries, bytes_done: tree.bytes };
  return publish(context, work, { hidden, folderId: plan.folderId, conflict: plan.conflict, done }, (tx) =>
    copiesIn(tx, hidden.id, placings),
  );
}

async function placingsOf(db: Reader, { sources, folderId }: CopyPlan): Promise<Placing[]> {
  const folder = await folderOfWork(db, folderId);
  const placings: Placing[] = [];
  for (const { id, name } of sources) {
    const source = await db.selectFrom('file_entry').selectAll().where('id', '=', id).executeTakeFirst();
    if (source === undefined) throw new WorkFailed('gone');
    placings.push({ source, folder, name });
  }
  return placings;
}
