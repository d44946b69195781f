import { sql } from 'kysely';
import type { z } from 'zod';
import type { Calls } from '#contract/calls.ts';
import { dateToWire } from '#contract/dates.ts';
import type { LogEntry, LogEntryPage, LogSession, LogSessionDetail, LogSessionPage } from '#contract/logs.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal } from '#server/rules/context.ts';
import { spanToMs } from './log-scope.ts';

const PER_PAGE = 50;

type Asked<C extends 'logSessions' | 'logEntries'> = z.infer<Calls[C]['query']>;

/** Entries of a team, or of all if `teamId` is null. */
function entries(db: Reader, teamId: number | null) {
  return db.selectFrom('activity_entry').$if(teamId !== null, (query) => query.where('activity_entry.team_id', '=', teamId));
}

function sessions(db: Reader, teamId: number | null) {
  return entries(db, teamId)
    .innerJoin('user', 'user.id', 'activity_entry.user_id')
    .select((eb) => [
      'activity_entry.sign_in_id as id',
      'activity_entry.user_id as userId',
      'user.name',
      eb.fn.min<number>('activity_entry.created_at').as('startedAt'),
      eb.fn.max<number>('activity_entry.created_at').as('lastAt'),
      eb.fn.countAll<number>().as('entries'),
    ])
    .groupBy(['activity_entry.sign_in_id', 'activity_entry.user_id', 'user.name']);
}

/** ROUTE-050: complete sessions that overlap the requested period. */
export async function listSessions(
  db: Reader,
  teamId: number | null,
  { page, user, ...span }: Asked<'logSessions'>,
): Promise<z.infer<typeof LogSessionPage>> {
  const { fromMs, toMs } = spanToMs(span);
  const found = sessions(db, teamId)
    .$if(user !== undefined, (query) => query.where('activity_entry.user_id', '=', user!))
    .$if(fromMs !== undefined, (query) => query.having((eb) => eb(eb.fn.max('activity_entry.created_at'), '>=', fromMs!)))
    .$if(toMs !== undefined, (query) => query.having((eb) => eb(eb.fn.min('activity_entry.created_at'), '<', toMs!)));
  const rows = await found
    .orderBy('lastAt', 'desc')
    .orderBy('id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute();
  const { total } = await db
    .selectFrom(found.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { data: rows.map(toSession), total, per_page: PER_PAGE, current_page: page };
}

/** ROUTE-060. */
export async function listEntries(
  db: Reader,
  teamId: number | null,
  { page, user, type, path, ...span }: Asked<'logEntries'>,
): Promise<z.infer<typeof LogEntryPage>> {
  const { fromMs, toMs } = spanToMs(span);
  const found = entries(db, teamId)
    .$if(user !== undefined, (query) => query.where('activity_entry.user_id', '=', user!))
    .$if(type !== undefined, (query) => query.where('activity_entry.type', '=', type!))
    .$if(path !== undefined, (query) => query.where(sql<boolean>`activity_entry.path like ${beginning(path!)} escape '\\'`))
    .$if(fromMs !== undefined, (query) => query.where('activity_entry.created_at', '>=', fromMs!))
    .$if(toMs !== undefined, (query) => query.where('activity_entry.created_at', '<', toMs!));
  return pageOfEntries(found, page, 'desc');
}

/** ROUTE-062. */
export async function findSession(
  db: Reader,
  teamId: number | null,
  { id, page }: { id: number; page: number },
): Promise<z.infer<typeof LogSessionDetail>> {
  const session = await sessions(db, teamId).where('activity_entry.sign_in_id', '=', id).executeTakeFirst();
  if (session === undefined) throw new Refusal('not_found');
  const own = entries(db, teamId).where('activity_entry.sign_in_id', '=', id);
  return { session: toSession(session), ...(await pageOfEntries(own, page, 'asc')) };
}

async function pageOfEntries(
  found: ReturnType<typeof entries>,
  page: number,
  order: 'asc' | 'desc',
): Promise<z.infer<typeof LogEntryPage>> {
  const rows = await found
    .innerJoin('user', 'user.id', 'activity_entry.user_id')
    .select([
      'activity_entry.id',
      'sign_in_id',
      'user_id',
      'team_id',
      'type',
      'path',
      'activity_entry.name',
      'uuid',
      'activity_entry.created_at',
    ])
    .select('user.name as userName')
    // Sorted by when it was done: offline activity arrives later.
    .orderBy('activity_entry.created_at', order)
    .orderBy('activity_entry.id', order)
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute();
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const data = rows.map(({ sign_in_id, user_id, userName, created_at, ...row }): LogEntry => ({
    ...row,
    session_id: sign_in_id,
    user: { id: user_id, name: userName },
    created_at: dateToWire(new Date(created_at)),
  }));
  return { data, total, per_page: PER_PAGE, current_page: page };
}

function beginning(path: string): string {
  return `${path.replace(/[\\%_]/g, '\\$&')}%`;
}

function toSession(row: { id: number; userId: number; name: string; startedAt: number; lastAt: number; entries: number }): LogSession {
  return {
    id: row.id,
    user: { id: row.userId, name: row.name },
    started_at: dateToWire(new Date(row.startedAt)),
    last_at: dateToWire(new Date(row.lastAt)),
    entries: row.entries,
  };
}
