import type { Selectable } from 'kysely';
import type { JobFailure } from '#contract/ai/trainings.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Writer } from '#server/db/database.ts';
import type { AiJobTable } from '#server/db/ai-tables.ts';
import type { NoteAi } from '#server/rules/ai/changes.ts';
import { changeAi } from '#server/rules/ai/changes.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { tellNotified, type Notified } from '#server/rules/notifications/notify.ts';
import { noticeOfTraining } from './notices.ts';
import { canTake, servingNow } from './waiting.ts';

type Job = Selectable<AiJobTable>;

/** Claims after which a job fails although another one may try again. */
export const MOST_ATTEMPTS = 4;

/** The training or the inference of a claimed job. */
export async function noteStart(tx: Writer, job: Job, note: NoteAi, now: number): Promise<void> {
  if (job.training_id !== null) {
    await tx.updateTable('ai_training').set({ state: 'uploading', failure: null }).where('id', '=', job.training_id).execute();
    return note('training', job.training_id);
  }
  const worker = await tx.selectFrom('ai_worker').select('name').where('id', '=', job.worker_id).executeTakeFirst();
  await tx
    .updateTable('infer')
    .set({ state: 'running', failure: null, started_at: now, updated_at: now, worker: worker?.name ?? null })
    .where('id', '=', job.infer_id)
    .execute();
  return note('infer', job.infer_id!);
}

/** Back to the queue for another attempt; `failed` once there were enough, or if none can help. Returns who is to be told. */
export async function giveUp(
  tx: Writer,
  job: Job,
  { reason, again, note, now }: { reason: JobFailure; again: boolean; note: NoteAi; now: number },
): Promise<Notified | null> {
  const isOver = !again || job.tries >= MOST_ATTEMPTS;
  await tx
    .updateTable('ai_job')
    .set({
      ...{ state: isOver ? 'failed' : 'queued', lease_until: null, ticket_hash: null, worker_id: isOver ? job.worker_id : null },
      ...{ fraction: 0, message: '', ended_at: isOver ? now : null },
    })
    .where('id', '=', job.id)
    .execute();
  if (job.training_id !== null) {
    const state = isOver ? 'failed' : 'queued';
    await tx
      .updateTable('ai_training')
      .set({ state, failure: isOver ? reason : null, ended_at: isOver ? now : null })
      .where('id', '=', job.training_id)
      .execute();
    await note('training', job.training_id);
    return isOver ? noticeOfTraining(tx, job.training_id, 'aitrain.train.fail', now) : null;
  }
  const ended = { failure: reason, ended_at: now, open_key: null };
  await tx
    .updateTable('infer')
    .set({ state: isOver ? 'failed' : 'queued', updated_at: now, ...(isOver && ended) })
    .where('id', '=', job.infer_id)
    .execute();
  await note('infer', job.infer_id!);
  return null;
}

/** Jobs whose workers have been silent for longer than their lease. Called before each claim and by the clock. */
export async function endSilent(context: ServerContext): Promise<void> {
  const now = context.now();
  const silent = await context.db.read
    .selectFrom('ai_job')
    .selectAll()
    .where('state', '=', 'running')
    .where('lease_until', '<', now)
    .limit(100)
    .execute();
  for (const job of silent) {
    let notified: Notified | null = null;
    await changeAi(context, job.team_id, async (tx, note) => {
      // Another process may have seen it too, or the worker has answered meanwhile.
      const mine = await tx
        .updateTable('ai_job')
        .set({ lease_until: null })
        .where('id', '=', job.id)
        .where('state', '=', 'running')
        .where('attempt', '=', job.attempt)
        .where('lease_until', '<', now)
        .executeTakeFirst();
      if (mine.numUpdatedRows === 0n) return;
      notified = await giveUp(tx, job, { reason: 'lost', again: true, note, now });
    });
    tellNotified(context.news, notified);
  }
}

/** What a built-in worker of an earlier process had taken goes back to the queue at once. */
export async function releaseBuiltIn(context: ServerContext, workerUuid: string): Promise<void> {
  const { db } = context;
  const worker = await db.read.selectFrom('ai_worker').select('id').where('uuid', '=', workerUuid).executeTakeFirst();
  if (worker === undefined) return;
  await db.write((tx) =>
    tx.updateTable('ai_job').set({ lease_until: 0 }).where('worker_id', '=', worker.id).where('state', '=', 'running').execute(),
  );
  await endSilent(context);
}

/** Jobs that have waited for long, and that no worker of now could take. Called by the clock. */
export async function endWithoutWorker(context: ServerContext): Promise<void> {
  const now = context.now();
  const waiting = await context.db.read
    .selectFrom('ai_job')
    .selectAll()
    .where('state', '=', 'queued')
    .where('created_at', '<', now - LIMITS.jobWithoutWorkerMs)
    .limit(500)
    .execute();
  if (waiting.length === 0) return;
  const serving = await servingNow(context.db.read, now);
  for (const job of waiting.filter((each) => !canTake(serving, each))) {
    let notified: Notified | null = null;
    await changeAi(context, job.team_id, async (tx, note) => {
      const current = await tx.selectFrom('ai_job').selectAll().where('id', '=', job.id).where('state', '=', 'queued').executeTakeFirst();
      if (current !== undefined) notified = await giveUp(tx, current, { reason: 'no_worker', again: false, note, now });
    });
    tellNotified(context.news, notified);
  }
}
