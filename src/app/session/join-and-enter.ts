import { callApi } from '#api/call-api.ts';
import { isPassing, type ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { User } from '#contract/entities.ts';
import { dropInvitationLink } from './invitation-link.ts';
import type { SessionStore } from './session-store.ts';

interface Joining {
  /** Id of the invitation. */
  id: number;
  /** Of its link. */
  token: string;
}

/**
 * Accepts with the bearer of the new sign-in before the sign-in counts, so that the guards already find the team and lead there. An account whose
 * address is not verified has no other way to the invitation than this token: where the answer did not get through, the form stays and says so,
 * and the same press again signs in and accepts. A refusal that stands keeps nobody out.
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
