import { sql, type ExpressionBuilder } from 'kysely';
import type { Reader } from '#server/db/database.ts';
import type { Schema } from '#server/db/schema.ts';
import type { StoredRecord } from './record.ts';

/**
 * The study that a record is about. Its subject is the UUID of a study or series, or the number of a row in a table that depends on the call. Only
 * within a team: a request for a study of another team gets no information.
 */
const CALLS_WITH_NUMBER = {
  study: ['study', 'studySeries', 'studyLabels', 'attachLabel', 'detachLabel'],
  file: ['originalFile'],
  volume: ['volumeFile', 'volumeBricks', 'prepareDownload', 'download'],
} as const satisfies Record<string, readonly string[]>;

type Asked = Pick<StoredRecord, 'seq' | 'team_id' | 'call' | 'subject'>;

/** UUIDs of the studies by number of the record, for records that have one. */
export async function studiesOfRecords(db: Reader, records: readonly Asked[]): Promise<ReadonlyMap<number, string>> {
  const uuids = [...new Set(records.flatMap(({ subject }) => (subject?.includes('-') === true ? [subject] : [])))];
  const numbersOf = (calls: readonly string[]) => [
    ...new Set(
      records.flatMap(({ call, subject }) => (subject !== null && calls.includes(call) && !subject.includes('-') ? [Number(subject)] : [])),
    ),
  ];
  const [studies, series, numbered, files, volumes] = await Promise.all([
    of(uuids, (ids) => db.selectFrom('study').select(['uuid as key', 'uuid', 'team_id']).where('uuid', 'in', ids).execute()),
    of(uuids, (ids) => ofSeries(db).select('series.uuid as key').where('series.uuid', 'in', ids).execute()),
    of(numbersOf(CALLS_WITH_NUMBER.study), (ids) =>
      db.selectFrom('study').select(['id as key', 'uuid', 'team_id']).where('id', 'in', ids).execute(),
    ),
    of(numbersOf(CALLS_WITH_NUMBER.file), (ids) =>
      ofSeries(db).innerJoin('file', 'file.series_id', 'series.id').select('file.id as key').where('file.id', 'in', ids).execute(),
    ),
    of(numbersOf(CALLS_WITH_NUMBER.volume), (ids) =>
      ofSeries(db).innerJoin('volume', 'volume.series_id', 'series.id').select('volume.id as key').where('volume.id', 'in', ids).execute(),
    ),
  ]);
  const byUuid = found([...studies, ...series]);
  const byNumber = { study: found(numbered), file: found(files), volume: found(volumes) };

  const studyOf = ({ team_id, call, subject }: Asked): string | undefined => {
    if (subject === null) return undefined;
    const table = Object.entries(CALLS_WITH_NUMBER).find(([, calls]) => (calls as readonly string[]).includes(call))?.[0];
    const study = byUuid.get(subject) ?? (table === undefined ? undefined : byNumber[table as keyof typeof byNumber].get(subject));
    return study?.team_id === team_id ? study.uuid : undefined;
  };
  return new Map(
    records.flatMap((record): [number, string][] => {
      const study = studyOf(record);
      return study === undefined ? [] : [[record.seq, study]];
    }),
  );
}

/** Records about a study of the team (of any team if `teamId` is null), by any of its identifiers. */
export function isAboutStudy(uuid: string, teamId: number | null) {
  return (eb: ExpressionBuilder<Schema, 'audit_record'>) => {
    const study = eb
      .selectFrom('study')
      .where('study.uuid', '=', uuid)
      .$if(teamId !== null, (query) => query.where('study.team_id', '=', teamId!));
    const series = study.innerJoin('series', 'series.study_id', 'study.id');
    const inCalls = (calls: readonly string[]) => eb('audit_record.call', 'in', calls);
    const asText = (id: 'study.id' | 'file.id' | 'volume.id') => sql<string>`cast(${sql.ref(id)} as text)`.as('subject');
    return eb.or([
      eb('audit_record.subject', '=', uuid),
      eb('audit_record.subject', 'in', series.select('series.uuid')),
      inCalls(CALLS_WITH_NUMBER.study).and('audit_record.subject', 'in', study.select(asText('study.id'))),
      inCalls(CALLS_WITH_NUMBER.file).and(
        'audit_record.subject',
        'in',
        series.innerJoin('file', 'file.series_id', 'series.id').select(asText('file.id')),
      ),
      inCalls(CALLS_WITH_NUMBER.volume).and(
        'audit_record.subject',
        'in',
        series.innerJoin('volume', 'volume.series_id', 'series.id').select(asText('volume.id')),
      ),
    ]);
  };
}

interface Found {
  key: string | number;
  uuid: string;
  team_id: number;
}

function ofSeries(db: Reader) {
  return db.selectFrom('series').innerJoin('study', 'study.id', 'series.study_id').select(['study.uuid', 'study.team_id']);
}

async function of<T>(ids: T[], ask: (ids: T[]) => Promise<Found[]>): Promise<Found[]> {
  return ids.length === 0 ? [] : ask(ids);
}

function found(rows: readonly Found[]): ReadonlyMap<string, Found> {
  return new Map(rows.map((row) => [String(row.key), row]));
}
