import { LIMITS } from '#contract/limits.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { randomToken, tokenToHash } from './tokens.ts';

/**
 * Links of an invitation. The one that is shown to who invites stands in the invitation's row; each mail has one of its own. All of them open
 * the invitation until it is renewed, answered or withdrawn. Only a link that a mail server took to the address verifies the address: whoever
 * invites has seen the other, and must not become the owner of an address by it (docs/decisions/313).
 */

/** Where the links of an invitation lead. */
export interface InvitationLinks {
  /** Main domain, as mails name it. */
  origin: string;
  /** The address that a person opens with the token of an invitation. */
  linkOf(token: string): string;
}

/** Behind `#`, which no browser sends: the token stands in no log of a server or a proxy, and in no `Referer`. */
export function invitationLink(origin: string, token: string): string {
  return `${origin}/register#invitation=${token}`;
}

const HOUR_MS = 3_600_000;

/** Answers the token, which is kept nowhere; null where enough went to the address: then the links of before are good, or a person hands one over. */
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

/** The invitation has a new link: those of earlier mails open nothing any more. Their rows say how many went. */
export async function endMailedLinks(tx: Writer, invitationId: number): Promise<void> {
  await tx.updateTable('invitation_link').set({ ended: 1 }).where('invitation_id', '=', invitationId).execute();
}

export interface FoundToken {
  invitationId: number;
  /** It was in a mail to the address, and nowhere else. */
  verifies: boolean;
}

/** Which invitation a token belongs to, shown or mailed. */
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
