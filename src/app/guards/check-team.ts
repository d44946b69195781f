import { isMember, STAY, type Verdict, type Visit } from './visit.ts';

/** The fourth guard (GUARD-23). The first one moved non-members with a team, so this one concerns people without any (ODD-21). */
export function checkTeam({ person, hostTeam }: Visit): Verdict {
  if (person === null || hostTeam === null || isMember(person, hostTeam)) return STAY;
  return { go: 'main', to: '/' };
}
