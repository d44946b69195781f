import { randomUUID } from 'node:crypto';
import type { BatchProblem } from '#contract/batch.ts';
import { classifyFile } from '#model/files/file-rules.ts';
import type { ArchiveUnpacker } from '#server/archives/archive-unpacker.ts';
import type { Writer } from '#server/db/database.ts';
import type { JobEffect, JobHandler, RunningJob } from '#server/jobs/job-handler.ts';
import { findBatch, lockBatch, piecesOfBatchFile, sortedOf, type BatchFile, type SortedStudies } from './batch.ts';
import { createBatchSource } from './source.ts';
import { nextBatchState } from './states.ts';
import { unpackArchive } from './unpack.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { appendChange } from '#server/rules/changes.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { NOTHING_TO_DO } from '#server/rules/conversion/series-of-job.ts';
import { lockUpload, type Upload } from '#server/rules/uploads/uploads.ts';

/**
 * `read-batch`: the archives of a session are unpacked one after another, then everything is sorted by study and series. [Note: Batches]
 *
 * An archive and its contents are recorded in one transaction, so that after a kill the next one follows; a half-unpacked archive is
 * unpacked again, under the same keys. One that cannot be read, takes too long or crashes the unpacker is reported and left behind: it
 * never delays other files.
 */
export function createReadBatchHandler(context: ServerContext, unpacker: ArchiveUnpacker): JobHandler {
  return {
    async run(job) {
      const upload = await uploadOfJob(context, job.payload);
      if (upload === null || (await findBatch(context.db.read, upload.id))?.state !== 'reading') return NOTHING_TO_DO;
      const archives = await waitingArchives(context, upload);
      for (const [index, archive] of archives.entries()) {
        await unpackArchive(context, unpacker, upload, archive, job);
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

function isArchive({ name, size }: Pick<BatchFile, 'name' | 'size'>): boolean {
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
    // Read again, with a password or one more archive: what the user has arranged by these ids stays the same.
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
    for (const some of inPortions(ids)) {
      await tx.updateTable('batch_file').set({ problem }).where('id', 'in', some).execute();
    }
  }
}

function endRead(context: ServerContext, upload: Upload, sort: (tx: Writer, before: SortedStudies) => Promise<SortedStudies>): JobEffect {
  let seq: number | null = null;
  return {
    async effect(tx) {
      if ((await lockUpload(tx, upload.id)) !== 'open') return;
      const batch = await lockBatch(tx, upload.id);
      const state = nextBatchState(batch.state, 'ended');
      if (state === null) return;
      const sorted = JSON.stringify(await sort(tx, sortedOf(batch)));
      await tx.updateTable('batch').set({ state, sorted }).where('upload_id', '=', upload.id).execute();
      // Made from the earlier contents of the series.
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

/** Every try crashed: the unreadable files are reported, and the user is notified. */
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

/** Files that were opened but never sorted are shown to nobody, so the archive that held them reports the problem. */
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
