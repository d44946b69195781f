import { dateToWire } from '#contract/dates.ts';
import type { AuditRecord } from '#contract/logs.ts';
import type { Reader } from '#server/db/database.ts';
import { studiesOfRecords } from './record-studies.ts';
import { recordsWhere, type RecordFilter } from './walk.ts';

const PER_PAGE = 50;

/** The newest records of a filter, optionally before a number. */
export async function listRecords(
  db: Reader,
  { before, ...where }: RecordFilter & { before?: number | undefined },
): Promise<{ data: AuditRecord[]; more: boolean }> {
  const rows = await recordsWhere(db, where)
    .leftJoin('user', 'user.id', 'audit_record.user_id')
    .leftJoin('user as actor', 'actor.id', 'audit_record.acted_by')
    .select(['user.name', 'actor.name as actorName'])
    .$if(before !== undefined, (query) => query.where('audit_record.seq', '<', before!))
    .orderBy('audit_record.seq', 'desc')
    .limit(PER_PAGE + 1)
    .execute();
  const page = rows.slice(0, PER_PAGE);
  const studies = await studiesOfRecords(db, page);
  const data = page.map(({ at, user_id, name, acted_by, actorName, ...record }) => ({
    ...record,
    study: studies.get(record.seq) ?? null,
    created_at: dateToWire(new Date(at)),
    user: user_id === null ? null : { id: user_id, name },
    ...(acted_by !== null && { acted_by: { id: acted_by, name: actorName } }),
  }));
  return { data, more: rows.length > PER_PAGE };
}
