import type { AnswerOf, BodyOf, Calls } from '#contract/calls.ts';
import { dateToWire } from '#contract/dates.ts';
import type { Invitation } from '#contract/entities.ts';
import type { z } from 'zod';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Caller } from '#server/rules/context.ts';
import { findInvitationToken } from './invitation-links.ts';
import { noteInvitation } from './invitations.ts';
import { dropLinks } from '#server/rules/accounts/account-links.ts';
import { addMembership, changeRights, lockTeam } from './membership.ts';
import type { RightsContext } from './membership.ts';

/** Invitations from the invitee's side: all for a verified address, or the one whose token is shown. */

/** Open invitations of this address (CALL-003). */
export async function invitationsTo(db: Reader, email: string, now: number): Promise<z.infer<typeof Invitation>[]> {
  const rows = await db
    .selectFrom('invitation')
    .innerJoin('team', 'team.id', 'invitation.team_id')
    .innerJoin('role', 'role.id', 'invitation.role_id')
    .select(['invitation.id', 'team.title', 'team.slug'])
    .where('invitation.open_email', '=', email)
    .where('role.invitable', '=', 1)
    .where('invitation.expires_at', '>', now)
    .orderBy('team.title')
    .orderBy('invitation.id')
    .execute();
  return rows.map(({ id, title, slug }) => ({ id, team: { title, slug }, status: 'pending' }));
}

/**
 * CALL-010. A repeated answer gets the same response and changes nothing, so that a removed member cannot come back by it. An account whose
 * address is not verified can only answer the invitation whose token it shows: accounts can be made with any address. A mailed token
 * verifies the address as well; one that the inviter saw does not, and grants only that one membership.
 */
export async function answerInvitation(
  context: RightsContext,
  caller: Caller,
  { id, status, token }: BodyOf<Calls['answerInvitation']>,
): Promise<AnswerOf<Calls['answerInvitation']>> {
  const answer = status === 'accept' ? 'accepted' : 'declined';
  await changeRights(context, async (tx) => {
    const now = context.now();
    const invitation = await lockInvitation(tx, id);
    const { email, email_verified_at: verifiedAt } = await tx
      .selectFrom('user')
      .select(['email', 'email_verified_at'])
      .where('id', '=', caller.userId)
      .executeTakeFirstOrThrow();
    const found = token === undefined ? null : await findInvitationToken(tx, token);
    const shown = found?.invitationId === id ? found : null;
    if (invitation.email !== email) throw new Refusal(shown === null ? 'not_found' : 'other_address');
    if (verifiedAt === null && shown === null) throw new Refusal('not_found');
    if (invitation.status === answer) return { userIds: [] };
    if (invitation.status === 'accepted' || invitation.status === 'declined') throw new Refusal('already_answered');
    if (!isOpen(invitation, now)) throw new Refusal('invitation_ended');
    if (answer === 'accepted' && invitation.suspended_at !== null) throw new Refusal('team_suspended');

    const { team_id: teamId, role_id: roleId } = invitation;
    const userId = caller.userId;
    await tx.updateTable('invitation').set({ status: answer, open_email: null }).where('id', '=', id).execute();
    if (verifiedAt === null && shown?.verifies === true) await verifyAddress(tx, { userId, now });
    const logged = [{ teamId, seq: await noteInvitation(tx, { teamId, id, now }) }];
    if (answer === 'declined') return { userIds: [], logged };
    // A member who joined in another way keeps that role: an old invitation neither raises nor lowers it.
    if (await isMember(tx, teamId, userId)) return { userIds: [userId], logged };
    const seq = await addMembership(tx, { teamId, userId, roleId, withToken: shown !== null }, now);
    return { userIds: [userId], logged: [{ teamId, seq }] };
  });
  return { id, status: answer };
}

/** Contents of the page of a link. Links that are expired, answered or unknown answer alike. */
export async function invitationOfLink(db: Reader, token: string, now: number): Promise<AnswerOf<Calls['invitationOfLink']>> {
  const link = await findLink(db, token);
  if (link === null || !isOpen(link, now)) throw new Refusal('invitation_ended');
  const { id, email, title, slug, role_name, invited_by_name: invited_by, expires_at } = link;
  return { id, email, team: { title, slug }, role_name, invited_by, expires_at: dateToWire(new Date(expires_at)) };
}

/** The invitation of a link, in whatever state. */
export async function findLink(db: Reader, token: string) {
  const found = await findInvitationToken(db, token);
  const row = found === null ? undefined : await openable(db).where('invitation.id', '=', found.invitationId).executeTakeFirst();
  return found === null || row === undefined ? null : { ...row, verifies: found.verifies };
}
export type InvitationLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Whether it still allows one new account, for its address. */
export function isGood(link: Pick<InvitationLink, 'status' | 'expires_at' | 'link_used_at' | 'invitable'>, now: number): boolean {
  return isOpen(link, now) && link.link_used_at === null;
}

/**
 * Spends a link for an account, in the transaction that makes it. `used`: it was spent earlier, for instance by the same call. A link that
 * was renewed or withdrawn since it was checked has ended.
 */
export async function spendLink(tx: Writer, link: InvitationLink, now: number): Promise<'spent' | 'used'> {
  await lockTeam(tx, link.team_id);
  const row = await openable(tx).where('invitation.token_hash', '=', link.token_hash).executeTakeFirst();
  if (row !== undefined && row.link_used_at !== null) return 'used';
  if (row === undefined || !isGood(row, now)) throw new Refusal('invitation_ended');
  await tx.updateTable('invitation').set({ link_used_at: now }).where('id', '=', row.id).execute();
  return 'spent';
}

/** The signed-in user has shown a secret that was sent to the mailbox. Links in other mails have no further use. */
export async function verifyAddress(tx: Writer, { userId, now }: { userId: number; now: number }): Promise<void> {
  await dropLinks(tx, { userId, purpose: 'verify' });
  await tx.updateTable('user').set({ email_verified_at: now }).where('id', '=', userId).where('email_verified_at', 'is', null).execute();
}

/** A role that can no longer be granted is not granted by an earlier invitation either. */
function isOpen(invitation: Pick<InvitationLink, 'status' | 'expires_at' | 'invitable'>, now: number): boolean {
  return invitation.status === 'pending' && invitation.expires_at > now && invitation.invitable === 1;
}

function openable(db: Reader) {
  return db
    .selectFrom('invitation')
    .innerJoin('team', 'team.id', 'invitation.team_id')
    .innerJoin('role', 'role.id', 'invitation.role_id')
    .leftJoin('user as inviter', 'inviter.id', 'invitation.invited_by')
    .selectAll('invitation')
    .select([
      'team.title',
      'team.slug',
      'team.suspended_at',
      'role.name as role_name',
      'role.invitable',
      'inviter.name as invited_by_name',
    ]);
}

/** Locks the team first, as everywhere, and then reads what may have changed while waiting for it. */
async function lockInvitation(tx: Writer, id: number) {
  const named = await tx.selectFrom('invitation').select('team_id').where('id', '=', id).executeTakeFirst();
  if (named === undefined) throw new Refusal('not_found');
  await lockTeam(tx, named.team_id);
  const row = await openable(tx).where('invitation.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

async function isMember(tx: Writer, teamId: number, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('membership')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
