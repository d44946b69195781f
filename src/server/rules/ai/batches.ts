import type { z } from 'zod';
import type { InferBatch, NewInferBatch } from '#contract/ai/inferences.ts';
import type { JobFailure } from '#contract/ai/trainings.ts';
import { dateToWire } from '#contract/dates.ts';
import type { InferState } from '#contract/infers.ts';
import { MAY_SUCCEED } from '#model/ai/job-words.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { changeAi } from './changes.ts';
import { addInferOfVersion } from './add-infer.ts';
import { endInfers, runAgain } from './inferences.ts';
import { infersOfTeam, toInferredBy, withFacts } from './infer-rows.ts';
import { promotedOf, requireModel, takesClicks, versionRows } from './model-rows.ts';

const MOST_SHOWN = 100;

/** PCALL-158. */
export async function listBatches({ db }: ServerContext, caller: Member): Promise<InferBatch[]> {
  return toBatches(db.read, caller, null);
}

async function toBatches(db: Reader, { teamId }: Member, uuid: string | null): Promise<InferBatch[]> {
  const rows = await db
    .selectFrom('ai_batch')
    .innerJoin('ai_version', 'ai_version.id', 'ai_batch.version_id')
    .innerJoin('ai_model', 'ai_model.id', 'ai_version.model_id')
    .leftJoin('user', 'user.id', 'ai_batch.created_by')
    .selectAll('ai_batch')
    .select([
      'ai_version.uuid as version_uuid',
      'ai_version.number',
      'ai_version.report',
      'ai_version.manifest',
      'ai_version.state as version_state',
    ])
    .select(['ai_model.id as model_id', 'ai_model.name as model_name', 'user.name as user_name'])
    .where('ai_batch.team_id', '=', teamId)
    .$if(uuid !== null, (query) => query.where('ai_batch.uuid', '=', uuid!))
    .orderBy('ai_batch.id', 'desc')
    .limit(MOST_SHOWN)
    .execute();
  if (rows.length === 0) return [];
  const counted = await db
    .selectFrom('infer')
    .select((eb) => ['batch_id', 'state', eb.fn.countAll<number>().as('count')])
    .where(
      'batch_id',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy(['batch_id', 'state'])
    .execute();
  return rows.map((row) => {
    const countOf = (state: InferState): number =>
      Number(counted.find((each) => each.batch_id === row.id && each.state === state)?.count ?? 0);
    return {
      ...{
        uuid: row.uuid,
        title: row.title,
        state: row.state,
        created_by: row.user_name,
        created_at: dateToWire(new Date(row.created_at)),
      },
      model: toInferredBy({ ...row, model: row.model_name }),
      counts: { queued: countOf('queued'), running: countOf('running'), done: countOf('done'), failed: countOf('failed') },
    };
  });
}

async function readBatch(db: Reader, caller: Member, uuid: string): Promise<InferBatch> {
  const [batch] = await toBatches(db, caller, uuid);
  if (batch === undefined) throw new Refusal('not_found');
  return batch;
}

/** PCALL-158-create. All studies or none; one for which the model is not suitable fails by itself. */
export async function createBatch(
  context: ServerContext,
  caller: Member,
  { uuid, title, model_id, studies }: z.infer<typeof NewInferBatch>,
): Promise<InferBatch> {
  const { teamId, userId } = caller;
  const now = context.now();
  await changeAi(context, teamId, async (tx, note) => {
    await lockTeam(tx, teamId);
    const known = await tx.selectFrom('ai_batch').select('id').where('team_id', '=', teamId).where('uuid', '=', uuid).executeTakeFirst();
    if (known !== undefined) return;
    const promoted = promotedOf(await requireModel(tx, caller, model_id));
    if (promoted === null) throw new Refusal('model_not_promoted');
    const version = await versionRows(tx).where('ai_version.id', '=', promoted.version).executeTakeFirstOrThrow();
    if (takesClicks(version.manifest)) throw new Refusal('model_takes_clicks');
    const found = await studiesOfTeam(tx, teamId)
      .select(['study.id', 'study.uuid'])
      .where('study.uuid', 'in', [...new Set(studies)])
      .orderBy('study.id')
      .execute();
    if (found.length !== new Set(studies).size) throw new Refusal('not_found');
    const { id } = await tx
      .insertInto('ai_batch')
      .values({ team_id: teamId, uuid, title, version_id: version.id, state: 'running', created_by: userId, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const study of found)
      await addInferOfVersion(tx, { teamId, studyId: study.id, studyUuid: study.uuid, seriesId: null, seriesUuid: null }, version, {
        userId,
        batchId: id,
        isLow: true,
        now,
      });
    await note('infer', uuid);
  });
  return readBatch(context.db.read, caller, uuid);
}

/** PCALL-158-save. A cancelled one stays so. */
export async function moveBatch(context: ServerContext, caller: Member, uuid: string, state: InferBatch['state']): Promise<InferBatch> {
  const { teamId } = caller;
  const now = context.now();
  await changeAi(context, teamId, async (tx, note) => {
    await lockTeam(tx, teamId);
    const batch = await tx
      .selectFrom('ai_batch')
      .select(['id', 'state'])
      .where('team_id', '=', teamId)
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (batch === undefined) throw new Refusal('not_found');
    if (batch.state === state) return;
    if (batch.state === 'cancelled') throw new Refusal('infer_ended');
    await tx.updateTable('ai_batch').set({ state }).where('id', '=', batch.id).execute();
    if (state === 'cancelled') {
      const open = await tx
        .selectFrom('infer')
        .select('id')
        .where('batch_id', '=', batch.id)
        .where('state', 'in', ['queued', 'running'])
        .execute();
      await endInfers(
        tx,
        open.map(({ id }) => id),
        now,
      );
    } else {
      const [from, to] = state === 'paused' ? (['queued', 'paused'] as const) : (['paused', 'queued'] as const);
      await tx.updateTable('ai_job').set({ state: to }).where('batch_id', '=', batch.id).where('state', '=', from).execute();
    }
    await note('infer', uuid);
  });
  return readBatch(context.db.read, caller, uuid);
}

/**
 * PCALL-182: all failed inferences that may succeed, in one go. What would fail in the same way stays failed, and so does what is open as another inference. Sent twice, it has
 * no further effect while they wait or run. In a batch that is paused they wait.
 */
export async function retryBatch(context: ServerContext, caller: Member, uuid: string): Promise<InferBatch> {
  const { teamId } = caller;
  const now = context.now();
  await changeAi(context, teamId, async (tx, note) => {
    await lockTeam(tx, teamId);
    const batch = await tx
      .selectFrom('ai_batch')
      .innerJoin('ai_version', 'ai_version.id', 'ai_batch.version_id')
      .select(['ai_batch.id', 'ai_batch.state', 'ai_version.state as version_state'])
      .where('ai_batch.team_id', '=', teamId)
      .where('ai_batch.uuid', '=', uuid)
      .executeTakeFirst();
    if (batch === undefined) throw new Refusal('not_found');
    if (batch.state === 'cancelled') throw new Refusal('infer_ended');
    if (batch.version_state === 'withdrawn') throw new Refusal('version_withdrawn');
    const failed = await withFacts(infersOfTeam(tx, caller))
      .where('infer.batch_id', '=', batch.id)
      .where('infer.state', '=', 'failed')
      .orderBy('infer.id')
      .execute();
    for (const row of failed) {
      if (row.failure !== null && !MAY_SUCCEED.has(row.failure as JobFailure)) continue;
      await runAgain(tx, caller, row, { isLow: true, now });
    }
    await note('infer', uuid);
  });
  return readBatch(context.db.read, caller, uuid);
}
