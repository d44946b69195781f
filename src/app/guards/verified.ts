import { STAY, type Verdict, type Visit } from './visit.ts';

/** The third guard (GUARD-20 to 22). The link of the e-mail, `/verify?url=…`, is left as it is with its query (ODD-44). */
export function verified({ person, pathname }: Visit): Verdict {
  if (person === null) return STAY;
  const onVerify = pathname === '/verify';
  if (person.verified) return onVerify ? { go: 'path', to: '/' } : STAY;
  return onVerify ? STAY : { go: 'path', to: '/verify' };
}
