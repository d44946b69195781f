import { sql } from 'kysely';
import type { AdminTeam, AdminTeamPage } from '#contract/administration.ts';
import type { AnswerOf, BodyOf, Calls } from '#contract/calls.ts';
import { dateToWire } from '#contract/dates.ts';
import { marked } from '#language/t.ts';
import { isReservedSlug } from '#model/addresses/reserved-slugs.ts';
import { ROLE } from '#contract/permissions.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/dialect.ts';
import { addTeam } from '#server/rules/accounts/accounts.ts';
import type { AccountSettings } from '#server/rules/accounts/accounts.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Caller, Member } from '#server/rules/context.ts';
import { invite } from '#server/rules/teams/invitations.ts';
import type { InvitationsContext } from '#server/rules/teams/invitations.ts';
import { changeRights, lockTeam } from '#server/rules/teams/membership.ts';
import type { RightsContext } from '#server/rules/teams/membership.ts';
import { hasWord, searchWords } from '#server/rules/studies/name-search.ts';
import { assertPlatformAdministrator } from './platform-administrators.ts';
import { bytesOfTeams } from '#server/rules/uploads/uploads-quota.ts';

/** The teams of the whole server, for platform administrators. Nothing here deletes a team's data. */

const PER_PAGE = 20;

export async function listTeams(db: Reader, caller: Caller, { search, page }: { search: string; page: number }): Promise<AdminTeamPage> {
  await assertPlatformAdministrator(db, caller);
  const found = searchWords(search).reduce(
    (rows, word) => rows.where((eb) => eb.or([hasWord(eb.ref('title'), word), hasWord(eb.ref('slug'), word)])),
    db.selectFrom('team'),
  );
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy(sql`lower(${sql.ref('title')})`)
    .orderBy('id')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute();
  return { data: await teamsWithFigures(db, rows), total, per_page: PER_PAGE, current_page: page, all: true };
}

/**
 * Creates the team and the invitation of its administrator. A repeated call finds the team, which nobody has joined yet, and renews the
 * invitation: nobody has seen the earlier link.
 */
export async function createTeamFor(
  context: InvitationsContext,
  caller: Member,
  { email, ...given }: BodyOf<Calls['createTeamFor']>,
  settings: Pick<AccountSettings, 'reservedLabels'>,
): Promise<AnswerOf<Calls['createTeamFor']>> {
  const { db } = context;
  await assertPlatformAdministrator(db.read, caller);
  if (isReservedSlug(given.slug, settings)) throw new Refusal('invalid', { errors: { slug: [marked('This address is reserved.')] } });
  const teamId = await madeTeam(context, given);
  const asAdministrator = { ...caller, teamId, teamSlug: given.slug };
  const [invitation] = await invite(context, asAdministrator, { emails: [{ email, role_id: ROLE.teamAdministrator }], team_id: teamId });
  if (invitation === undefined) throw new Error('Inviting one person must create one invitation');
  return { team: await requireTeam(db.read, teamId), invitation };
}

/** Changes title and colour. Pages of the team learn of it from its change log. */
export async function changeTeam(
  context: RightsContext,
  caller: Caller,
  teamId: number,
  { title, color }: BodyOf<Calls['changeTeam']>,
): Promise<AdminTeam> {
  const { db, news } = context;
  const seq = await db.write(async (tx) => {
    await lookAt(tx, caller, teamId);
    await tx.updateTable('team').set({ title, color }).where('id', '=', teamId).execute();
    return appendChange(tx, { teamId, kind: 'team', ref: String(teamId), now: context.now() });
  });
  news.toTeam(teamId, 'change', { seq });
  return requireTeam(db.read, teamId);
}

/**
 * From the next call on nothing of the team can be read or written, in any process; its data stays. The team of the request cannot be
 * suspended, so that there is a way back.
 */
export async function suspendTeam(context: RightsContext, caller: Member, teamId: number): Promise<AdminTeam> {
  await assertPlatformAdministrator(context.db.read, caller);
  if (teamId === caller.teamId) throw new Refusal('own_team');
  return setSuspended(context, caller, teamId, context.now());
}

export async function reopenTeam(context: RightsContext, caller: Member, teamId: number): Promise<AdminTeam> {
  return setSuspended(context, caller, teamId, null);
}

/** Affects every member's rights: each is notified, and their sockets are checked again. */
async function setSuspended(context: RightsContext, caller: Caller, teamId: number, suspendedAt: number | null): Promise<AdminTeam> {
  await changeRights(context, async (tx) => {
    const { suspended_at: before } = await lookAt(tx, caller, teamId);
    if ((before === null) === (suspendedAt === null)) return { userIds: [] };
    await tx.updateTable('team').set({ suspended_at: suspendedAt }).where('id', '=', teamId).execute();
    const members = await tx.selectFrom('membership').select('user_id').where('team_id', '=', teamId).execute();
    const seq = await appendChange(tx, { teamId, kind: 'team', ref: String(teamId), now: context.now() });
    return { userIds: members.map((member) => member.user_id), logged: [{ teamId, seq }] };
  });
  return requireTeam(context.db.read, teamId);
}

async function lookAt(tx: Writer, caller: Caller, teamId: number) {
  await assertPlatformAdministrator(tx, caller);
  await lockTeam(tx, teamId);
  const team = await tx.selectFrom('team').select('suspended_at').where('id', '=', teamId).executeTakeFirst();
  if (team === undefined) throw new Refusal('not_found');
  return team;
}

async function madeTeam(
  { db, now }: InvitationsContext,
  given: { title: string; slug: string; color?: string | undefined },
): Promise<number> {
  try {
    return await db.write((tx) => addTeam(tx, { ...given, now: now() }));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const team = await db.read
      .selectFrom('team')
      .leftJoin('membership', 'membership.team_id', 'team.id')
      .select('team.id')
      .where('team.slug', '=', given.slug)
      .where('team.title', '=', given.title)
      .where('membership.user_id', 'is', null)
      .executeTakeFirst();
    if (team === undefined) throw new Refusal('invalid', { errors: { slug: [marked('This address is taken.')] } });
    return team.id;
  }
}

async function requireTeam(db: Reader, teamId: number): Promise<AdminTeam> {
  const [team] = await teamsWithFigures(db, await db.selectFrom('team').selectAll().where('id', '=', teamId).execute());
  if (team === undefined) throw new Refusal('not_found');
  return team;
}

interface TeamRow {
  id: number;
  slug: string;
  title: string;
  color: string;
  suspended_at: number | null;
  created_at: number;
}

async function teamsWithFigures(db: Reader, rows: readonly TeamRow[]): Promise<AdminTeam[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const count = async (table: 'membership' | 'study') => {
    const counted = await db
      .selectFrom(table)
      .select((eb) => ['team_id' as const, eb.fn.countAll<number>().as('count')])
      .where('team_id', 'in', ids)
      .$if(table === 'study', (query) => query.where('study.deleted_at' as never, 'is', null))
      .groupBy('team_id')
      .execute();
    return new Map(counted.map((row) => [row.team_id, row.count]));
  };
  const [members, studies, bytes] = [await count('membership'), await count('study'), await bytesOfTeams(db, ids)];
  return rows.map(({ id, slug, title, color, created_at, suspended_at }) => ({
    id,
    slug,
    title,
    data: { color },
    created_at: dateToWire(new Date(created_at)),
    suspended_at: suspended_at === null ? null : dateToWire(new Date(suspended_at)),
    members: members.get(id) ?? 0,
    studies: studies.get(id) ?? 0,
    bytes: bytes.get(id) ?? 0,
  }));
}
