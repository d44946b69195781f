import type { z } from 'zod';
import type { AiModelDetail, SavedAiModel } from '#contract/ai/models.ts';
import { LIMITS } from '#contract/limits.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { hasWord, searchWords } from '#server/rules/studies/name-search.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { changeAi } from './changes.ts';
import { deleteFiles } from './files.ts';
import { mayChangeModel, promotedOf, requireModel, segmentsOf, toModels, toVersion, versionRows } from './model-rows.ts';
import { qualityOf, usedOf } from './use-of-model.ts';

const PER_PAGE = 30;

/** PCALL-20. */
export async function listModels(
  { db }: ServerContext,
  caller: Member,
  { page, search = '' }: { page: number; search?: string | undefined },
) {
  let found = db.read.selectFrom('ai_model').where('team_id', '=', caller.teamId);
  for (const word of searchWords(search))
    found = found.where((eb) => eb.or([hasWord(eb.ref('ai_model.name'), word), hasWord(eb.ref('ai_model.code'), word)]));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute();
  return { data: await toModels(db.read, caller, rows), total: Number(total), per_page: PER_PAGE, current_page: page };
}

/** CALL-081. */
export async function modelDetail(db: Reader, caller: Member, id: number, now: number): Promise<AiModelDetail> {
  const row = await requireModel(db, caller, id);
  const [model] = await toModels(db, caller, [row]);
  const versions = await versionRows(db).where('ai_version.model_id', '=', id).orderBy('ai_version.number', 'desc').execute();
  const promoted = promotedOf(row);
  return {
    ...model!,
    versions: versions.map(toVersion),
    used: await usedOf(db, promoted?.version ?? null),
    quality: await qualityOf(db, id, now),
  };
}

/** PCALL-20-create. */
export async function createModel(
  context: ServerContext,
  caller: Member,
  { uuid, parent_id, ...saved }: z.infer<typeof SavedAiModel> & { uuid: string; parent_id: number | null },
): Promise<AiModelDetail> {
  const { teamId } = caller;
  const now = context.now();
  const id = await changeAi(context, teamId, async (tx, note) => {
    await lockTeam(tx, teamId);
    const known = await tx.selectFrom('ai_model').select('id').where('team_id', '=', teamId).where('uuid', '=', uuid).executeTakeFirst();
    if (known !== undefined) return known.id;
    await assertStructure(tx, teamId, saved.structure_id);
    if (parent_id !== null) await requireModel(tx, caller, parent_id);
    await assertRoom(tx, teamId);
    const made = await tx
      .insertInto('ai_model')
      .values({
        ...{ team_id: teamId, uuid, parent_id, promoted: null, created_by: caller.userId, created_at: now, updated_at: now },
        ...toColumns(saved),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await note('model', made.id);
    return made.id;
  });
  return modelDetail(context.db.read, caller, id, now);
}

/** PCALL-20-save. `model_fixed`: a version or a training relies on the structure and the segments. */
export async function saveModel(
  context: ServerContext,
  caller: Member,
  id: number,
  saved: z.infer<typeof SavedAiModel>,
): Promise<AiModelDetail> {
  const now = context.now();
  await changeAi(context, caller.teamId, async (tx, note) => {
    await lockTeam(tx, caller.teamId);
    const current = await requireModel(tx, caller, id);
    if (!mayChangeModel(current, caller)) throw new Refusal('not_allowed');
    const isSame = current.structure_id === saved.structure_id && JSON.stringify(segmentsOf(current)) === JSON.stringify(saved.segments);
    if (!isSame && (await isReliedOn(tx, id))) throw new Refusal('model_fixed');
    if (!isSame) await assertStructure(tx, caller.teamId, saved.structure_id);
    await tx
      .updateTable('ai_model')
      .set({ ...toColumns(saved), updated_at: now })
      .where('id', '=', id)
      .execute();
    await note('model', id);
  });
  return modelDetail(context.db.read, caller, id, now);
}

/** PCALL-20-delete. */
export async function deleteModel(context: ServerContext, caller: Member, id: number): Promise<void> {
  const unused = await changeAi(context, caller.teamId, async (tx, note) => {
    await lockTeam(tx, caller.teamId);
    const current = await tx
      .selectFrom('ai_model')
      .selectAll()
      .where('id', '=', id)
      .where('team_id', '=', caller.teamId)
      .executeTakeFirst();
    if (current === undefined) return [];
    if (!mayChangeModel(current, caller)) throw new Refusal('not_allowed');
    const results = await tx
      .selectFrom('infer')
      .innerJoin('ai_version', 'ai_version.id', 'infer.version_id')
      .select('infer.id')
      .where('ai_version.model_id', '=', id)
      .limit(1)
      .execute();
    const running = await tx
      .selectFrom('ai_training')
      .select('id')
      .where('model_id', '=', id)
      .where('state', 'in', ['queued', 'uploading', 'running'])
      .limit(1)
      .execute();
    if (results.length + running.length > 0) throw new Refusal('model_in_use');
    const files = await filesOfModel(tx, id);
    await tx.deleteFrom('ai_model').where('id', '=', id).execute();
    await note('model', id);
    return deleteFiles(tx, files);
  });
  await removeUnusedObjects(context, unused);
}

/** Of its versions, and what its trainings handed in. */
async function filesOfModel(tx: Writer, id: number): Promise<number[]> {
  const versions = await tx.selectFrom('ai_version').select('file_id').where('model_id', '=', id).execute();
  const outputs = await tx
    .selectFrom('ai_output')
    .innerJoin('ai_job', 'ai_job.id', 'ai_output.job_id')
    .innerJoin('ai_training', 'ai_training.id', 'ai_job.training_id')
    .select('ai_output.file_id')
    .where('ai_training.model_id', '=', id)
    .execute();
  return [...new Set([...versions, ...outputs].map(({ file_id }) => file_id))];
}

function toColumns({ name, code, description, structure_id, segments }: z.infer<typeof SavedAiModel>) {
  return { name, code, description, structure_id, segments: JSON.stringify(segments) };
}

async function isReliedOn(tx: Writer, id: number): Promise<boolean> {
  const version = await tx.selectFrom('ai_version').select('id').where('model_id', '=', id).limit(1).executeTakeFirst();
  const training = await tx.selectFrom('ai_training').select('id').where('model_id', '=', id).limit(1).executeTakeFirst();
  return version !== undefined || training !== undefined;
}

async function assertStructure(tx: Writer, teamId: number, id: number): Promise<void> {
  const found = await tx
    .selectFrom('structure')
    .select('id')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('team_id', 'is', null), eb('team_id', '=', teamId)]))
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('invalid', { errors: { structure_id: [marked('There is no such structure.')] } });
}

async function assertRoom(tx: Writer, teamId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('ai_model')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= LIMITS.aiModelsPerTeam)
    throw new Refusal('too_many', { limit: { name: 'aiModelsPerTeam', max: LIMITS.aiModelsPerTeam } });
}
