import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import type { DeletedStudyList } from '#contract/deleted-studies.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { StudyTable } from '#server/db/schema.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { queueCheck } from '#server/rules/quality/queue-check.ts';
import { administers } from '#server/rules/teams/roles.ts';
import { noteStudyChange } from './studies-changes.ts';
import { receivedBytesOf, seriesRowsOf } from './studies.ts';

/**
 * [Note: Deleted studies]
 *
 * A deleted study keeps its rows and objects for `deletedStudyLastsMs`, and `studiesOfTeam` leaves it out. So it is gone for people, and comes
 * back as it was. What the device that sent it asks about its upload is still answered: otherwise the device would send it again. Afterwards
 * the job `remove-study` removes it for good (remove-study-job.ts). See docs/decisions/325-deletion-of-studies.md.
 */

/** A restore that was accepted at the last moment, by the clock of another process, comes before the removal. */
const REMOVED_AFTER_MS = LIMITS.deletedStudyLastsMs + 3_600_000;

/** Series that are not complete yet, or whose volumes are being made. */
const ARRIVING = ['receiving', 'proved', 'converting'] as const;

/** PCALL-38: by ID or UUID. Returns the UUID. */
export async function deleteStudy(context: ServerContext, caller: Member, idOrUuid: string): Promise<string> {
  const { uuid } = await requireAny(context.db.read, caller, idOrUuid);
  await deleteStudies(context, caller, [uuid]);
  return uuid;
}

/** PCALL-47: all of them or, if one is refused, none. Deleting a deleted study succeeds, so the call may be repeated. */
export async function deleteStudies(context: ServerContext, caller: Member, uuids: readonly string[]): Promise<void> {
  await changeDeletion(context, caller, uuids, async (tx, study) => {
    if (study.deleted_at !== null) return false;
    const arriving = tx.selectFrom('series').select('id').where('study_id', '=', study.id).where('state', 'in', ARRIVING);
    if ((await arriving.limit(1).executeTakeFirst()) !== undefined) throw new Refusal('study_arriving');
    const now = context.now();
    await tx.updateTable('study').set({ deleted_at: now, deleted_by: caller.userId }).where('id', '=', study.id).execute();
    await queueRemoval(tx, context, { id: study.id, deletedAt: now });
    return true;
  });
}

/** PCALL-44: all of them or none. Restoring a study that is not deleted succeeds. Once its time is over, it is not found. */
export async function restoreStudies(context: ServerContext, caller: Member, uuids: readonly string[]): Promise<void> {
  await changeDeletion(context, caller, uuids, async (tx, study) => {
    if (study.deleted_at === null) return false;
    if (!isRestorable(study.deleted_at, context.now())) throw new Refusal('not_found');
    await tx.updateTable('study').set({ deleted_at: null, deleted_by: null }).where('id', '=', study.id).execute();
    await context.jobs.cancel(tx, removalKeyOf(study.id));
    return true;
  });
}

/** PCALL-43: what can be restored, the latest deletion first. */
export async function listDeletedStudies({ db, now }: ServerContext, caller: Member, page: number): Promise<DeletedStudyList> {
  assertAdministrator(caller);
  const perPage = LIMITS.studiesPerPage;
  const found = db.read
    .selectFrom('study')
    .where('study.team_id', '=', caller.teamId)
    .where('study.deleted_at', '>', now() - LIMITS.deletedStudyLastsMs);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('user', 'user.id', 'study.deleted_by')
    .leftJoin('category', 'category.slug', 'study.body_part')
    .select(['study.id', 'study.uuid', 'study.patient_name', 'study.modality', 'study.study_date', 'study.deleted_at', 'study.body_part'])
    .select(['user.name', 'category.title'])
    .orderBy('study.deleted_at', 'desc')
    .orderBy('study.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { seriesByStudyId, bytesBySeriesId } = await contentsOf(
    db.read,
    rows.map(({ id }) => id),
  );
  const data = rows.map(({ id, uuid, patient_name, modality, study_date, deleted_at, name, body_part, title }) => {
    const series = seriesByStudyId.get(id) ?? [];
    return {
      ...{ id, uuid, data: { patientName: patient_name }, modality, studyDate: study_date },
      bodyPart: title === null ? null : { slug: body_part, title },
      series: series.length,
      size: series.reduce((sum, each) => sum + (bytesBySeriesId.get(each.id) ?? 0), 0),
      deleted_at: dateToWire(new Date(deleted_at!)),
      deleted_by: name,
      days_left: Math.ceil((deleted_at! + LIMITS.deletedStudyLastsMs - now()) / DAY_MS),
    };
  });
  return { data, total, per_page: perPage, current_page: page };
}

