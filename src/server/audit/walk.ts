import type { Reader } from '#server/db/database.ts';
import { setImmediate } from 'node:timers/promises';
import type { StoredRecord } from './record.ts';
import { isAboutStudy } from './record-studies.ts';

/** SQLite blocks the process while it reads a page: some milliseconds. */
const PER_PAGE = 1_000;

/** Records after a number, in order, in pages. Other work runs between the pages. */
export async function* recordPages(
  db: Reader,
  { after, upTo, where = {} }: { after: number; upTo: number; where?: RecordFilter },
): AsyncGenerator<StoredRecord[]> {
  let last = after;
  for (;;) {
    const page = await recordsWhere(db, where).where('seq', '>', last).where('seq', '<=', upTo).orderBy('seq').limit(PER_PAGE).execute();
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)!.seq;
    if (page.length < PER_PAGE) return;
    await setImmediate();
  }
}

export interface RecordFilter {
  /** Null: of every team, and without one. */
  teamId?: number | null | undefined;
  userId?: number | undefined;
  kind?: StoredRecord['kind'] | undefined;
  call?: string | undefined;
  subject?: string | undefined;
  /** UUID. */
  study?: string | undefined;
  result?: string | undefined;
  isRefused?: boolean | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

export function recordsWhere(
  db: Reader,
  { teamId = null, userId, kind, call, subject, study, result, isRefused = false, fromMs, toMs }: RecordFilter,
) {
  return db
    .selectFrom('audit_record')
    .selectAll('audit_record')
    .$if(teamId !== null, (query) => query.where('audit_record.team_id', '=', teamId))
    .$if(userId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('audit_record.user_id', '=', userId!), eb('audit_record.acted_by', '=', userId!)])),
    )
    .$if(kind !== undefined, (query) => query.where('audit_record.kind', '=', kind!))
    .$if(call !== undefined, (query) => query.where('audit_record.call', '=', call!))
    .$if(subject !== undefined, (query) => query.where('audit_record.subject', '=', subject!))
    .$if(study !== undefined, (query) => query.where(isAboutStudy(study!, teamId)))
    .$if(isRefused, (query) => query.where('audit_record.result', '<>', 'done'))
    .$if(result !== undefined, (query) => query.where('audit_record.result', '=', result!))
    .$if(fromMs !== undefined, (query) => query.where('audit_record.at', '>=', fromMs!))
    .$if(toMs !== undefined, (query) => query.where('audit_record.at', '<', toMs!));
}
