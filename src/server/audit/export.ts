import { Readable } from 'node:stream';
import { dateToWire } from '#contract/dates.ts';
import type { AUDIT_FORMATS, AuditHead } from '#contract/logs.ts';
import type { Reader } from '#server/db/database.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { FIRST_HASH, recordToText } from './record.ts';
import { CSV_HEAD, recordsToCsv } from './records-csv.ts';
import { recordPages, type RecordFilter } from './walk.ts';

/**
 * Records as lines of JSON in order, each with its hash. The last line has the head and the number of records, so that a truncated file is noticed.
 * Without its hash, a line is the text that was hashed; an export of all teams and times can be verified without this server. The table has names
 * in addition to IDs, and proves nothing.
 */
export async function exportRecords(db: Reader, format: (typeof AUDIT_FORMATS)[number], where: RecordFilter): Promise<ByteAnswer> {
  const { seq, hash } = await headOf(db);
  const [type, lines] =
    format === 'csv' ? ['text/csv', () => csvOf(db, where, seq)] : ['application/x-ndjson', () => linesOf(db, where, { seq, hash })];
  return {
    size: null,
    type: `${type}; charset=utf-8`,
    sha256: null,
    saveAs: `audit_${seq}.${format}`,
    stream: () => Readable.from(lines(), { objectMode: false }),
  };
}

/** The current state, for comparison with a later check. */
export async function exportHead(db: Reader, now: number): Promise<AuditHead> {
  return { ...(await headOf(db)), created_at: dateToWire(new Date(now)) };
}

async function headOf(db: Reader): Promise<{ seq: number; hash: string }> {
  const head = await db.selectFrom('audit_head').select(['seq', 'hash']).where('id', '=', 1).executeTakeFirst();
  return head ?? { seq: 0, hash: FIRST_HASH };
}

async function* csvOf(db: Reader, where: RecordFilter, upTo: number): AsyncGenerator<string> {
  yield CSV_HEAD;
  for await (const page of recordPages(db, { after: 0, upTo, where })) yield await recordsToCsv(db, page);
}

async function* linesOf(db: Reader, where: RecordFilter, head: { seq: number; hash: string }): AsyncGenerator<string> {
  let records = 0;
  for await (const page of recordPages(db, { after: 0, upTo: head.seq, where })) {
    records += page.length;
    yield page.map(({ hash, ...record }) => `${recordToText(record).slice(0, -1)},"hash":"${hash}"}\n`).join('');
  }
  yield `${JSON.stringify({ head, records })}\n`;
}
