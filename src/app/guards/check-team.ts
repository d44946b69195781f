import { isMember, STAY, type Verdict, type Visit } from './visit.ts';

/** The fourth guard (GUARD-23). Non-members with a team were moved by the first one, so this speaks to people without any (ODD-21). */
export function checkTeam({ person, hostTeam }: Visit): Verdict {
  if (person === null || hostTeam === null || isMember(person, hostTeam)) return STAY;
  return { go: 'main', to: '/' };
}
