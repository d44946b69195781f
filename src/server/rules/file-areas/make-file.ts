import type { Readable } from 'node:stream';
import type { JobEffect, RunningJob } from '#server/jobs/job-handler.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { assertAreaQuota, childOf, newEntry } from './areas.ts';
import { ContentWriter, folderOfTry, writeContent } from './contents.ts';
import { freeName } from './placing.ts';
import { assertRoom, lockWork, Progress, roomOf, type Done, type OpenWork } from './running-work.ts';
import { assertRoomInFolder, isLiving } from './trees.ts';
import { endWork, isOpen } from './works.ts';

interface NewFile {
  folderId: number;
  name: string;
  entries: number;
  /** Null if it is only known at the end. */
  size: number | null;
  /** Called once, when there is room. */
  open: () => Readable;
  /** How far it is, beside its bytes. */
  at?: () => Pick<Done, 'entries_done' | 'current'>;
  /** Before it appears. */
  check?: () => Promise<void>;
}

/** A work that makes one file of a stream: it appears in the transaction that ends the job, with a number where its name exists by then. */
export async function makeFile(context: ServerContext, work: OpenWork, job: RunningJob, file: NewFile): Promise<JobEffect> {
  const { folderId, size } = file;
  const room = await roomOf(context, work.area);
  assertRoom(room, size ?? 0);
  const progress = new Progress(context, work, job);
  const totals = { entries_total: file.entries, bytes_total: size };
  const writer = new ContentWriter(context.objects, folderOfTry(work));
  const stream = file.open();
  const remove = (): Promise<void> => removeUnusedObjects(context, writer.keys);
  try {
    for await (const bytes of stream) {
      await writer.add(bytes as Uint8Array);
      if (size === null) assertRoom(room, writer.bytes);
      await progress.tell({ ...totals, bytes_done: writer.bytes, ...file.at?.() });
    }
    const content = await writer.end();
    await file.check?.();
    return {
      async effect(tx) {
        const current = await lockWork(tx, work.id);
        if (current === null || !isOpen(current)) return;
        if (!(await isLiving(tx, folderId))) return endWork(tx, context, work.id, { state: 'failed', failure: 'gone' });
        const isTaken = (await childOf(tx, folderId, file.name)) !== null;
        const name = isTaken ? await freeName(tx, folderId, file.name) : file.name;
        const content_id = await writeContent(tx, content, context.now());
        const entry = {
          ...newEntry({ areaId: work.area_id, name, at: context.now() }),
          ...{ parent_id: folderId, content_id, bytes: content.bytes },
        };
        await tx.insertInto('file_entry').values(entry).execute();
        await assertRoomInFolder(tx, folderId);
        await assertAreaQuota(tx, context, work.area);
        const done = { entries_done: file.entries, entries_total: file.entries, bytes_done: content.bytes, bytes_total: content.bytes };
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
