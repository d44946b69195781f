import { VERIFIED_AT_ONCE, type AuditVerdict } from '#contract/logs.ts';
import type { Reader } from '#server/db/database.ts';
import { FIRST_HASH, hashOfRecord } from './record.ts';
import { recordPages } from './walk.ts';

export interface VerifyAsked {
  after: number;
  seq?: number | undefined;
  hash?: string | undefined;
  /** Rounded up to the end of a page. */
  most?: number;
}

/**
 * Verifies the chain and returns the first altered record. Anyone with write access to the database can write a whole new chain; only a number and
 * a hash that were stored elsewhere reveal that.
 */
export async function verifyTrail(db: Reader, asked: VerifyAsked): Promise<AuditVerdict> {
  const ends = await endsOf(db);
  const { records, checkedTo, broken } = await walk(db, ends, asked);
  return {
    seq: ends.seq,
    hash: ends.hash,
    records,
    checked_to: checkedTo,
    broken,
    kept: asked.seq === undefined ? null : await keptOf(db, asked.seq, asked.hash),
  };
}

interface Ends {
  seq: number;
  hash: string;
  first: number | null;
  last: number | null;
}

/** In one query, so that a record written meanwhile does not count as inserted. */
async function endsOf(db: Reader): Promise<Ends> {
  const ends = await db
    .selectFrom((from) =>
      from
        .selectFrom('audit_record')
        .select((eb) => [eb.fn.min<number | null>('seq').as('first'), eb.fn.max<number | null>('seq').as('last')])
        .as('ends'),
    )
    .leftJoin('audit_head', (join) => join.on('audit_head.id', '=', 1))
    .select(['ends.first', 'ends.last', 'audit_head.seq', 'audit_head.hash'])
    .executeTakeFirstOrThrow();
  return { ...ends, seq: ends.seq ?? 0, hash: ends.hash ?? FIRST_HASH };
}

type Broken = AuditVerdict['broken'];
interface Walked {
  records: number;
  checkedTo: number;
  broken: Broken;
}

async function walk(db: Reader, ends: Ends, { after, most = VERIFIED_AT_ONCE }: VerifyAsked): Promise<Walked> {
  const walked: Walked = { records: 0, checkedTo: after, broken: null };
  const found = (broken: NonNullable<Broken>): Walked => ({ ...walked, broken });
  if (ends.first !== null && ends.first < 1) return found({ seq: ends.first, why: 'inserted' });
  const start = await hashAt(db, after);
  if (start === null) return found({ seq: after, why: 'missing' });
  let hash = start;
  for await (const page of recordPages(db, { after, upTo: ends.seq })) {
    for (const record of page) {
      const seq = walked.checkedTo + 1;
      if (record.seq !== seq) return found({ seq, why: 'missing' });
      if (record.hash !== hashOfRecord(hash, record)) return found({ seq, why: 'changed' });
      ({ hash } = record);
      walked.records += 1;
      walked.checkedTo = seq;
    }
    if (walked.records >= most && walked.checkedTo < ends.seq) return walked;
  }
  if (walked.checkedTo < ends.seq) return found({ seq: walked.checkedTo + 1, why: 'tail_missing' });
  if ((ends.last ?? 0) > ends.seq) return found({ seq: ends.seq + 1, why: 'inserted' });
  return walked.checkedTo === ends.seq && hash !== ends.hash ? found({ seq: ends.seq, why: 'head_changed' }) : walked;
}

async function keptOf(db: Reader, seq: number, hash: string | undefined): Promise<'stands' | 'differs' | 'missing'> {
  const now = await hashAt(db, seq);
  if (now === null) return 'missing';
  return now === hash ? 'stands' : 'differs';
}

async function hashAt(db: Reader, seq: number): Promise<string | null> {
  if (seq === 0) return FIRST_HASH;
  const row = await db.selectFrom('audit_record').select('hash').where('seq', '=', seq).executeTakeFirst();
  return row?.hash ?? null;
}