const DAY_MS = 86_400_000;

/** At the start of the server: jobs that have failed, or that are missing in a restored database, are made again. */
export async function queueRemovals(context: ServerContext): Promise<void> {
  const studies = await context.db.read
    .selectFrom('study')
    .select(['id', 'deleted_at as deletedAt'])
    .where('deleted_at', 'is not', null)
    .$narrowType<{ deletedAt: number }>()
    .execute();
  await context.db.write(async (tx) => {
    for (const study of studies) await queueRemoval(tx, context, study);
  });
}

/** No change of the study comes between the check and the deletion. */
export async function assertNotDeleted(tx: Writer, studyId: number): Promise<void> {
  const row = await tx.selectFrom('study').select('deleted_at').where('id', '=', studyId).$call(lockRows(tx)).executeTakeFirst();
  if (row !== undefined && row.deleted_at !== null) throw new Refusal('study_deleted');
}

export function isRestorable(deletedAt: number, now: number): boolean {
  return deletedAt + LIMITS.deletedStudyLastsMs > now;
}

async function queueRemoval(tx: Writer, { jobs }: ServerContext, { id, deletedAt }: { id: number; deletedAt: number }): Promise<void> {
  const runAt = deletedAt + REMOVED_AFTER_MS;
  await jobs.add(tx, { name: 'remove-study', payload: { studyId: id }, uniqueKey: removalKeyOf(id), runAt, maxTries: MOST_TRIES });
}

/** Pauses grow to a quarter of an hour, so this is about a day; the next start of the server begins again. */
const MOST_TRIES = 100;

const removalKeyOf = (studyId: number): string => `remove-study-${studyId}`;

/** Studies of the team, deleted or not, locked in the order of their ids. The changes are announced after the commit. */
async function changeDeletion(
  { db, jobs, news, now }: ServerContext,
  caller: Member,
  uuids: readonly string[],
  change: (tx: Writer, study: Selectable<StudyTable>) => Promise<boolean>,
): Promise<void> {
  assertAdministrator(caller);
  const { teamId } = caller;
  const wanted = [...new Set(uuids)];
  const seqs = await db.write(async (tx) => {
    const studies = await tx
      .selectFrom('study')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('uuid', 'in', wanted)
      .orderBy('id')
      .$call(lockRows(tx))
      .execute();
    if (studies.length < wanted.length) throw new Refusal('not_found');
    const changed: typeof studies = [];
    for (const study of studies) if (await change(tx, study)) changed.push(study);
    // Before the team is locked, as everywhere [Note: Checks of studies].
    for (const { id } of changed) await queueCheck(tx, jobs, { study: id });
    const noted: number[] = [];
    for (const { uuid } of changed) noted.push(await noteStudyChange(tx, { teamId, studyUuid: uuid, now: now() }));
    return noted;
  });
  jobs.wake();
  for (const seq of seqs) news.toTeam(teamId, 'change', { seq });
}

async function requireAny(db: Reader, caller: Member, idOrUuid: string): Promise<{ uuid: string }> {
  assertAdministrator(caller);
  const isId = /^[0-9]{1,15}$/.test(idOrUuid);
  const study = await db
    .selectFrom('study')
    .select('uuid')
    .where('team_id', '=', caller.teamId)
    .where((eb) => (isId ? eb('id', '=', Number(idOrUuid)) : eb('uuid', '=', idOrUuid.toLowerCase())))
    .executeTakeFirst();
  if (study === undefined) throw new Refusal('not_found');
  return study;
}

function assertAdministrator(caller: Member): void {
  if (!administers(caller)) throw new Refusal('not_allowed');
}

async function contentsOf(db: Reader, studyIds: readonly number[]) {
  if (studyIds.length === 0) return { seriesByStudyId: new Map<number, { id: number }[]>(), bytesBySeriesId: new Map<number, number>() };
  const series = await seriesRowsOf(db, studyIds);
  return { seriesByStudyId: Map.groupBy(series, ({ study_id }) => study_id), bytesBySeriesId: await receivedBytesOf(db, studyIds) };
}
