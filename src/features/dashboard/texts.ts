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
  needsServer: 'Needs the server, which is not reached now',
  noTeam: 'You are in no team yet',
  noTeamNote: 'A team administrator can invite you by your e-mail address. The invitation appears here.',
  accept: (team: string) => `Accept the invitation of ${team}`,
  decline: (team: string) => `Decline the invitation of ${team}`,
  joined: (team: string) => `You are a member of ${team} now`,
  open: (team: string) => `Open ${team}`,
} as const;

/** The fact, then the next step. */
export function answerFailedText(team: string, failure: ApiFailure): string {
  if (failure.kind === 'network') return `The answer to ${team} may not have reached the server. Answer again once the network is back.`;
  if (failure.kind === 'malformed') return 'The server gave an answer that this page does not know. Reload it.';
  if (failure.code === 'already_answered') return `The invitation of ${team} was answered already.`;
  if (failure.code === 'invitation_ended' || failure.code === 'not_found')
    return `The invitation of ${team} has ended. Ask the team for a new one.`;
  return failure.message;
}
