import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { NewPipeline, PipelineDefinition, PipelineDetail, SavedPipeline } from '#contract/pipelines.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { PipelineTable } from '#server/db/schema.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { cancelFlowsOfPipeline } from '#server/rules/flows/end-flow.ts';
import { countFlows, flowsSeenBy } from '#server/rules/flows/flow-rows.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { requireNoProblems } from './choices.ts';
import { definitionOf } from './versions.ts';

/** A pipeline belongs to its team. In every other team its id is unknown. */

type Row = Selectable<PipelineTable>;

/** PCALL-23-one. */
export async function readPipeline(db: Reader, caller: Member, id: number): Promise<PipelineDetail> {
  const row = await requirePipeline(db, caller, id);
  const acquisitions = await db.selectFrom('pipeline_acquisition').select('code').where('pipeline_id', '=', id).orderBy('sort').execute();
  const versions = await db
    .selectFrom('pipeline_version')
    .leftJoin('user', 'user.id', 'pipeline_version.author_id')
    .select(['pipeline_version.number', 'pipeline_version.definition', 'pipeline_version.created_at', 'user.name'])
    .where('pipeline_id', '=', id)
    .orderBy('number', 'desc')
    .execute();
  const newest = versions[0];
  const toWire = (version: (typeof versions)[number]) => ({
    ...{ number: version.number, author: version.name },
    created_at: dateToWire(new Date(version.created_at)),
  });
  return {
    ...{ id, code: row.code, name: row.name, modality_code: row.modality_code, acquisitions },
    version: newest?.number ?? 0,
    current: newest === undefined ? null : { ...toWire(newest), definition: definitionOf(newest) },
    versions: versions.map(toWire),
    counts: await countFlows((await flowsSeenBy(db, caller)).where('flow.pipeline_id', '=', id)),
  };
}

