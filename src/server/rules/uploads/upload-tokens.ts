import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { actingOfSignIn } from '#server/rules/accounts/acting-of-sign-in.ts';
import { Refusal, type Member } from '#server/rules/context.ts';
import { randomToken, tokenToHash } from '#server/rules/tokens.ts';

/**
 * [Note: Upload tokens]
 *
 * The token of CALL-040 is valid for one upload of one member, so that chunks are still accepted after the sign-in has expired. Only its
 * hash is stored. It ends
 *
 * - with the upload, and when the upload gets another one;
 * - when the user ends the sign-in that it was made under: sign-out, 'end this one', a new password, an account that is blocked or closed;
 * - with the membership: after a new membership a new token is needed;
 * - at its time, `LIGHTSHIP_UPLOAD_TOKEN_DAYS` after it was made, or when a platform administrator who acts as the user has to stop.
 *
 * A device whose token has ended keeps its queue and gets another at the next sign-in of its owner.
 *
 * Locks are taken in the order membership, upload, user, sign-in, token.
 */
const LASTS_MS = 30 * 86_400_000;
const PREFIX = 'up_';

export function newUploadToken(): string {
  return `${PREFIX}${randomToken()}`;
}

export function isUploadToken(token: string | undefined): token is string {
  return token?.startsWith(PREFIX) === true;
}

/** Replaces the token of an upload. Not under a sign-in that has ended since the call was admitted. */
export async function saveUploadToken(
  tx: Writer,
  { signInId }: Member,
  { uploadId, token, now, lastsMs = LASTS_MS }: { uploadId: number; token: string; now: number; lastsMs?: number | undefined },
): Promise<void> {
  const signIn = await tx.selectFrom('sign_in').select('revoked_at').where('id', '=', signInId).$call(lockRows(tx)).executeTakeFirst();
  if (signIn === undefined || signIn.revoked_at !== null) throw new Refusal('signed_out');
  const acting = await actingOfSignIn(tx, signInId);
  const expiresAt = Math.min(now + lastsMs, acting?.until ?? Infinity);
  const values = { token_hash: tokenToHash(token), sign_in_id: signInId, created_at: now, expires_at: expiresAt };
  await tx
    .insertInto('upload_token')
    .values({ upload_id: uploadId, ...values })
    .onConflict((conflict) => conflict.column('upload_id').doUpdateSet(values))
    .execute();
}

export interface UploadOfToken {
  id: number;
  session: string;
  userId: number;
  /** Who acted as that user when the token was made. */
  actedBy: number | null;
  teamSlug: string;
  /** Of an API user: where its token may be used, as its keys. */
  addresses: string | null;
}

/** null if the token has ended, or its owner's account is disabled or an API user that has expired. Membership of the owner is checked for each call. */
export async function uploadOfToken(db: Reader, token: string, now: number): Promise<UploadOfToken | null> {
  const row = await db
    .selectFrom('upload_token')
    .innerJoin('upload', 'upload.id', 'upload_token.upload_id')
    .innerJoin('team', 'team.id', 'upload.team_id')
    .innerJoin('user', 'user.id', 'upload.user_id')
    .leftJoin('api_user', 'api_user.user_id', 'upload.user_id')
    .leftJoin('acting', 'acting.sign_in_id', 'upload_token.sign_in_id')
    .select(['upload.id', 'upload.session', 'upload.user_id as userId', 'acting.actor_id as actedBy'])
    .select(['team.slug as teamSlug', 'api_user.addresses'])
    .where('upload_token.token_hash', '=', tokenToHash(token))
    .where('upload_token.expires_at', '>', now)
    .where('user.disabled_at', 'is', null)
    .where((eb) => eb.or([eb('api_user.id', 'is', null), eb('api_user.expires_at', '>', now)]))
    .executeTakeFirst();
  return row ?? null;
}

export async function endTokenOfUpload(tx: Writer, uploadId: number): Promise<void> {
  await tx.deleteFrom('upload_token').where('upload_id', '=', uploadId).execute();
}

export async function endTokensOfSignIn(tx: Writer, signInId: number): Promise<void> {
  await tx.deleteFrom('upload_token').where('sign_in_id', '=', signInId).execute();
}

/** All tokens of a user except those of one sign-in; those of sign-ins that expired and are already removed, too. */
export async function endTokensOfUser(tx: Writer, { userId, except }: { userId: number; except?: number | undefined }): Promise<void> {
  await tx
    .deleteFrom('upload_token')
    .where('upload_id', 'in', tx.selectFrom('upload').select('id').where('user_id', '=', userId))
    .$if(except !== undefined, (tokens) =>
      tokens.where((eb) => eb.or([eb('sign_in_id', 'is', null), eb('sign_in_id', '<>', except ?? null)])),
    )
    .execute();
}

export async function endTokensOfMember(tx: Writer, { teamId, userId }: { teamId: number; userId: number }): Promise<void> {
  const uploads = tx.selectFrom('upload').select('id').where('team_id', '=', teamId).where('user_id', '=', userId);
  await tx.deleteFrom('upload_token').where('upload_id', 'in', uploads).execute();
}
