import type { FindingCode, FindingSeverity } from '#contract/quality.ts';
import type { Reader } from '#server/db/database.ts';
import { severitiesFrom } from './findings-seen.ts';
import { checkKeyOf } from './queue-check.ts';

/**
 * Whether a study (by id) has a finding of this code and of this severity or a higher one; `any`: of any code. One that somebody has accepted does not
 * count. Checks no permission. Until `isChecked`, the answer can still change.
 */
export async function hasFinding(
  db: Reader,
  studyId: number,
  code: FindingCode | 'any',
  severity: FindingSeverity = 'info',
): Promise<boolean> {
  const row = await db
    .selectFrom('finding')
    .select('id')
    .where('study_id', '=', studyId)
    .$if(code !== 'any', (found) => found.where('code', '=', code as FindingCode))
    .where('severity', 'in', severitiesFrom(severity))
    .where((eb) => eb.or([eb('mark', 'is', null), eb('mark', '<>', 'accepted')]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether all series of a study (by id) have been read and have ended, and no check of it waits or runs. */
export async function isChecked(db: Reader, studyId: number): Promise<boolean> {
  const unread = await db
    .selectFrom('series')
    .leftJoin('series_reading', 'series_reading.series_id', 'series.id')
    .select('series.id')
    .where('series.study_id', '=', studyId)
    .where((eb) => eb.or([eb('series_reading.version', 'is', null), eb('series.state', 'in', ['receiving', 'proved', 'converting'])]))
    .limit(1)
    .executeTakeFirst();
  if (unread !== undefined) return false;
  const job = await db
    .selectFrom('job')
    .select('id')
    .where('unique_key', '=', checkKeyOf(studyId))
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return job === undefined;
}
