import { Readable } from 'node:stream';
import type { Reader } from '#server/db/database.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { FIRST_HASH, recordToText } from './record.ts';
import { recordPages, type RecordFilter } from './walk.ts';

/**
 * Records as lines of JSON in their order, each with its hash; the last line has the head and how many there are, so that a file that was cut
 * off shows it. Without its hash, a line is the text that was hashed, and what holds all teams and all times can be checked without this server.
 */
export async function exportRecords(db: Reader, where: RecordFilter): Promise<ByteAnswer> {
  const head = await db.selectFrom('audit_head').select(['seq', 'hash']).where('id', '=', 1).executeTakeFirst();
  const { seq, hash } = head ?? { seq: 0, hash: FIRST_HASH };
  return {
    size: null,
    type: 'application/x-ndjson; charset=utf-8',
    sha256: null,
    saveAs: `audit_${seq}.ndjson`,
    stream: () => Readable.from(linesOf(db, where, { seq, hash }), { objectMode: false }),
  };
}

async function* linesOf(db: Reader, where: RecordFilter, head: { seq: number; hash: string }): AsyncGenerator<string> {
  let records = 0;
  for await (const page of recordPages(db, { after: 0, upTo: head.seq, where })) {
    records += page.length;
    yield page.map(({ hash, ...record }) => `${recordToText(record).slice(0, -1)},"hash":"${hash}"}\n`).join('');
  }
  yield `${JSON.stringify({ head, records })}\n`;
}
