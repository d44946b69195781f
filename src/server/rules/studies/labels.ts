import type { Selectable } from 'kysely';
import type { Label } from '#contract/labels.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { LabelTable } from '#server/db/schema.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { toSearched } from './studies-search.ts';

/** A label belongs to its team. In every other team its id is unknown. */

/** CALL-027. */
export async function labelsOfTeam(db: Reader, teamId: number): Promise<Label[]> {
  const rows = await db.selectFrom('label').selectAll().where('team_id', '=', teamId).orderBy('name_key').execute();
  return rows.map(toLabel);
}

/** CALL-028. */
export async function createLabel(
  context: ServerContext,
  caller: Member,
  { name, color }: { name: string; color: string },
): Promise<Label> {
  const { teamId } = caller;
  return changeLabels(context, teamId, async (tx) => {
    const key = toSearched(name);
    await assertNameFree(tx, teamId, key, null);
    const { count } = await tx
      .selectFrom('label')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('team_id', '=', teamId)
      .executeTakeFirstOrThrow();
    const max = LIMITS.labelsPerTeam;
    if (count >= max) throw new Refusal('too_large', { limit: { name: 'labelsPerTeam', max } });
    const now = context.now();
    const row = await tx
      .insertInto('label')
      .values({ team_id: teamId, name, name_key: key, color, created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { changed: row.id, answer: toLabel(row) };
  });
}

/** CALL-029: omitted fields stay, so that one user's new name and another's new colour are both kept. */
export async function changeLabel(
  context: ServerContext,
  caller: Member,
  { id, name, color }: { id: number; name?: string | undefined; color?: string | undefined },
): Promise<Label> {
  const { teamId } = caller;
  return changeLabels(context, teamId, async (tx) => {
    const label = await tx.selectFrom('label').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
    if (label === undefined) throw new Refusal('not_found');
    const next = { name: name ?? label.name, color: color ?? label.color };
    if (next.name === label.name && next.color === label.color) return { changed: null, answer: toLabel(label) };
    const key = toSearched(next.name);
    await assertNameFree(tx, teamId, key, id);
    const row = await tx
      .updateTable('label')
      .set({ ...next, name_key: key, updated_at: context.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { changed: id, answer: toLabel(row) };
  });
}

/** PCALL-01: its links are deleted with it. Deleting a deleted label succeeds, so the call may be repeated. */
export async function deleteLabel(context: ServerContext, caller: Member, id: number): Promise<void> {
  const { teamId } = caller;
  await changeLabels(context, teamId, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('label').where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
    return { changed: numDeletedRows > 0n ? id : null, answer: null };
  });
}

/** Label changes of a team run one after the other, so that two that use the same name at the same moment are detected. */
async function changeLabels<T>(
  { db, news, now }: ServerContext,
  teamId: number,
  change: (tx: Writer) => Promise<{ changed: number | null; answer: T }>,
): Promise<T> {
  const { answer, seq } = await db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const made = await change(tx);
    const logged = made.changed === null ? null : { teamId, kind: 'label', ref: String(made.changed), now: now() };
    return { answer: made.answer, seq: logged === null ? null : await appendChange(tx, logged) };
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  return answer;
}

async function assertNameFree(tx: Writer, teamId: number, key: string, ownId: number | null): Promise<void> {
  const named = await tx.selectFrom('label').select('id').where('team_id', '=', teamId).where('name_key', '=', key).executeTakeFirst();
  if (named !== undefined && named.id !== ownId) throw new Refusal('duplicate_label');
}

function toLabel({ id, name, color }: Selectable<LabelTable>): Label {
  return { id, label_id: id, name, color };
}
