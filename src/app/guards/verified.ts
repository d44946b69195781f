import { STAY, type Verdict, type Visit } from './visit.ts';

/**
 * The third guard (GUARD-20 to 22). The e-mail link, `/verify?url=…`, is unchanged with its query (ODD-44). Users who joined the team of
 * this host by invitation are also sent to `/verify`, once: there they may choose to continue and verify later.
 */
export function verified({ person, pathname, hostTeam }: Visit): Verdict {
  if (person === null) return STAY;
  const onVerify = pathname === '/verify';
  if (person.verified) return onVerify ? { go: 'path', to: '/' } : STAY;
  if (onVerify) return STAY;
  const mayGoOn = person.verifiesLater === true && person.teams.some(({ slug }) => slug === hostTeam);
  return mayGoOn ? STAY : { go: 'path', to: '/verify' };
}
