import { dateToWire } from '#contract/dates.ts';
import { cellToCsv } from '#model/csv-cell.ts';
import type { Reader } from '#server/db/database.ts';
import { studiesOfRecords } from './record-studies.ts';
import type { StoredRecord } from './record.ts';

const COLUMNS = [
  'number',
  'time_utc',
  'team_id',
  'user_id',
  'user_name',
  'acted_by',
  'kind',
  'call',
  'subject',
  'study',
  'result',
  'address',
  'hash',
];

/** With the byte order mark that tells a spreadsheet that it is UTF-8. Lines as in RFC 4180. */
export const CSV_HEAD = `\uFEFF${COLUMNS.join(',')}\r\n`;

/** The rows of a table for people: with the current names of accounts, and the study of each record. */
export async function recordsToCsv(db: Reader, records: readonly StoredRecord[]): Promise<string> {
  const ids = [...new Set(records.flatMap(({ user_id }) => (user_id === null ? [] : [user_id])))];
  const people = ids.length === 0 ? [] : await db.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).execute();
  const nameById = new Map(people.map(({ id, name }) => [id, name]));
  const studies = await studiesOfRecords(db, records);
  return records
    .map((record) => {
      const { seq, at, team_id, user_id, acted_by, kind, call, subject, result, address, hash } = record;
      const name = user_id === null ? null : nameById.get(user_id);
      const study = studies.get(seq);
      return [seq, dateToWire(new Date(at)), team_id, user_id, name, acted_by, kind, call, subject, study, result, address, hash];
    })
    .map((cells) => `${cells.map(cellToCsv).join(',')}\r\n`)
    .join('');
}
