import { callApi } from '#api/call-api.ts';
import { isPassing, type ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { User } from '#contract/entities.ts';
import { dropInvitationLink } from './invitation-link.ts';
import type { SessionStore } from './session-store.ts';

interface Joining {
  /** Id of the invitation. */
  id: number;
  /** Token of its link. */
  token: string;
}

/**
 * Accepts with the bearer of the new sign-in before it is stored, so that the guards already find the team. An account with an unverified
 * address can use the invitation only with this token: if the request fails, the form stays and says so, and pressing the button again
 * signs in and accepts. A final refusal does not prevent the sign-in.
 */
export async function joinAndEnter(session: SessionStore, bearer: string, { id, token }: Joining): Promise<ApiResult<User>> {
  const answered = await callApi(CALLS.answerInvitation, {
    body: { id, status: 'accept', token },
    credentials: { token: bearer, team: null },
  });
  if (!answered.ok && isPassing(answered.failure)) return answered;
  const entered = await session.signIn(bearer);
  if (entered.ok) dropInvitationLink();
  return entered;
}