export async function requirePipeline(db: Reader, { teamId }: Pick<Member, 'teamId'>, id: number): Promise<Row> {
  const row = await db
    .selectFrom('pipeline')
    .selectAll()
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

/** PCALL-23. `conflict`: the team has another pipeline of this code. */
export async function createPipeline(
  context: ServerContext,
  caller: Member,
  { code, definition, acquisitions, ...values }: z.infer<typeof NewPipeline>,
): Promise<PipelineDetail> {
  const { teamId } = caller;
  return changePipelines(context, caller, async (tx, now) => {
    const known = await tx.selectFrom('pipeline').selectAll().where('team_id', '=', teamId).where('code', '=', code).executeTakeFirst();
    if (known !== undefined) {
      const isSame = known.name === values.name && known.modality_code === values.modality_code;
      if (isSame && JSON.stringify(await newestDefinition(tx, known.id)) === JSON.stringify(definition))
        return { id: known.id, changed: false };
      throw new Refusal('conflict');
    }
    await assertModality(tx, values.modality_code);
    await assertRoom(tx, teamId);
    const { id } = await tx
      .insertInto('pipeline')
      .values({ team_id: teamId, code, ...values, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await saveAcquisitions(tx, id, acquisitions);
    if (definition !== null) await addVersion(tx, caller, { id, number: 1, definition, modality: values.modality_code, now });
    return { id, changed: true };
  });
}

/** PCALL-23-save. `conflict`: somebody else has saved since. The same once more changes nothing. */
export async function savePipeline(
  context: ServerContext,
  caller: Member,
  id: number,
  { version, definition, acquisitions, ...values }: z.infer<typeof SavedPipeline>,
): Promise<PipelineDetail> {
  return changePipelines(context, caller, async (tx, now) => {
    await requirePipeline(tx, caller, id);
    await assertModality(tx, values.modality_code);
    const current = await tx
      .selectFrom('pipeline_version')
      .select(['number', 'definition', 'author_id'])
      .where('pipeline_id', '=', id)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    const number = current?.number ?? 0;
    const isSame = definition !== null && current !== undefined && JSON.stringify(definitionOf(current)) === JSON.stringify(definition);
    const isRepeated = isSame && number === version + 1 && current.author_id === caller.userId;
    if (number !== version && !isRepeated) throw new Refusal('conflict');
    await tx.updateTable('pipeline').set(values).where('id', '=', id).execute();
    await saveAcquisitions(tx, id, acquisitions);
    if (definition !== null && !isSame)
      await addVersion(tx, caller, { id, number: number + 1, definition, modality: values.modality_code, now });
    return { id, changed: true };
  });
}

/** PCALL-23-delete. Deleting a deleted pipeline succeeds, so the call may be repeated. */
export async function deletePipeline(context: ServerContext, caller: Member, id: number): Promise<void> {
  const { db, news, now } = context;
  const seq = await db.write(async (tx) => {
    await lockTeam(tx, caller.teamId);
    const row = await tx.selectFrom('pipeline').selectAll().where('id', '=', id).where('team_id', '=', caller.teamId).executeTakeFirst();
    if (row === undefined) throw new Refusal('not_found');
    if (row.deleted_at !== null) return null;
    // Its code is free for another one.
    await tx
      .updateTable('pipeline')
      .set({ deleted_at: now(), code: `${row.code}~${id}` })
      .where('id', '=', id)
      .execute();
    await cancelFlowsOfPipeline(tx, { pipelineId: id, now: now() });
    return notePipeline(tx, context, caller, id);
  });
  if (seq !== null) news.toTeam(caller.teamId, 'change', { seq });
}

/** The change, with the team locked. The pipeline is read after the commit. */
async function changePipelines(
  context: ServerContext,
  caller: Member,
  change: (tx: Writer, now: number) => Promise<{ id: number; changed: boolean }>,
): Promise<PipelineDetail> {
  const { id, seq } = await context.db.write(async (tx) => {
    await lockTeam(tx, caller.teamId);
    const made = await change(tx, context.now());
    return { id: made.id, seq: made.changed ? await notePipeline(tx, context, caller, made.id) : null };
  });
  if (seq !== null) context.news.toTeam(caller.teamId, 'change', { seq });
  return readPipeline(context.db.read, caller, id);
}

function notePipeline(tx: Writer, { now }: ServerContext, { teamId }: Member, id: number): Promise<number> {
  return appendChange(tx, { teamId, kind: 'pipeline', ref: String(id), now: now() });
}

async function newestDefinition(tx: Writer, id: number): Promise<PipelineDefinition | null> {
  const row = await tx
    .selectFrom('pipeline_version')
    .select('definition')
    .where('pipeline_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : definitionOf(row);
}

async function addVersion(
  tx: Writer,
  caller: Member,
  { id, number, definition, modality, now }: { id: number; number: number; definition: PipelineDefinition; modality: string; now: number },
): Promise<void> {
  await requireNoProblems(tx, caller, definition, modality);
  await tx
    .insertInto('pipeline_version')
    .values({ pipeline_id: id, number, definition: JSON.stringify(definition), author_id: caller.userId, created_at: now })
    .execute();
}

async function saveAcquisitions(tx: Writer, id: number, codes: PipelineDetail['acquisitions'][number]['code'][]): Promise<void> {
  await tx.deleteFrom('pipeline_acquisition').where('pipeline_id', '=', id).execute();
  const own = [...new Set(codes)];
  if (own.length === 0) return;
  await tx
    .insertInto('pipeline_acquisition')
    .values(own.map((code, sort) => ({ pipeline_id: id, code, sort })))
    .execute();
}

async function assertModality(tx: Writer, code: string): Promise<void> {
  const known = await tx.selectFrom('modality').select('code').where('code', '=', code).executeTakeFirst();
  if (known === undefined) throw new Refusal('invalid', { errors: { modality_code: [marked('There is no such modality.')] } });
}

async function assertRoom(tx: Writer, teamId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('pipeline')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const max = LIMITS.pipelinesPerTeam;
  if (count >= max) throw new Refusal('too_large', { limit: { name: 'pipelinesPerTeam', max } });
}
