import type { Writer } from '#server/db/database.ts';

/** In a transaction that has locked the team. What the flows have done stays, and so do the tasks that they asked for. */
export async function cancelFlowsOfPipeline(tx: Writer, { pipelineId, now }: { pipelineId: number; now: number }): Promise<void> {
  await tx.updateTable('flow').set(cancelled(now)).where('pipeline_id', '=', pipelineId).where('open_key', 'is not', null).execute();
}

export const cancelled = (now: number) => ({ state: 'cancelled' as const, open_key: null, updated_at: now, ended_at: now });
