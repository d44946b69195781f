import type { AdminInvitationPage } from '#contract/administration.ts';
import type { InvitationSearch } from '#contract/calls/administration-calls.ts';
import { dateToWire } from '#contract/dates.ts';
import type { HandedInvitation } from '#contract/members.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Member } from '#server/rules/context.ts';
import { resendInvitation, withdrawInvitation } from '#server/rules/teams/invitations.ts';
import type { InvitationsContext } from '#server/rules/teams/invitations.ts';
import { hasWord, searchWords } from '#server/rules/studies/name-search.ts';
import { isPlatformAdministrator } from './platform-administrators.ts';

/**
 * Invitations of all teams, for platform administrators. Administrators of a team hold `r:invitations` as well: they see and change only
 * those of the team of the request, as at /team/invitations.
 */

const PER_PAGE = 50;

export async function listInvitations(
  db: Reader,
  caller: Member,
  { search, state, page }: InvitationSearch,
  now: number,
): Promise<AdminInvitationPage> {
  const all = await isPlatformAdministrator(db, caller);
  const scoped = all ? invitations(db) : invitations(db).where('invitation.team_id', '=', caller.teamId);
  const found = searchWords(search).reduce(
    (rows, word) =>
      rows.where((eb) =>
        eb.or([hasWord(eb.ref('invitation.email'), word), hasWord(eb.ref('team.title'), word), hasWord(eb.ref('team.slug'), word)]),
      ),
    inState(scoped, state, now),
  );
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('user', 'user.id', 'invitation.invited_by')
    .select(['invitation.id', 'invitation.email', 'invitation.status', 'invitation.created_at', 'invitation.expires_at'])
    .select(['team.id as teamId', 'team.title', 'team.slug', 'role.name as role_name', 'user.name as invited_by'])
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute();
  const data = rows.map(({ teamId, title, slug, status, created_at, expires_at, ...row }) => ({
    ...row,
    team: { id: teamId, title, slug },
    status: status === 'pending' && expires_at <= now ? ('expired' as const) : status,
    created_at: dateToWire(new Date(created_at)),
    expires_at: dateToWire(new Date(expires_at)),
  }));
  return { data, total, per_page: PER_PAGE, current_page: page, all };
}

export async function resendAnyInvitation(context: InvitationsContext, caller: Member, id: number): Promise<HandedInvitation> {
  return resendInvitation(context, await inItsTeam(context.db.read, caller, id), id);
}

export async function withdrawAnyInvitation(context: InvitationsContext, caller: Member, id: number): Promise<void> {
  await withdrawInvitation(context, await inItsTeam(context.db.read, caller, id), id);
}

/** A platform administrator acts in the team of the invitation, with the rights that the role has in every team. */
async function inItsTeam(db: Reader, caller: Member, id: number): Promise<Member> {
  if (!(await isPlatformAdministrator(db, caller))) return caller;
  const row = await db
    .selectFrom('invitation')
    .innerJoin('team', 'team.id', 'invitation.team_id')
    .select(['team.id', 'team.slug'])
    .where('invitation.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return { ...caller, teamId: row.id, teamSlug: row.slug };
}

function invitations(db: Reader) {
  return db.selectFrom('invitation').innerJoin('team', 'team.id', 'invitation.team_id').innerJoin('role', 'role.id', 'invitation.role_id');
}

function inState(rows: ReturnType<typeof invitations>, state: InvitationSearch['state'], now: number) {
  if (state === 'all') return rows;
  if (state !== 'pending' && state !== 'expired') return rows.where('invitation.status', '=', state);
  return rows.where('invitation.status', '=', 'pending').where('invitation.expires_at', state === 'pending' ? '>' : '<=', now);
}
