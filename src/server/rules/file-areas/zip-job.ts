import type { JobEffect, RunningJob } from '#server/jobs/job-handler.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import type { Entry } from './areas.ts';
import { makeFile } from './make-file.ts';
import type { ZipPlanOfWork } from './pack-files.ts';
import { folderOfWork, WorkFailed, type OpenWork } from './running-work.ts';
import { planZip, streamZip } from './zip-files.ts';

export async function zipTrees(context: ServerContext, work: OpenWork, job: RunningJob): Promise<JobEffect> {
  const { db, objects } = context;
  const { sources, folderId, name } = JSON.parse(work.plan!) as ZipPlanOfWork;
  await folderOfWork(db.read, folderId);
  const entries: Entry[] = [];
  for (const some of inPortions(sources)) {
    entries.push(...(await db.read.selectFrom('file_entry').selectAll().where('id', 'in', some).orderBy('name').execute()));
  }
  if (entries.length < sources.length) throw new WorkFailed('gone');
  const planned = await planZip(db.read, entries);
  let at = { index: 0, name: '' };
  return makeFile(context, work, job, {
    ...{ folderId, name, entries: planned.files.length, size: planned.size },
    open: () => streamZip(db.read, objects, planned, (file, index) => (at = { index, name: file.name })),
    at: () => ({ entries_done: at.index, current: at.name.split('/').at(-1) ?? null }),
  });
}
