import type { z } from 'zod';
import type { LogPeople } from '#contract/logs.ts';
import type { Reader } from '#server/db/database.ts';

/** People in the logs of a team (of all, if `teamId` is null): members and former members. */
export async function listLogPeople(db: Reader, teamId: number | null): Promise<z.infer<typeof LogPeople>> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('audit_record')
        .select('user_id as id')
        .where('user_id', 'is not', null)
        .$if(teamId !== null, (query) => query.where('team_id', '=', teamId))
        .union(
          from
            .selectFrom('activity_entry')
            .select('user_id as id')
            .$if(teamId !== null, (query) => query.where('team_id', '=', teamId)),
        )
        .as('person'),
    )
    .leftJoin('user', 'user.id', 'person.id')
    .select(['person.id', 'user.name'])
    .execute();
  const data = rows.map(({ id, name }) => ({ id: id!, name }));
  return { data: data.toSorted((a, b) => (a.name ?? '\uFFFF').localeCompare(b.name ?? '\uFFFF') || a.id - b.id) };
}
