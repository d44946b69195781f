import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
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
 * Accepts with the bearer of the new sign-in before the sign-in counts, so that the guards already find the team and lead there. An answer that
 * did not go through keeps nobody out: what still waits stands on the dashboard.
 */
export async function joinAndEnter(session: SessionStore, bearer: string, { id, token }: Joining): Promise<ApiResult<User>> {
  await callApi(CALLS.answerInvitation, { body: { id, status: 'accept', token }, credentials: { token: bearer, team: null } });
  const entered = await session.signIn(bearer);
  if (entered.ok) dropInvitationLink();
  return entered;
}
