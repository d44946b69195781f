import { BlueprintFields, type Blueprint } from '#contract/pipelines.ts';
import { LIMITS } from '#contract/limits.ts';
import { SHIPPED_BLUEPRINTS } from '#model/pipelines/shipped-blueprints.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';

/** PCALL-23-blueprints. */
export async function listBlueprints(db: Reader, { teamId }: Member): Promise<Blueprint[]> {
  const rows = await db.selectFrom('pipeline_blueprint').selectAll().where('team_id', '=', teamId).orderBy('title').orderBy('id').execute();
  return [...SHIPPED_BLUEPRINTS, ...rows.map(toBlueprint)];
}

const toBlueprint = ({ uuid, fields }: { uuid: string; fields: string }): Blueprint => ({
  ...BlueprintFields.parse(JSON.parse(fields)),
  uuid,
  ships: false,
});

/** PCALL-23-blueprint. */
export async function saveBlueprint(context: ServerContext, caller: Member, uuid: string, fields: BlueprintFields): Promise<Blueprint> {
  const { teamId, userId } = caller;
  assertOwn(uuid);
  await changeBlueprints(context, caller, async (tx, now) => {
    const known = await tx
      .selectFrom('pipeline_blueprint')
      .select(['id', 'created_by'])
      .where('team_id', '=', teamId)
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    const values = { title: fields.title, fields: JSON.stringify(fields), updated_at: now };
    if (known !== undefined) {
      if (!mayDeleteWorkOf(known.created_by, caller)) throw new Refusal('not_allowed');
      await tx.updateTable('pipeline_blueprint').set(values).where('id', '=', known.id).execute();
      return;
    }
    await assertRoom(tx, teamId);
    await tx
      .insertInto('pipeline_blueprint')
      .values({ team_id: teamId, uuid, ...values, created_by: userId, created_at: now })
      .execute();
  });
  return { ...fields, uuid, ships: false };
}

/** PCALL-23-delete-blueprint. */
export async function deleteBlueprint(context: ServerContext, caller: Member, uuid: string): Promise<void> {
  assertOwn(uuid);
  await changeBlueprints(context, caller, async (tx) => {
    const own = tx.selectFrom('pipeline_blueprint').select(['id', 'created_by']).where('team_id', '=', caller.teamId);
    const row = await own.where('uuid', '=', uuid).executeTakeFirst();
    if (row === undefined) return;
    if (!mayDeleteWorkOf(row.created_by, caller)) throw new Refusal('not_allowed');
    await tx.deleteFrom('pipeline_blueprint').where('id', '=', row.id).execute();
  });
}

async function changeBlueprints(context: ServerContext, { teamId }: Member, change: (tx: Writer, now: number) => Promise<void>) {
  const now = context.now();
  const seq = await context.db.write(async (tx) => {
    await lockTeam(tx, teamId);
    await change(tx, now);
    return appendChange(tx, { teamId, kind: 'pipeline', ref: 'blueprints', now });
  });
  context.news.toTeam(teamId, 'change', { seq });
}

function assertOwn(uuid: string): void {
  if (SHIPPED_BLUEPRINTS.some((blueprint) => blueprint.uuid === uuid)) throw new Refusal('not_allowed');
}

async function assertRoom(tx: Writer, teamId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('pipeline_blueprint')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  const max = LIMITS.blueprintsPerTeam;
  if (count >= max) throw new Refusal('too_large', { limit: { name: 'blueprintsPerTeam', max } });
}
