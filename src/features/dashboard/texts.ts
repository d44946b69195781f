import { MALFORMED_ANSWER } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { t } from '#language/t.ts';

export const TEXTS = {
  title: t('Dashboard'),
  teams: t('Teams'),
  newTeam: t('New team'),
  invitations: t('Invitations'),
  prefer: (team: string) => t('Prefer {team}', { team }),
  preferred: (team: string) => t('{team} is preferred', { team }),
  preferFailed: t('The preferred team was not changed. Try again.'),
  suspended: t('suspended'),
  needsServer: t('The server cannot be reached'),
  noTeam: t('You are not in a team yet'),
  noTeamNote: t('A team administrator can invite you by your e-mail address. The invitation appears here.'),
  accept: (team: string) => t('Accept the invitation of {team}', { team }),
  decline: (team: string) => t('Decline the invitation of {team}', { team }),
  joined: (team: string) => t('You are now a member of {team}', { team }),
  open: (team: string) => t('Open {team}', { team }),
} as const;

/** The fact, then the next step. */
export function answerFailedText(team: string, failure: ApiFailure): string {
  if (failure.kind === 'network')
    return t('The answer to {team} may not have reached the server. Answer again when the network is back.', { team });
  if (failure.kind === 'malformed') return MALFORMED_ANSWER;
  if (failure.code === 'already_answered') return t('The invitation of {team} has already been answered.', { team });
  if (failure.code === 'invitation_ended' || failure.code === 'not_found')
    return t('The invitation of {team} has ended. Ask the team for a new one.', { team });
  return failure.message;
}
