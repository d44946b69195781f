import { LIMITS } from '#contract/limits.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { randomToken, tokenToHash } from '#server/rules/tokens.ts';

/**
 * Links of an invitation. The one shown to the inviter is stored in the invitation's row; each mail has a separate one. All of them open
 * the invitation until it is renewed, answered or withdrawn. Only a link that a mail server delivered to the address verifies the address:
 * the inviter has seen the other one, and must not become the owner of an address by it (docs/decisions/313).
 */

/** Target of the links of an invitation. */
export interface InvitationLinks {
  /** Main domain, as used in mails. */
  origin: string;
  /** The URL for the token of an invitation. */
  linkOf(token: string): string;
}

/** After `#`, which no browser sends: the token is in no log of a server or a proxy, and in no `Referer`. */
export function invitationLink(origin: string, token: string): string {
  return `${origin}/register#invitation=${token}`;
}

const HOUR_MS = 3_600_000;

/**
 * Returns the token, which is not stored; null if enough was sent to the address: then the earlier links are valid, or somebody hands one
 * over personally.
 */
export async function addMailedLink(
  tx: Writer,
  { invitationId, verifies, now }: { invitationId: number; verifies: boolean; now: number },
): Promise<string | null> {
  const { recent } = await tx
    .selectFrom('invitation_link')
    .select((eb) => eb.fn.countAll<number>().as('recent'))
    .where('invitation_id', '=', invitationId)
    .where('created_at', '>', now - HOUR_MS)
    .executeTakeFirstOrThrow();
  if (recent >= LIMITS.accountMailsPerHour) return null;
  const token = randomToken();
  await tx
    .insertInto('invitation_link')
    .values({ token_hash: tokenToHash(token), invitation_id: invitationId, created_at: now, verifies: verifies ? 1 : 0, ended: 0 })
    .execute();
  return token;
}

/** The invitation has a new link, so those of earlier mails are void. Their rows show how many were sent. */
export async function endMailedLinks(tx: Writer, invitationId: number): Promise<void> {
  await tx.updateTable('invitation_link').set({ ended: 1 }).where('invitation_id', '=', invitationId).execute();
}

export interface FoundToken {
  invitationId: number;
  /** It was only ever in a mail to the address. */
  verifies: boolean;
}

/** Finds the invitation of a token, shown or mailed. */
export async function findInvitationToken(db: Reader, token: string): Promise<FoundToken | null> {
  const hash = tokenToHash(token);
  const shown = await db.selectFrom('invitation').select('id').where('token_hash', '=', hash).executeTakeFirst();
  if (shown !== undefined) return { invitationId: shown.id, verifies: false };
  const mailed = await db
    .selectFrom('invitation_link')
    .select(['invitation_id', 'verifies'])
    .where('token_hash', '=', hash)
    .where('ended', '=', 0)
    .executeTakeFirst();
  return mailed === undefined ? null : { invitationId: mailed.invitation_id, verifies: mailed.verifies === 1 };
}
