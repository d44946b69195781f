import { ROLE } from '#contract/permissions.ts';
import type { Database, Writer } from '#server/db/database.ts';
import { addTeam, addUser } from './rules/accounts/accounts.ts';
import { addMembership } from './rules/teams/membership.ts';
import type { Passwords } from './rules/accounts/passwords.ts';

export const DEMO_PASSWORD = 'demo-password';

const TEAMS = [
  { slug: 'north', title: 'North' },
  { slug: 'south', title: 'South' },
] as const;
export type DemoTeam = (typeof TEAMS)[number]['slug'];

/** Accounts to try the product with, one per role (OQ-01). */
export const DEMO_PEOPLE: readonly { email: string; name: string; platformAdmin?: true; roles: Partial<Record<DemoTeam, number>> }[] = [
  {
    email: 'admin@demo.test',
    name: 'Ada Lindqvist',
    platformAdmin: true,
    roles: { north: ROLE.teamAdministrator, south: ROLE.teamAdministrator },
  },
  { email: 'annotator@demo.test', name: 'Noor Haddad', roles: { north: ROLE.annotator } },
  { email: 'reviewer@demo.test', name: 'Jonas Weber', roles: { north: ROLE.reviewer } },
  { email: 'scientist@demo.test', name: 'Mei Tanaka', roles: { north: ROLE.dataScientist } },
  { email: 'member@demo.test', name: 'Sam Okafor', roles: { north: ROLE.member, south: ROLE.member } },
];

/** Adds missing parts of the demo and leaves existing ones unchanged, however often it is called. */
export async function seedDemo(db: Database, passwords: Passwords, now: number): Promise<void> {
  // One hash for all, because the password is public anyway.
  const passwordHash = await passwords.hash(DEMO_PASSWORD, 'demo');
  await db.write(async (tx) => {
    const teamIds = new Map<string, number>();
    for (const team of TEAMS) teamIds.set(team.slug, await teamNamed(tx, team, now));
    for (const person of DEMO_PEOPLE) {
      const known = await tx.selectFrom('user').select('id').where('email', '=', person.email).executeTakeFirst();
      if (known !== undefined) continue;
      const { email, name, platformAdmin = false } = person;
      const userId = await addUser(tx, { email, name, passwordHash, platformAdmin, verifiedAt: now, now });
      for (const [slug, roleId] of Object.entries(person.roles)) {
        await addMembership(tx, { teamId: teamIds.get(slug) ?? 0, userId, roleId }, now);
      }
    }
  });
}

async function teamNamed(tx: Writer, team: { slug: string; title: string }, now: number): Promise<number> {
  const known = await tx.selectFrom('team').select('id').where('slug', '=', team.slug).executeTakeFirst();
  return known?.id ?? addTeam(tx, { ...team, now });
}
