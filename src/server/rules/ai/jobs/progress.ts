import type { JobProgress } from '#contract/ai/workers.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Writer } from '#server/db/database.ts';
import { changeAi } from '#server/rules/ai/changes.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { tellNotified, type Notified } from '#server/rules/notifications/notify.ts';
import { lockHeld, requireHeld, type Holder } from './lease.ts';
import { noticeOfTraining } from './notices.ts';

/** PCALL-172: extends the lease. What happened is kept for the page. The lines of a worker are shown as text, and contain no patient data by the protocol. */
export async function reportProgress(
  context: ServerContext,
  holder: Holder,
  { fraction, message, events, log }: Omit<JobProgress, 'attempt'>,
): Promise<void> {
  const { team_id: teamId } = await requireHeld(context.db.read, holder);
  const now = context.now();
  let notified: Notified | null = null;
  await changeAi(context, teamId, async (tx, note) => {
    const job = await lockHeld(tx, holder);
    await tx
      .updateTable('ai_job')
      .set({ lease_until: now + LIMITS.workerLeaseMs, fraction, message })
      .where('id', '=', job.id)
      .execute();
    if (job.worker_id !== null) await tx.updateTable('ai_worker').set({ last_seen: now }).where('id', '=', job.worker_id).execute();
    const { training_id: trainingId } = job;
    if (trainingId === null) return;
    await addLines(tx, trainingId, log, now);
    const rounds = events.flatMap(({ event, round, metrics }) =>
      event === 'progress' && round !== undefined && metrics !== undefined ? [{ round, metrics }] : [],
    );
    for (const { round, metrics } of rounds) {
      const row = { metrics: JSON.stringify(metrics), created_at: now };
      await tx
        .insertInto('ai_training_round')
        .values({ training_id: trainingId, round, ...row })
        .onConflict((conflict) => conflict.columns(['training_id', 'round']).doUpdateSet(row))
        .execute();
    }
    const begun = await tx
      .updateTable('ai_training')
      .set({ state: 'running' })
      .where('id', '=', trainingId)
      .where('state', '=', 'uploading')
      .executeTakeFirst();
    if (begun.numUpdatedRows > 0n || rounds.length > 0) await note('training', trainingId);
    if (begun.numUpdatedRows > 0n) notified = await noticeOfTraining(tx, trainingId, 'aitrain.train.begin', now);
  });
  tellNotified(context.news, notified);
}

export async function addLines(tx: Writer, trainingId: number, lines: readonly string[], now: number): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .insertInto('ai_training_line')
    .values(lines.map((line) => ({ training_id: trainingId, line, created_at: now })))
    .execute();
  const oldest = await tx
    .selectFrom('ai_training_line')
    .select('id')
    .where('training_id', '=', trainingId)
    .orderBy('id', 'desc')
    .offset(LIMITS.logLinesPerTraining)
    .limit(1)
    .executeTakeFirst();
  if (oldest !== undefined)
    await tx.deleteFrom('ai_training_line').where('training_id', '=', trainingId).where('id', '<=', oldest.id).execute();
}
