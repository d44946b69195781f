import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import type { FileFailure, FileWork } from '#contract/file-areas.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/dialect.ts';
import type { FileWorkTable } from '#server/db/file-area-tables.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { areasOf, lockAreas, type Area, type Entry, type FileCaller } from './areas.ts';
import { deleteTrees, lineOf } from './trees.ts';

export type Work = Selectable<FileWorkTable>;

/** Works that ended are listed for so long. */
const LISTED_MS = 86_400_000;
/** What a call answered is known for so long. */
const REMEMBERED_MS = 7 * 86_400_000;
const OPEN = ['waiting', 'running'] as const;

export const workKeyOf = (id: number): string => `file-work-${id}`;

export function isOpen({ state }: Pick<Work, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/** A change that a client asks for, known by its UUID. */
export interface NewWork {
  uuid: string | undefined;
  kind: Work['kind'];
  area: Area;
  /** What was asked for: the same UUID with anything else is a conflict. */
  input: unknown;
  title: string;
  count: number;
  dir: string;
  dirId: number | null;
  uploadId?: number | null;
}

/**
 * Makes a change once, however often its call is repeated: under the lock of its areas, with a row that tells what was answered. `change` returns
 * false if nothing was changed, and the row is not written.
 */
export async function changeOnce<T>(
  { db, jobs, now }: ServerContext,
  caller: FileCaller,
  asked: NewWork & { areas?: readonly number[] },
  change: (tx: Writer) => Promise<{ work: Partial<Work> | null; answer: T }>,
): Promise<{ work: Work; answer: T | null } | { work: null; answer: T }> {
  const input = JSON.stringify(asked.input);
  try {
    return await db.write(async (tx) => {
      await lockAreas(tx, asked.areas ?? [asked.area.id]);
      const known = asked.uuid === undefined ? undefined : await workOfUuid(tx, asked.uuid);
      if (known !== undefined) {
        if (known.user_id !== caller.userId || known.kind !== asked.kind || known.input !== input) throw new Refusal('conflict');
        return { work: known, answer: null };
      }
      const { work, answer } = await change(tx);
      if (work === null) return { work: null, answer };
      const at = now();
      await tx
        .deleteFrom('file_work')
        .where('area_id', '=', asked.area.id)
        .where('ended_at', '<', at - REMEMBERED_MS)
        .where('state', 'not in', [...OPEN])
        .execute();
      const row = await tx
        .insertInto('file_work')
        .values({
          ...{ uuid: asked.uuid ?? randomUUID(), area_id: asked.area.id, user_id: caller.userId, kind: asked.kind, input },
          ...{ is_job: 0, state: 'done', dir_id: asked.dirId, upload_id: asked.uploadId ?? null },
          ...{ title: asked.title, count: asked.count, dir: asked.dir, entries_done: asked.count, entries_total: asked.count },
          ...{ bytes_done: 0, bytes_total: null, current: null, failure: null, skipped: 0, plan: null },
          ...{ created_at: at, started_at: at, ended_at: at },
          ...work,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      if (row.is_job === 1) await queueWork(tx, { jobs }, row, asked.area);
      return { work: row, answer };
    });
  } catch (error) {
    // The same UUID in another area.
    if (isUniqueViolation(error) && asked.uuid !== undefined && (await workOfUuid(db.read, asked.uuid)) !== undefined) {
      throw new Refusal('conflict');
    }
    throw error;
  }
}

/** Values of a work that a job does. */
export const WAITING = { is_job: 1, state: 'waiting', entries_done: 0, entries_total: null, started_at: null, ended_at: null } as const;

/** What a change answers: with the work, if a job does it. */
export async function changedAnswer({ db, jobs }: ServerContext, work: Work): Promise<{ ok: true; work: FileWork | null }> {
  if (work.is_job === 0) return { ok: true, work: null };
  jobs.wake();
  return { ok: true, work: await fileWorkOf(db.read, work) };
}

export async function queueWork(tx: Writer, { jobs }: Pick<ServerContext, 'jobs'>, work: Pick<Work, 'id'>, area: Pick<Area, 'team_id'>) {
  await jobs.add(tx, {
    name: 'file-work',
    payload: { workId: work.id },
    uniqueKey: workKeyOf(work.id),
    ...(area.team_id !== null && { teamId: area.team_id }),
  });
}

async function workOfUuid(db: Reader | Writer, uuid: string): Promise<Work | undefined> {
  return db.selectFrom('file_work').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}

/** PCALL-201 */
export async function listWorks(context: ServerContext, caller: FileCaller): Promise<{ data: FileWork[] }> {
  const ids = (await areasOf(context, caller)).map((area) => area.id);
  if (ids.length === 0) throw new Refusal('not_allowed');
  const rows = await context.db.read
    .selectFrom('file_work')
    .selectAll()
    .where('area_id', 'in', ids)
    .where('is_job', '=', 1)
    .where((eb) => eb.or([eb('state', 'in', [...OPEN]), eb('ended_at', '>', context.now() - LISTED_MS)]))
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  const names = await namesOf(
    context.db.read,
    rows.flatMap((row) => row.user_id ?? []),
  );
  return { data: rows.map((row) => toFileWork(row, names)) };
}

/** PCALL-202. Whatever it has made disappears with it; of `take`, files that had arrived stay. */
export async function cancelWork(context: ServerContext, caller: FileCaller, uuid: string): Promise<FileWork> {
  const areas = await areasOf(context, caller);
  const known = await workOfUuid(context.db.read, uuid);
  const area = areas.find(({ id }) => id === known?.area_id);
  if (known === undefined || area === undefined || known.is_job === 0) throw new Refusal('not_found');
  const keys = await context.db.write(async (tx) => {
    // Before the area, as the job itself does when it ends.
    await context.jobs.cancel(tx, workKeyOf(known.id));
    await lockAreas(tx, [area.id]);
    const work = await tx.selectFrom('file_work').selectAll().where('id', '=', known.id).executeTakeFirstOrThrow();
    if (!isOpen(work)) return [];
    await endWork(tx, context, work.id, { state: 'cancelled' });
    return clearMadeBy(tx, work.id);
  });
  context.jobs.wake();
  await removeUnusedObjects(context, keys);
  return fileWorkOf(context.db.read, (await workOfUuid(context.db.read, uuid))!);
}

export async function endWork(
  tx: Writer,
  { now }: Pick<ServerContext, 'now'>,
  id: number,
  end: { state: 'done' | 'cancelled' } | { state: 'failed'; failure: FileFailure },
  more: Partial<Pick<Work, 'skipped' | 'entries_done' | 'bytes_done' | 'entries_total' | 'bytes_total'>> = {},
): Promise<void> {
  await tx
    .updateTable('file_work')
    .set({ ...more, state: end.state, failure: 'failure' in end ? end.failure : null, current: null, ended_at: now() })
    .where('id', '=', id)
    .execute();
}

/** What a work has made and not yet shown. */
export async function clearMadeBy(tx: Writer, workId: number): Promise<string[]> {
  const made = await tx.selectFrom('file_entry').select('id').where('work_id', '=', workId).where('top', '=', 'work').execute();
  return deleteTrees(
    tx,
    made.map(({ id }) => id),
  );
}

/** Folders that a work writes into, with the folders that these are in, may not be moved or deleted meanwhile. */
export async function assertNotBusy(tx: Writer, entries: readonly Pick<Entry, 'id'>[]): Promise<void> {
  const ids = new Set(entries.map(({ id }) => id));
  for (const { dir_id: dirId } of await busyFolders(tx)) {
    const line = dirId === null ? [] : await lineOf(tx, dirId);
    if (line.some(({ id }) => ids.has(id))) throw new Refusal('file_busy');
  }
}

export function busyFolders(db: Reader | Writer) {
  return db
    .selectFrom('file_work')
    .select('dir_id')
    .where('state', 'in', [...OPEN])
    .where('is_job', '=', 1)
    .execute();
}

export async function fileWorkOf(db: Reader, work: Work): Promise<FileWork> {
  return toFileWork(work, await namesOf(db, work.user_id === null ? [] : [work.user_id]));
}

async function namesOf(db: Reader, userIds: readonly number[]): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map();
  const users = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(users.map(({ id, name }) => [id, name]));
}

function toFileWork(work: Work, names: ReadonlyMap<number, string>): FileWork {
  const { uuid, state, title, count, dir, entries_done, entries_total, bytes_done, bytes_total, current, failure, skipped } = work;
  const date = (at: number | null): string | null => (at === null ? null : dateToWire(new Date(at)));
  return {
    ...{ uuid, kind: work.kind as FileWork['kind'], state, title, count, dir, entries_done, entries_total, bytes_done, bytes_total },
    ...{ current, failure, skipped, created_at: date(work.created_at)!, started_at: date(work.started_at), ended_at: date(work.ended_at) },
    by: work.user_id === null ? null : (names.get(work.user_id) ?? null),
  };
}
