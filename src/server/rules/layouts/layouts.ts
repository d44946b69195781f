import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { LayoutContent, type LayoutToSave, type SavedLayout } from '#contract/layouts.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { LayoutTable } from '#server/db/schema.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { administers } from '#server/rules/teams/roles.ts';

/** PCALL-93: those of the caller and of the team, by name. Those of other members are not shown. */
export async function layoutsFor(db: Reader, caller: Member): Promise<SavedLayout[]> {
  const rows = await visibleTo(db, caller).orderBy('name').orderBy('id').execute();
  return rows.map((row) => toLayout(row, caller));
}

/**
 * PCALL-94. A version that the device did not change is not overwritten, unless the same device has saved it: then its answer was lost. A change of a
 * deleted layout does not bring it back.
 */
export async function saveLayout(
  context: ServerContext,
  caller: Member,
  uuid: string,
  { of_team, base, device, name, ...rest }: LayoutToSave,
): Promise<SavedLayout> {
  if (of_team && !administers(caller)) throw new Refusal('not_allowed');
  const owner = of_team ? null : caller.userId;
  const content = JSON.stringify(LayoutContent.omit({ name: true }).parse(rest));
  return changeLayouts(context, caller, async (tx, now) => {
    const stored = await tx
      .selectFrom('layout')
      .selectAll()
      .where('team_id', '=', caller.teamId)
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (stored === undefined ? base > 0 : stored.user_id !== owner) throw new Refusal('not_found');
    if (stored !== undefined && stored.version !== base && stored.device !== device) throw new Refusal('conflict');
    if (stored?.name === name && stored.content === content) return { changed: null, answer: toLayout(stored, caller) };
    if (stored === undefined) await assertRoom(tx, caller.teamId, owner);
    const values = { name, content, version: (stored?.version ?? 0) + 1, device, updated_at: now };
    const saved = await tx
      .insertInto('layout')
      .values({ team_id: caller.teamId, user_id: owner, uuid, created_at: now, ...values })
      .onConflict((conflict) => conflict.columns(['team_id', 'uuid']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow();
    return { changed: saved, answer: toLayout(saved, caller) };
  });
}

/** PCALL-95. One that was deleted, or that the caller cannot see, is deleted already. */
export async function deleteLayout(context: ServerContext, caller: Member, uuid: string): Promise<void> {
  await changeLayouts(context, caller, async (tx) => {
    const stored = await visibleTo(tx, caller).where('uuid', '=', uuid).executeTakeFirst();
    if (stored === undefined) return { changed: null, answer: null };
    if (!mayChange(stored, caller)) throw new Refusal('not_allowed');
    await tx.deleteFrom('layout').where('id', '=', stored.id).execute();
    return { changed: stored, answer: null };
  });
}

type Row = Selectable<LayoutTable>;

const visibleTo = (db: Reader, { teamId, userId }: Member) =>
  db
    .selectFrom('layout')
    .selectAll()
    .where('team_id', '=', teamId)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('user_id', 'is', null)]));

/** The team hears of changes of its own layouts only. */
async function changeLayouts<T>(
  { db, news, now }: ServerContext,
  { teamId }: Member,
  change: (tx: Writer, now: number) => Promise<{ changed: Row | null; answer: T }>,
): Promise<T> {
  const { answer, seq } = await db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const time = now();
    const made = await change(tx, time);
    const isNews = made.changed !== null && made.changed.user_id === null;
    return {
      answer: made.answer,
      seq: isNews ? await appendChange(tx, { teamId, kind: 'layout', ref: made.changed!.uuid, now: time }) : null,
    };
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  return answer;
}

async function assertRoom(tx: Writer, teamId: number, owner: number | null): Promise<void> {
  const { count } = await tx
    .selectFrom('layout')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('user_id', owner === null ? 'is' : '=', owner)
    .executeTakeFirstOrThrow();
  const max = LIMITS.layoutsPerOwner;
  if (Number(count) >= max) throw new Refusal('too_large', { limit: { name: 'layoutsPerOwner', max } });
}

function mayChange({ user_id }: Pick<Row, 'user_id'>, caller: Member): boolean {
  return user_id === null ? administers(caller) : user_id === caller.userId;
}

function toLayout(row: Row, caller: Member): SavedLayout {
  const { uuid, name, content, version, updated_at, user_id } = row;
  return {
    ...(JSON.parse(content) as Omit<LayoutContent, 'name'>),
    ...{ uuid, name, version, of_team: user_id === null },
    updated_at: dateToWire(new Date(updated_at)),
    changeable: mayChange(row, caller),
  };
}
