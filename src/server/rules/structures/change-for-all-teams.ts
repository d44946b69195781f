import type { Writer } from '#server/db/database.ts';
import { assertPlatformAdministrator } from '#server/rules/administration/platform-administrators.ts';
import { appendChange } from '#server/rules/changes.ts';
import type { Caller, ServerContext } from '#server/rules/context.ts';
import { lockTeams } from '#server/rules/teams/membership.ts';

/**
 * Changes what all teams have, and records it in the change log of each. All teams are locked: no team can take a slug at the same moment,
 * and two administrators are served one after the other. `changed` null: nothing to record.
 */
export async function changeForAllTeams<T>(
  { db, news, now }: ServerContext,
  caller: Caller,
  kind: 'structure' | 'category',
  change: (tx: Writer) => Promise<{ changed: number | null; answer: T }>,
): Promise<T> {
  const { answer, logged } = await db.write(async (tx) => {
    await assertPlatformAdministrator(tx, caller);
    await lockTeams(tx);
    const made = await change(tx);
    return {
      answer: made.answer,
      logged: made.changed === null ? [] : await logInAllTeams(tx, { kind, ref: String(made.changed), now: now() }),
    };
  });
  for (const { teamId, seq } of logged) news.toTeam(teamId, 'change', { seq });
  return answer;
}

async function logInAllTeams(tx: Writer, change: { kind: string; ref: string; now: number }): Promise<{ teamId: number; seq: number }[]> {
  const logged: { teamId: number; seq: number }[] = [];
  for (const { id: teamId } of await tx.selectFrom('team').select('id').orderBy('id').execute())
    logged.push({ teamId, seq: await appendChange(tx, { teamId, ...change }) });
  return logged;
}
