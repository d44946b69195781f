import { sql } from 'kysely';
import type { z } from 'zod';
import type { Calls } from '#contract/calls.ts';
import { dateToWire } from '#contract/dates.ts';
import type { SeriesState, UploadList, UploadProgress, UploadRow } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Reader } from '#server/db/database.ts';
import type { UploadTable } from '#server/db/schema.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { hasWord, searchWords } from '#server/rules/studies/name-search.ts';
import { uploadState } from '#server/rules/studies/studies-state.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';

type Asked = z.infer<Calls['uploads']['query']>;

/** CALL-054: the uploads of the team, newest first. Uploads of which nothing is left are not listed: dropped ones, and those whose studies were removed. */
export async function listUploads({ db }: ServerContext, caller: Member, asked: Asked): Promise<z.infer<typeof UploadList>> {
  const perPage = LIMITS.uploadsPerPage;
  const found = uploadsFound(db.read, caller, asked);
  // Found and counted in one pass: two queries would count all series twice.
  const uploads = await found
    .select(['upload.id', 'upload.session', 'upload.created_at', 'upload.sent_at', 'upload.user_id', 'upload.state', 'user.name'])
    .select((eb) => eb.fn.countAll<number>().over().as('total'))
    .orderBy('upload.created_at', 'desc')
    .orderBy('upload.id', 'desc')
    .limit(perPage)
    .offset((asked.page - 1) * perPage)
    .execute();
  const ids = uploads.map((upload) => upload.id);
  const seriesByUpload = await readSeries(db.read, ids);
  const nameByUpload = await readFirstNames(db.read, caller, ids);
  return {
    data: uploads.map((upload) => toRow(caller, upload, seriesByUpload.get(upload.id) ?? [], nameByUpload.get(upload.id) ?? null)),
    total: uploads[0]?.total ?? (asked.page === 1 ? 0 : await countAll(found)),
    per_page: perPage,
    current_page: asked.page,
  };
}

/** For a page after the last one, which has no row that carries the count. */
async function countAll(found: ReturnType<typeof uploadsFound>): Promise<number> {
  return (await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
}

function uploadsFound(db: Reader, caller: Member, { search, mine, progress }: Asked) {
  let found = db
    .selectFrom('upload')
    .innerJoin('user', 'user.id', 'upload.user_id')
    .where('upload.team_id', '=', caller.teamId)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('upload.state', '<>', 'dropped'),
          eb.not(eb.exists(eb.selectFrom('removed_series').select('uuid').whereRef('removed_series.upload_id', '=', 'upload.id'))),
        ]),
        eb.exists(eb.selectFrom('series').select('series.id').whereRef('series.upload_id', '=', 'upload.id')),
      ]),
    );
  if (mine === '1') found = found.where('upload.user_id', '=', caller.userId);
  if (progress !== undefined) {
    const ids = uploadsIn(db, caller.teamId, progress);
    // An upload without series counts as being sent.
    const hasNone = sql<boolean>`not exists (select 1 from series where series.upload_id = upload.id)`;
    found = found.where((eb) => (progress === 'sending' ? eb.or([eb('upload.id', 'in', ids), hasNone]) : eb('upload.id', 'in', ids)));
  }
  if (search !== undefined && search !== '') found = found.where(isFoundBy(caller, search));
  return found;
}

