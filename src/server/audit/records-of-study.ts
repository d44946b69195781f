import { sql, type Expression, type SqlBool } from 'kysely';
import type { Reader } from '#server/db/database.ts';
import { recordsWhere } from './walk.ts';

export interface StudyRecord {
  seq: number;
  at: number;
  call: string;
  user_id: number | null;
  name: string | null;
  address: string;
}

interface Asked {
  study: string;
  teamId: number;
  calls: readonly string[];
  /** Records of these calls count if this person made them. */
  ownCalls: readonly string[];
  userId: number;
  /** Records of these calls count if their subject is one of `patients`. */
  patientCalls: readonly string[];
  patients: readonly string[];
  /** For each word: the calls that it describes, and whether it is in the name of a person. */
  words: readonly { calls: readonly string[]; isIn(name: Expression<string>): Expression<SqlBool> }[];
  before: number | undefined;
  limit: number;
}

/** What was done to a study, newest first. */
export function recordsOfStudy(db: Reader, asked: Asked): Promise<StudyRecord[]> {
  const { study, teamId, calls, ownCalls, userId, patientCalls, patients, words, before, limit } = asked;
  const ofStudy = recordsWhere(db, { study, teamId }).where((eb) =>
    eb.or([
      eb('audit_record.call', 'in', calls),
      eb.and([eb('audit_record.call', 'in', ownCalls), eb('audit_record.user_id', '=', userId)]),
    ]),
  );
  return db
    .selectFrom('audit_record')
    .leftJoin('user', 'user.id', 'audit_record.user_id')
    .select(['audit_record.seq', 'audit_record.at', 'audit_record.call', 'audit_record.user_id', 'user.name', 'audit_record.address'])
    .where('audit_record.result', '=', 'done')
    .where('audit_record.team_id', '=', teamId)
    .where((eb) =>
      eb.or([
        eb('audit_record.seq', 'in', ofStudy.clearSelect().select('audit_record.seq')),
        eb.and([eb('audit_record.call', 'in', patientCalls), eb('audit_record.subject', 'in', patients)]),
      ]),
    )
    .where((eb) =>
      eb.and(words.map((word) => eb.or([eb('audit_record.call', 'in', [...word.calls, '']), word.isIn(sql.ref('user.name'))]))),
    )
    .$if(before !== undefined, (query) => query.where('audit_record.seq', '<', before!))
    .orderBy('audit_record.seq', 'desc')
    .limit(limit)
    .execute();
}

/** When a record was made; undefined if there is none. */
export async function timeOfRecord(db: Reader, seq: number): Promise<number | undefined> {
  return (await db.selectFrom('audit_record').select('at').where('seq', '=', seq).executeTakeFirst())?.at;
}
