import { STAY, type Verdict, type Visit } from './visit.ts';

/**
 * The third guard (GUARD-20 to 22). The link of the e-mail, `/verify?url=…`, is left as it is with its query (ODD-44). Who joined the team of this
 * host with its invitation is led to `/verify` as well, once: there they may choose to go on and verify later.
 */
export function verified({ person, pathname, hostTeam }: Visit): Verdict {
  if (person === null) return STAY;
  const onVerify = pathname === '/verify';
  if (person.verified) return onVerify ? { go: 'path', to: '/' } : STAY;
  if (onVerify) return STAY;
  const mayGoOn = person.verifiesLater === true && person.teams.some(({ slug }) => slug === hostTeam);
  return mayGoOn ? STAY : { go: 'path', to: '/verify' };
}
