import type { Selectable } from 'kysely';
import type { SavedView } from '#contract/folders.ts';
import { LIMITS } from '#contract/limits.ts';
import { StudyFilters } from '#contract/study-filters.ts';
import type { Reader } from '#server/db/database.ts';
import type { SavedViewTable } from '#server/db/schema.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { administers } from '#server/rules/teams/roles.ts';

/** PCALL-81: those of the caller and the one of the team, by name. Of other members, nothing is shown. */
export async function savedViewsFor(db: Reader, caller: Member): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_view')
    .selectAll()
    .where('team_id', '=', caller.teamId)
    .where((eb) => eb.or([eb('user_id', '=', caller.userId), eb('of_team', '=', 1)]))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => toView(row, caller));
}

/**
 * A view of the caller with the same name is replaced, so the call may be repeated. A team has one view of its own at most; whoever may not
 * change that one cannot replace it either, also not as its creator.
 */
export async function saveView(
  context: ServerContext,
  caller: Member,
  { name, query, of_team }: { name: string; query: StudyFilters; of_team: boolean },
): Promise<SavedView> {
  const { teamId, userId } = caller;
  if (of_team && !mayChangeTeamView(caller)) throw new Refusal('not_allowed');
  const { row, seq } = await context.db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const now = context.now();
    const before = await tx
      .selectFrom('saved_view')
      .select(['name', 'of_team'])
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .execute();
    const same = before.find((view) => view.name === name);
    if (same?.of_team === 1 && !mayChangeTeamView(caller)) throw new Refusal('not_allowed');
    const max = LIMITS.savedViewsPerUser;
    if (same === undefined && before.length >= max) throw new Refusal('too_large', { limit: { name: 'savedViewsPerUser', max } });
    if (of_team) await tx.updateTable('saved_view').set({ of_team: 0 }).where('team_id', '=', teamId).execute();
    const values = { query: JSON.stringify(query), of_team: of_team ? (1 as const) : (0 as const), updated_at: now };
    const saved = await tx
      .insertInto('saved_view')
      .values({ team_id: teamId, user_id: userId, name, created_at: now, ...values })
      .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'name']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow();
    const concernsTeam = of_team || same?.of_team === 1;
    return { row: saved, seq: concernsTeam ? await appendChange(tx, { teamId, kind: 'view', ref: String(saved.id), now }) : null };
  });
  if (seq !== null) context.news.toTeam(teamId, 'change', { seq });
  return toView(row, caller);
}

/** Deleting a deleted view succeeds. One of another member is unknown, unless it is the one of the team. */
export async function deleteView(context: ServerContext, caller: Member, id: number): Promise<void> {
  const { teamId } = caller;
  const seq = await context.db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const row = await tx.selectFrom('saved_view').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
    if (row === undefined || (row.of_team === 0 && row.user_id !== caller.userId)) return null;
    if (!mayChange(row, caller)) throw new Refusal('not_allowed');
    await tx.deleteFrom('saved_view').where('id', '=', id).execute();
    return row.of_team === 1 ? appendChange(tx, { teamId, kind: 'view', ref: String(id), now: context.now() }) : null;
  });
  if (seq !== null) context.news.toTeam(teamId, 'change', { seq });
}

function mayChangeTeamView(caller: Member): boolean {
  return administers(caller);
}

function mayChange({ user_id, of_team }: Pick<Selectable<SavedViewTable>, 'user_id' | 'of_team'>, caller: Member): boolean {
  return of_team === 1 ? mayChangeTeamView(caller) : user_id === caller.userId;
}

function toView(row: Selectable<SavedViewTable>, caller: Member): SavedView {
  const { id, name, query, of_team } = row;
  return { id, name, query: StudyFilters.parse(JSON.parse(query)), of_team: of_team === 1, changeable: mayChange(row, caller) };
}
