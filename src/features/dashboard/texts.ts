import { MALFORMED_ANSWER } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';

export const TEXTS = {
  title: 'Dashboard',
  teams: 'Teams',
  newTeam: 'New team',
  invitations: 'Invitations',
  prefer: (team: string) => `Prefer ${team}`,
  preferred: (team: string) => `${team} is preferred`,
  preferFailed: 'The preferred team was not changed. Try again.',
  suspended: 'suspended',
  needsServer: 'The server cannot be reached',
  noTeam: 'You are not in a team yet',
  noTeamNote: 'A team administrator can invite you by your e-mail address. The invitation appears here.',
  accept: (team: string) => `Accept the invitation of ${team}`,
  decline: (team: string) => `Decline the invitation of ${team}`,
  joined: (team: string) => `You are now a member of ${team}`,
  open: (team: string) => `Open ${team}`,
} as const;

/** The fact, then the next step. */
export function answerFailedText(team: string, failure: ApiFailure): string {
  if (failure.kind === 'network') return `The answer to ${team} may not have reached the server. Answer again when the network is back.`;
  if (failure.kind === 'malformed') return MALFORMED_ANSWER;
  if (failure.code === 'already_answered') return `The invitation of ${team} has already been answered.`;
  if (failure.code === 'invitation_ended' || failure.code === 'not_found')
    return `The invitation of ${team} has ended. Ask the team for a new one.`;
  return failure.message;
}
