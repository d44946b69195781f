import type { Reader } from '#server/db/database.ts';

/** Who acts as another person under a sign-in, under which sign-in of their own, and until when at most; undefined for any other sign-in. */
export function actingOfSignIn(db: Reader, signInId: number) {
  return db.selectFrom('acting').select(['actor_id', 'actor_sign_in_id', 'until']).where('sign_in_id', '=', signInId).executeTakeFirst();
}
