import type { ErrorCode } from '#contract/errors.ts';
import type { ConflictChoice, FileFailure } from '#contract/file-areas.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { JobEffect, RunningJob } from '#server/jobs/job-handler.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { teamBytes } from '#server/rules/uploads/uploads-quota.ts';
import { lockAreas, newEntry, type Area, type Entry } from './areas.ts';
import { moveInto, type Placing } from './placing.ts';
import { deleteTrees, isLiving } from './trees.ts';
import { clearMadeBy, endWork, isOpen, type Work } from './works.ts';

export const NOTHING_TO_DO: JobEffect = { effect: () => Promise.resolve() };

export class WorkFailed extends Error {
  readonly failure: FileFailure;
  constructor(failure: FileFailure) {
    super(failure);
    this.failure = failure;
  }
}

export type OpenWork = Work & { area: Pick<Area, 'id' | 'team_id'> };

/** Null: it has ended. Removes what an interrupted try has left. */
export async function beginWork(context: ServerContext, job: RunningJob): Promise<OpenWork | null> {
  const { workId } = job.payload as { workId: number };
  const begun = await context.db.write(async (tx) => {
    const work = await lockWork(tx, workId);
    if (work === null || !isOpen(work)) return null;
    const keys = await clearMadeBy(tx, work.id);
    const fresh = work.kind === 'take' ? {} : { entries_done: 0, bytes_done: 0 };
    const begins = { state: 'running' as const, started_at: work.started_at ?? context.now(), ...fresh };
    await tx.updateTable('file_work').set(begins).where('id', '=', work.id).execute();
    const area = await tx.selectFrom('file_area').selectAll().where('id', '=', work.area_id).executeTakeFirstOrThrow();
    return { work: { ...work, ...begins, area }, keys };
  });
  if (begun === null) return null;
  await removeUnusedObjects(context, begun.keys);
  return begun.work;
}

/** With the lock of its area, which the cancelling takes too. */
export async function lockWork(tx: Writer, id: number): Promise<Work | null> {
  const find = () => tx.selectFrom('file_work').selectAll().where('id', '=', id).executeTakeFirst();
  const work = await find();
  if (work === undefined) return null;
  await lockAreas(tx, [work.area_id]);
  return (await find()) ?? null;
}

/** A portion of a work. Nothing is made for one that was cancelled. */
export function portion<T>({ db }: ServerContext, work: OpenWork, areas: readonly number[], make: (tx: Writer) => Promise<T>): Promise<T> {
  return db.write(async (tx) => {
    await lockAreas(tx, [work.area_id, ...areas]);
    const now = await tx.selectFrom('file_work').select('state').where('id', '=', work.id).executeTakeFirst();
    if (now === undefined || !isOpen(now)) throw new WorkFailed('gone');
    return make(tx);
  });
}

export async function makeHidden(context: ServerContext, work: OpenWork): Promise<Entry> {
  const { area_id: areaId, id: work_id } = work;
  return portion(context, work, [], (tx) =>
    tx
      .insertInto('file_entry')
      .values({ ...newEntry({ areaId, name: '', at: context.now() }), top: 'work', kind: 'folder', work_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export type Done = Partial<Pick<Work, 'entries_done' | 'bytes_done' | 'current' | 'entries_total' | 'bytes_total'>>;

/** Told at most once a second. */
export class Progress {
  readonly #context: ServerContext;
  readonly #work: OpenWork;
  readonly #job: RunningJob;
  #told = -Infinity;

  constructor(context: ServerContext, work: OpenWork, job: RunningJob) {
    this.#context = context;
    this.#work = work;
    this.#job = job;
  }

  async tell(done: Done): Promise<void> {
    this.#job.signal.throwIfAborted();
    const now = this.#context.now();
    if (now - this.#told < TELL_MS) return;
    this.#told = now;
    await this.#context.db.write((tx) =>
      tx.updateTable('file_work').set(done).where('id', '=', this.#work.id).where('state', '=', 'running').execute(),
    );
  }
}

const TELL_MS = 1_000;
export const ENTRIES_AT_ONCE = 1_000;

/** The folder may have been deleted since. */
export async function folderOfWork(db: Reader | Writer, id: number): Promise<Entry> {
  const folder = await db.selectFrom('file_entry').selectAll().where('id', '=', id).executeTakeFirst();
  if (folder === undefined || !(await isLiving(db, id))) throw new WorkFailed('gone');
  return folder;
}

interface Publishing {
  hidden: Entry;
  folderId: number;
  conflict: ConflictChoice;
  done: Omit<Done, 'current'>;
}

/** The ending transaction: what was made appears in its folder. */
export function publish(
  context: ServerContext,
  work: OpenWork,
  { hidden, folderId, conflict, done }: Publishing,
  made: (tx: Writer) => Promise<Placing[]>,
): JobEffect {
  let keys: string[] = [];
  let failed: JobEffect | null = null;
  return {
    async effect(tx) {
      const current = await lockWork(tx, work.id);
      if (current === null || !isOpen(current)) return;
      const folder = (await isLiving(tx, folderId)) ? await folderOfWork(tx, folderId) : null;
      if (folder === null) {
        failed = fail(context, work.id, 'gone');
        return failed.effect(tx);
      }
      const placings = (await made(tx)).map((placing) => ({ ...placing, folder }));
      const { skipped } = await moveInto(tx, placings, { conflict, userId: work.user_id, now: context.now() });
      keys = await deleteTrees(tx, [hidden.id]);
      await endWork(tx, context, work.id, { state: 'done' }, { ...done, skipped });
    },
    async committed() {
      await removeUnusedObjects(context, keys);
      await failed?.committed?.();
    },
  };
}

export async function roomOf({ db, bytesPerTeam }: ServerContext, { team_id }: Pick<Area, 'team_id'>): Promise<number> {
  return team_id === null || bytesPerTeam == null ? Infinity : bytesPerTeam - (await teamBytes(db.read, team_id));
}

export function assertRoom(room: number, bytes: number): void {
  if (bytes > room) throw new WorkFailed('no-room');
}

/** Failures that a repeat would not change. */
export function failureOf(error: unknown): FileFailure | null {
  if (error instanceof WorkFailed) return error.failure;
  if (!(error instanceof Refusal)) return null;
  if (error.code === 'storage_full') return 'no-room';
  if (error.code === 'folder_full') return 'folder-full';
  if (error.code === 'folder_too_deep') return 'too-deep';
  if (error.code === 'series_incomplete') return 'incomplete';
  if (RIGHTS.has(error.code)) return 'not-allowed';
  return error.code === 'not_found' || error.code === 'session_closed' ? 'gone' : null;
}

/** What the person may do has changed since the call. */
const RIGHTS: ReadonlySet<string> = new Set<ErrorCode>([
  ...(['not_allowed', 'not_a_member', 'team_suspended'] as const),
  ...(['case_of_campaign', 'read_by_administrator', 'faces_unconfirmed'] as const),
]);

export function fail(context: ServerContext, workId: number, failure: FileFailure): JobEffect {
  let keys: string[] = [];
  return {
    async effect(tx) {
      const work = await lockWork(tx, workId);
      if (work === null || !isOpen(work)) return;
      keys = await clearMadeBy(tx, workId);
      await endWork(tx, context, workId, { state: 'failed', failure });
    },
    committed: () => removeUnusedObjects(context, keys),
  };
}
