import type { BodyOf, Calls } from '#contract/calls.ts';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { HandedInvitation, TeamInvitation } from '#contract/members.ts';
import { Email } from '#contract/text.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { toAccountName } from '#server/rules/accounts/account-name.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { endMailedLinks } from './invitation-links.ts';
import type { InvitationLinks } from './invitation-links.ts';
import { lockTeam } from './membership.ts';
import { rolesGivenBy, rulesOverPeople } from './roles.ts';
import type { Role } from './roles.ts';
import { queueInvitationMail } from '#server/rules/mail/send-mail-job.ts';
import { assertRecentPassword } from '#server/rules/accounts/sign-ins.ts';
import { randomToken, tokenToHash } from '#server/rules/tokens.ts';

/** Invitations from the inviter's side: made, listed, sent again, withdrawn. Answers are in invitation-answers.ts. */
export interface InvitationsContext extends Pick<ServerContext, 'db' | 'news' | 'now' | 'jobs'>, InvitationLinks {}

interface Wanted {
  email: string;
  roleId: number;
}

/** An address is not kept longer than this after its invitation expired, whatever the answer was. */
const KEPT_AFTER_END_MS = 90 * 86_400_000;

/**
 * CALL-012, all or nothing. An address that has an open invitation of this team gets a new link and a new term under the same id, so that a
 * repeated call makes nothing twice. Whether an address has an account is not checked, and the answer cannot reveal it.
 */
export async function invite(context: InvitationsContext, caller: Member, given: BodyOf<Calls['invite']>): Promise<HandedInvitation[]> {
  if (given.team_id !== caller.teamId) throw new Refusal('not_found');
  const wanted = readAddresses(given.emails);
  const { handed, seq } = await context.db.write(async (tx) => {
    const now = context.now();
    await lockTeam(tx, caller.teamId);
    await assertMayGive(tx, caller, wanted, now);
    await tx
      .deleteFrom('invitation')
      .where('expires_at', '<', now - KEPT_AFTER_END_MS)
      .execute();
    await refuseMembers(tx, caller.teamId, wanted);
    await refuseTooMany(tx, caller.teamId, wanted);
    const handed: HandedInvitation[] = [];
    let seq = 0;
    for (const { email, roleId } of wanted) {
      const row = newLink(context, caller, now);
      const { id } = await tx
        .insertInto('invitation')
        .values({ ...row.columns, team_id: caller.teamId, email, open_email: email, role_id: roleId, status: 'pending', created_at: now })
        .onConflict((conflict) => conflict.columns(['team_id', 'open_email']).doUpdateSet({ ...row.columns, role_id: roleId }))
        .returning('id')
        .executeTakeFirstOrThrow();
      seq = await noteInvitation(tx, { teamId: caller.teamId, id, now });
      await mailInvitation(context, tx, { id, email });
      handed.push(row.handed({ id, email, roleId }));
    }
    return { handed, seq };
  });
  context.news.toTeam(caller.teamId, 'change', { seq });
  return handed;
}

/** PCALL-12: open, expired and declined invitations, the newest first. */
export async function invitationsOfTeam(db: Reader, teamId: number, now: number): Promise<TeamInvitation[]> {
  const rows = await db
    .selectFrom('invitation')
    .innerJoin('role', 'role.id', 'invitation.role_id')
    .leftJoin('user', 'user.id', 'invitation.invited_by')
    .selectAll('invitation')
    .select(['role.name as role_name', 'user.name as invited_by_name'])
    .where('invitation.team_id', '=', teamId)
    .where('invitation.status', 'in', ['pending', 'declined'])
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role_id: row.role_id,
    role_name: row.role_name,
    status: row.status === 'declined' ? 'declined' : row.expires_at > now ? 'pending' : 'expired',
    invited_by: row.invited_by_name,
    created_at: dateToWire(new Date(row.created_at)),
    expires_at: dateToWire(new Date(row.expires_at)),
  }));
}

/** PCALL-12: a new link and a new term; the earlier link is void. */
export async function resendInvitation(context: InvitationsContext, caller: Member, id: number): Promise<HandedInvitation> {
  const { handed, seq } = await context.db.write(async (tx) => {
    const now = context.now();
    const { email, role_id: roleId, status } = await lockInvitation(tx, caller.teamId, id);
    if (status === 'withdrawn') throw new Refusal('invitation_ended');
    if (status !== 'pending') throw new Refusal('already_answered');
    const role = (await rolesGivenBy(tx, caller)).find((one) => one.id === roleId);
    if (role === undefined) throw new Refusal('role_not_invitable');
    await assertPasswordFor(tx, caller, [role], now);
    const row = newLink(context, caller, now);
    await tx.updateTable('invitation').set(row.columns).where('id', '=', id).execute();
    await mailInvitation(context, tx, { id, email });
    return { handed: row.handed({ id, email, roleId }), seq: await noteInvitation(tx, { teamId: caller.teamId, id, now }) };
  });
  context.news.toTeam(caller.teamId, 'change', { seq });
  return handed;
}