/** Every word occurs in the sender's name or in one patient's name; or the session begins with the text. */
function isFoundBy(caller: Member, search: string) {
  const words = searchWords(search);
  const inColumn = (column: string) =>
    words.length === 0
      ? sql<boolean>`1 = 0`
      : sql<boolean>`(${sql.join(
          words.map((word) => hasWord(sql.ref(column), word)),
          sql` and `,
        )})`;
  const ways = [inColumn('user.name')];
  if (/^[0-9a-f]{4}[0-9a-f-]*$/i.test(search)) ways.push(sql<boolean>`upload.session like ${`${search.toLowerCase()}%`}`);
  if (caller.permissions.has('r:studies'))
    ways.push(
      sql<boolean>`exists (select 1 from study join series on series.study_id = study.id where series.upload_id = upload.id and study.deleted_at is null and ${inColumn('study.patient_name')})`,
    );
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

/**
 * The same states as `progressOf`, computed in the database: its series are counted in one pass. A subquery for each upload and state
 * (`exists`) took six times as long among 10,000 on PostgreSQL.
 */
function uploadsIn(db: Reader, teamId: number, progress: UploadProgress) {
  const count = (...states: SeriesState[]) => sql<number>`sum(case when series.state in (${sql.join(states)}) then 1 else 0 end)`;
  const counted = db
    .selectFrom('series')
    .innerJoin('upload as of', 'of.id', 'series.upload_id')
    .select('series.upload_id')
    .where('of.team_id', '=', teamId)
    .groupBy('series.upload_id');
  switch (progress) {
    case 'sending':
      return counted.having(count('receiving'), '>', 0);
    case 'proved':
      return counted.having(count('receiving', 'converting', 'converted', 'error'), '=', 0);
    case 'converting':
      return counted
        .having(count('receiving'), '=', 0)
        .having(count('proved', 'converting'), '>', 0)
        .having(count('converting', 'converted', 'error'), '>', 0);
    case 'converted':
      return counted.having(count('receiving', 'proved', 'converting', 'error'), '=', 0);
    case 'failed':
      return counted.having(count('receiving', 'proved', 'converting'), '=', 0).having(count('error'), '>', 0);
  }
}

/** Least advanced series first; `failed` once a series ended in error and nothing is left to do. */
function progressOf(states: readonly SeriesState[]): UploadProgress {
  switch (uploadState(states)) {
    case 'finished':
      return states.includes('error') ? 'failed' : 'converted';
    case 'converting':
      return states.every((state) => state === 'proved') ? 'proved' : 'converting';
    default:
      return 'sending';
  }
}

interface SeriesOfUpload {
  study_id: number;
  state: SeriesState;
  file_count: number;
  proved_files: number;
  total_bytes: number;
}

async function readSeries(db: Reader, uploadIds: readonly number[]): Promise<Map<number, SeriesOfUpload[]>> {
  if (uploadIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('series')
    .select(['upload_id', 'study_id', 'state', 'file_count', 'proved_files', 'total_bytes'])
    .where('upload_id', 'in', uploadIds)
    .execute();
  return Map.groupBy(rows, (row) => row.upload_id);
}

/** For each upload the patient of its first study, for callers who may see studies. */
async function readFirstNames(db: Reader, caller: Member, uploadIds: readonly number[]): Promise<Map<number, string>> {
  if (uploadIds.length === 0 || !caller.permissions.has('r:studies')) return new Map();
  const studies = await studiesOfTeam(db, caller.teamId)
    .innerJoin('series as of', 'of.study_id', 'study.id')
    .select(['of.upload_id', 'study.id', 'study.patient_name'])
    .distinct()
    .where('of.upload_id', 'in', uploadIds)
    .orderBy('study.id', 'desc')
    .execute();
  // The last entry set is the first study.
  return new Map(studies.map((study) => [study.upload_id, study.patient_name]));
}

interface UploadOfPage {
  id: number;
  session: string;
  created_at: number;
  sent_at: number | null;
  user_id: number;
  state: UploadTable['state'];
  name: string;
}

function toRow(caller: Member, upload: UploadOfPage, series: readonly SeriesOfUpload[], name: string | null): UploadRow {
  const sum = (valueOf: (each: SeriesOfUpload) => number): number => series.reduce((total, each) => total + valueOf(each), 0);
  const states = series.map((each) => each.state);
  const [files, proved] = [sum((each) => each.file_count), sum((each) => each.proved_files)];
  // The same conditions as the receipt's own call; and a receipt of nothing, or of a part, verifies nothing.
  const receipt = upload.user_id === caller.userId && caller.permissions.has('r:upload-v2') && upload.state !== 'dropped';
  return {
    id: upload.id,
    session: upload.session,
    created_at: dateToWire(new Date(upload.created_at)),
    sent_at: upload.sent_at === null ? null : dateToWire(new Date(upload.sent_at)),
    user: upload.name,
    name,
    progress: progressOf(states),
    receipt: receipt && files > 0 && proved === files,
    files,
    proved,
    studies: new Set(series.map((each) => each.study_id)).size,
    series: series.length,
    size: sum((each) => each.total_bytes),
    state: uploadState(states),
    errors: states.filter((state) => state === 'error').length,
  };
}
