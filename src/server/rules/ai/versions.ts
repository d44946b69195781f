import type { ModelManifest } from '#contract/ai/manifest.ts';
import type { AiModelDetail, AiModelVersion, RunnableModel } from '#contract/ai/models.ts';
import { marked } from '#language/t.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { changeAi } from './changes.ts';
import { readConfiguration } from './configuration.ts';
import { completeFile } from './files.ts';
import { cancelJob } from './jobs/waiting.ts';
import { modelDetail } from './models.ts';
import {
  addVersionRow,
  assertOutlines,
  assertSameKind,
  mayChangeModel,
  promotedOf,
  requireModel,
  requireVersion,
  segmentsOf,
  toVersion,
  versionRows,
} from './model-rows.ts';

export interface NewForeignVersion {
  uuid: string;
  /** UUID of the file that was sent. */
  file: string;
  sha256: string;
  manifest: ModelManifest;
}

export async function requireSentFile(db: Reader, { teamId }: Member, uuid: string): Promise<{ id: number }> {
  const file = await db.selectFrom('ai_file').select('id').where('team_id', '=', teamId).where('uuid', '=', uuid).executeTakeFirst();
  if (file === undefined) throw new Refusal('invalid', { errors: { file: [marked('It was not sent.')] } });
  return file;
}

/** A model of another maker, whose file was checked. What was measured elsewhere is not known here, so it has no report. */
export async function addVersion(
  context: ServerContext,
  caller: Member,
  modelId: number,
  { uuid, file: fileUuid, sha256, manifest }: NewForeignVersion,
): Promise<AiModelVersion> {
  const { db } = context;
  const file = await requireSentFile(db.read, caller, fileUuid);
  if ((await completeFile(context, file.id)).sha256 !== sha256)
    throw new Refusal('invalid', { errors: { sha256: [marked('Not the hash of the file.')] } });
  await changeAi(context, caller.teamId, async (tx, note) => {
    await lockTeam(tx, caller.teamId);
    const model = await requireModel(tx, caller, modelId);
    if (!mayChangeModel(model, caller)) throw new Refusal('not_allowed');
    const known = await tx.selectFrom('ai_version').select(['model_id', 'file_id']).where('uuid', '=', uuid).executeTakeFirst();
    if (known !== undefined) {
      if (known.model_id !== modelId || known.file_id !== file.id) throw new Refusal('conflict');
      return;
    }
    assertOutlines(manifest, segmentsOf(model));
    await assertSameKind(tx, modelId, manifest.clicks === true);
    await addVersionRow(tx, modelId, {
      ...{ uuid, manifest, report: null, training_id: null, file_id: file.id, created_by: caller.userId, created_at: context.now() },
    });
    await note('model', modelId);
  });
  return toVersion(await requireVersion(db.read, caller, uuid));
}

/** PCALL-152. The reason is kept in the history of the model. */
export async function promoteVersion(context: ServerContext, caller: Member, uuid: string, reason: string): Promise<AiModelDetail> {
  const now = context.now();
  const { model_id } = await changeAi(context, caller.teamId, async (tx, note) => {
    await lockTeam(tx, caller.teamId);
    const version = await requireVersion(tx, caller, uuid);
    if (version.state === 'withdrawn') throw new Refusal('version_withdrawn');
    const promoted = { version: version.id, reason, by: caller.userId, at: now };
    await tx
      .updateTable('ai_model')
      .set({ promoted: JSON.stringify(promoted), updated_at: now })
      .where('id', '=', version.model_id)
      .execute();
    await note('model', version.model_id);
    return version;
  });
  return modelDetail(context.db.read, caller, model_id, now);
}

/** PCALL-153. What waits for it ends; what it has proposed stays, marked. */
export async function withdrawVersion(context: ServerContext, caller: Member, uuid: string, reason: string): Promise<AiModelDetail> {
  const now = context.now();
  const { model_id } = await changeAi(context, caller.teamId, async (tx, note) => {
    await lockTeam(tx, caller.teamId);
    const version = await requireVersion(tx, caller, uuid);
    const model = await requireModel(tx, caller, version.model_id);
    if (!mayChangeModel(model, caller)) throw new Refusal('not_allowed');
    if (version.state === 'withdrawn') return version;
    await tx.updateTable('ai_version').set({ state: 'withdrawn', reason }).where('id', '=', version.id).execute();
    if (promotedOf(model)?.version === version.id)
      await tx.updateTable('ai_model').set({ promoted: null, updated_at: now }).where('id', '=', model.id).execute();
    const open = await tx
      .selectFrom('infer')
      .select('id')
      .where('version_id', '=', version.id)
      .where('state', 'in', ['queued', 'running'])
      .execute();
    for (const { id } of open) {
      await cancelJob(tx, { inferId: id }, now);
      await tx
        .updateTable('infer')
        .set({ state: 'failed', failure: 'withdrawn', open_key: null, updated_at: now, ended_at: now })
        .where('id', '=', id)
        .execute();
    }
    await note('model', model.id);
    return version;
  });
  return modelDetail(context.db.read, caller, model_id, now);
}

/** PCALL-155. */
export async function runnableModels({ db }: ServerContext, caller: Member): Promise<RunnableModel[]> {
  const models = await db.read
    .selectFrom('ai_model')
    .selectAll()
    .where('team_id', '=', caller.teamId)
    .where('promoted', 'is not', null)
    .orderBy('id')
    .execute();
  const { rules } = await readConfiguration(db.read, caller.teamId);
  const ids = models.map((model) => promotedOf(model)!.version);
  const versions = ids.length === 0 ? [] : await versionRows(db.read).where('ai_version.id', 'in', ids).execute();
  return models.flatMap((model) => {
    const version = versions.find(({ model_id }) => model_id === model.id);
    if (version === undefined) return [];
    const { id, name, code, structure_id } = model;
    return [
      { model: { id, name, code, structure_id }, version: toVersion(version), rules: rules.filter((rule) => rule.on && rule.model === id) },
    ];
  });
}