/** PCALL-12: its links are void and it is no longer listed. Repeatable. */
export async function withdrawInvitation(context: Pick<ServerContext, 'db' | 'news' | 'now'>, caller: Member, id: number): Promise<void> {
  const seq = await context.db.write(async (tx) => {
    const { status } = await lockInvitation(tx, caller.teamId, id);
    if (status === 'withdrawn') return null;
    if (status === 'accepted') throw new Refusal('already_answered');
    await tx.updateTable('invitation').set({ status: 'withdrawn', open_email: null }).where('id', '=', id).execute();
    return noteInvitation(tx, { teamId: caller.teamId, id, now: context.now() });
  });
  if (seq !== null) context.news.toTeam(caller.teamId, 'change', { seq });
}

/** The team's log names a changed invitation by its id: every member could read an address there. */
export function noteInvitation(tx: Writer, { teamId, id, now }: { teamId: number; id: number; now: number }): Promise<number> {
  return appendChange(tx, { teamId, kind: 'invitation', ref: String(id), now });
}

/** An invitation of this team, with the team locked. One of another team and one that does not exist answer alike. */
async function lockInvitation(tx: Writer, teamId: number, id: number) {
  await lockTeam(tx, teamId);
  const row = await tx
    .selectFrom('invitation')
    .select(['email', 'role_id', 'status'])
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

function newLink(context: InvitationsContext, caller: Member, now: number) {
  const token = randomToken();
  const expiresAt = now + LIMITS.invitationLastsMs;
  return {
    columns: { invited_by: caller.userId, token_hash: tokenToHash(token), link_used_at: null, expires_at: expiresAt },
    handed: ({ id, email, roleId }: Wanted & { id: number }): HandedInvitation => ({
      id,
      email,
      role_id: roleId,
      status: 'pending',
      link: context.linkOf(token),
      expires_at: dateToWire(new Date(expiresAt)),
    }),
  };
}

/** The earlier link has ended, whether shown or mailed; a separate one is mailed in addition to the one shown. */
async function mailInvitation(
  { jobs, origin }: InvitationsContext,
  tx: Writer,
  { id, email }: { id: number; email: string },
): Promise<void> {
  await endMailedLinks(tx, id);
  await queueInvitationMail(jobs, tx, { email, origin, invitation: id });
}

/** An invalid or a missing address is 400: a client shows every 422 of this call as a duplicate (ODD-29). */
function readAddresses(emails: BodyOf<Calls['invite']>['emails']): Wanted[] {
  if (emails.length === 0) throw new Refusal('malformed', { errors: { emails: [marked('At least one member is required')] } });
  const wanted = emails.map(({ email, role_id }) => ({ email: toAccountName(email), roleId: role_id }));
  refuseAt('malformed', wanted, ({ email }) => !Email.safeParse(email).success, 'email', marked('This is not an e-mail address.'));
  const isSecond = ({ email }: Wanted, at: number) => wanted.findIndex((one) => one.email === email) < at;
  refuseAt('duplicate_email', wanted, isSecond, 'email', marked('This address is listed twice.'));
  return wanted;
}

async function assertMayGive(db: Reader, caller: Member, wanted: readonly Wanted[], now: number): Promise<void> {
  const giveable = new Map((await rolesGivenBy(db, caller)).map((role) => [role.id, role]));
  refuseAt('role_not_invitable', wanted, ({ roleId }) => !giveable.has(roleId), 'role_id', marked('This role cannot be assigned.'));
  const given = wanted.flatMap(({ roleId }) => giveable.get(roleId) ?? []);
  await assertPasswordFor(db, caller, given, now);
}

/** As for changing a member's role. An invitation that only allows viewing images needs no password. */
async function assertPasswordFor(db: Reader, { signInId }: Member, roles: readonly Role[], now: number): Promise<void> {
  if (roles.some(rulesOverPeople)) await assertRecentPassword(db, signInId, now);
}

async function refuseMembers(tx: Writer, teamId: number, wanted: readonly Wanted[]): Promise<void> {
  const members = await tx
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .select('user.email')
    .where('membership.team_id', '=', teamId)
    .where(
      'user.email',
      'in',
      wanted.map(({ email }) => email),
    )
    .execute();
  const emails = new Set(members.map(({ email }) => email));
  refuseAt('duplicate_email', wanted, ({ email }) => emails.has(email), 'email', marked('This person is already a member.'));
}

async function refuseTooMany(tx: Writer, teamId: number, wanted: readonly Wanted[]): Promise<void> {
  const open = await tx
    .selectFrom('invitation')
    .select('open_email')
    .where('team_id', '=', teamId)
    .where('open_email', 'is not', null)
    .execute();
  const emails = new Set([...open.map((row) => row.open_email), ...wanted.map(({ email }) => email)]);
  const max = LIMITS.openInvitationsPerTeam;
  if (emails.size > max) throw new Refusal('too_many', { limit: { name: 'openInvitationsPerTeam', max } });
}

/** Names every row of the form that has this fault, by its index. */
function refuseAt(
  code: 'malformed' | 'duplicate_email' | 'role_not_invitable',
  wanted: readonly Wanted[],
  isFaulty: (one: Wanted, at: number) => boolean,
  field: 'email' | 'role_id',
  why: string,
): void {
  const places = wanted.flatMap((one, at) => (isFaulty(one, at) ? [at] : []));
  if (places.length === 0) return;
  throw new Refusal(code, { errors: Object.fromEntries(places.map((at) => [`emails.${at}.${field}`, [why]])) });
}
