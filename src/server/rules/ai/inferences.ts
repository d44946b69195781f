import { ModelManifest } from '#contract/ai/manifest.ts';
import type { AiInfer } from '#contract/ai/inferences.ts';
import type { InferState } from '#contract/infers.ts';
import type { Writer } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { noteStudyChange } from '#server/rules/studies/studies-changes.ts';
import { suitableSeries } from './add-infer.ts';
import { changeAi } from './changes.ts';
import { infersOfTeam, toInfers, withFacts, type InferRow } from './infer-rows.ts';
import { cancelJob, queueJob } from './jobs/waiting.ts';
import { needsOf } from './model-rows.ts';

const PER_PAGE = 30;
const STATES = ['queued', 'running', 'done', 'failed'] as const;

interface Asked {
  page: number;
  state?: InferState | undefined;
  batch?: string | undefined;
  model?: number | undefined;
}

/** PCALL-22. The counts are of all states, so that the page can offer them. */
export async function listInfers({ db, now }: ServerContext, caller: Member, { page, state, batch, model }: Asked) {
  let all = infersOfTeam(db.read, caller);
  if (batch !== undefined) all = all.where('ai_batch.uuid', '=', batch);
  if (model !== undefined) all = all.where('ai_model.id', '=', model);
  const counted = await all
    .select((eb) => ['infer.state', eb.fn.countAll<number>().as('count')])
    .groupBy('infer.state')
    .execute();
  const countOf = (each: InferState): number => Number(counted.find((row) => row.state === each)?.count ?? 0);
  const counts = { queued: countOf('queued'), running: countOf('running'), done: countOf('done'), failed: countOf('failed') };
  const found = state === undefined ? all : all.where('infer.state', '=', state);
  const rows = await withFacts(found)
    .orderBy('infer.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute();
  const total = state === undefined ? STATES.reduce((sum, each) => sum + counts[each], 0) : counts[state];
  return { data: await toInfers(db.read, caller, rows, now()), counts, total, per_page: PER_PAGE, current_page: page };
}

/** PCALL-22-one. */
export async function readInfer({ db, now }: ServerContext, caller: Member, id: number): Promise<AiInfer> {
  const [infer] = await toInfers(db.read, caller, [await requireInfer(db.read, caller, id)], now());
  return infer!;
}

async function requireInfer(db: Parameters<typeof infersOfTeam>[0], caller: Member, id: number): Promise<InferRow> {
  const row = await withFacts(infersOfTeam(db, caller)).where('infer.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

/** PCALL-22-delete. Of one that has ended, nothing changes. */
export async function cancelInfer(context: ServerContext, caller: Member, id: number): Promise<AiInfer> {
  await changeAi(context, caller.teamId, async (tx, note) => {
    const row = await requireInfer(tx, caller, id);
    if (row.state !== 'queued' && row.state !== 'running') return;
    await endInfers(tx, [id], context.now());
    await note('infer', id);
    await noteStudyChange(tx, { teamId: caller.teamId, studyUuid: row.study_uuid, now: context.now() });
  });
  return readInfer(context, caller, id);
}

export async function endInfers(tx: Writer, ids: readonly number[], now: number): Promise<void> {
  for (const id of ids) {
    await cancelJob(tx, { inferId: id }, now);
    await tx
      .updateTable('infer')
      .set({ state: 'failed', failure: 'cancelled', open_key: null, updated_at: now, ended_at: now })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .execute();
  }
}

/** PCALL-157. The same once more while it waits or runs has no effect. */
export async function retryInfer(context: ServerContext, caller: Member, id: number): Promise<AiInfer> {
  const now = context.now();
  await changeAi(context, caller.teamId, async (tx, note) => {
    const row = await requireInfer(tx, caller, id);
    if (row.state === 'queued' || row.state === 'running') return;
    if (row.state === 'done') throw new Refusal('infer_ended');
    if (row.version_state === 'withdrawn') throw new Refusal('version_withdrawn');
    if (!(await runAgain(tx, caller, row, { isLow: false, now }))) throw new Refusal('conflict');
    await note('infer', id);
  });
  return readInfer(context, caller, id);
}

/** Queues a failed inference again. False: the same is open as another one. */
export async function runAgain(
  tx: Writer,
  { teamId }: Member,
  row: InferRow,
  { isLow, now }: { isLow: boolean; now: number },
): Promise<boolean> {
  // Of a study for which no series was suitable: one may be by now.
  const series =
    row.series_uuid === null && row.manifest !== null
      ? await suitableSeries(tx, row.study_id, ModelManifest.parse(JSON.parse(row.manifest)))
      : undefined;
  const openKey = `${row.series_uuid ?? series?.uuid ?? row.study_uuid} ${row.version_uuid ?? row.model}`;
  const other = await tx.selectFrom('infer').select('id').where('open_key', '=', openKey).executeTakeFirst();
  if (other !== undefined) return false;
  await tx
    .updateTable('infer')
    .set({
      ...{ state: 'queued', failure: null, open_key: openKey, series_id: series?.id ?? row.series_id, worker: null },
      ...{ updated_at: now, started_at: null, ended_at: null },
    })
    .where('id', '=', row.id)
    .execute();
  await queueJob(tx, {
    teamId,
    kind: 'infer',
    needs: needsOf(row.manifest, row.model),
    inferId: row.id,
    batchId: row.batch_id,
    isLow,
    now,
  });
  if (row.batch_id !== null) await waitWithBatch(tx, row.batch_id);
  return true;
}

/** In a batch that is paused, nothing begins. */
async function waitWithBatch(tx: Writer, batchId: number): Promise<void> {
  const batch = await tx.selectFrom('ai_batch').select('state').where('id', '=', batchId).executeTakeFirst();
  if (batch?.state !== 'paused') return;
  await tx.updateTable('ai_job').set({ state: 'paused' }).where('batch_id', '=', batchId).where('state', '=', 'queued').execute();
}
