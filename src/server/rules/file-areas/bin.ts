import type { BodyOf, Calls } from '#contract/calls.ts';
import { dateToWire } from '#contract/dates.ts';
import type { BinItem, FilesAnswer } from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';
import { prettySize } from '#model/file-areas/file-paths.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { JobEffect } from '#server/jobs/job-handler.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { areasOf, lockAreas, requireArea, type Area, type Entry, type FileCaller } from './areas.ts';
import { CHANGED } from './change-files.ts';
import { makeFolders } from './make-folders.ts';
import { conflictsOf, moveInto, type Placing } from './placing.ts';
import { deleteTrees, isLiving, sizeOfTrees } from './trees.ts';

type Concerns = (uuids: readonly string[]) => void;

const SHOWN = 1_000;

/** PCALL-203 */
export async function listBin(context: ServerContext, caller: FileCaller, slug: string): Promise<{ data: BinItem[]; total: number }> {
  const area = await requireArea(context, caller, slug);
  const { read } = context.db;
  const rows = await binOf(read, area.id)
    .leftJoin('user', 'user.id', 'file_entry.deleted_by')
    .selectAll('file_entry')
    .select('user.name as by')
    .orderBy('deleted_at', 'desc')
    .orderBy('file_entry.id', 'desc')
    .limit(SHOWN)
    .execute();
  const { total } = await binOf(read, area.id)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const data: BinItem[] = [];
  for (const row of rows) {
    const size = row.kind === 'file' ? row.bytes : (await sizeOfTrees(read, [row.id])).bytes;
    const at = (ms: number): string => dateToWire(new Date(ms));
    data.push({
      ...{ id: row.uuid, basename: row.name, isDir: row.kind === 'folder', size, sizePretty: prettySize(size) },
      path: `/${area.slug}${row.was_in === '/' ? '' : row.was_in}/${row.name}`,
      ...{ deleted_at: at(row.deleted_at!), until: at(row.deleted_at! + LIMITS.deletedFileLastsMs), by: row.by },
    });
  }
  return { data, total: Number(total) };
}

function binOf(db: Reader | Writer, areaId: number) {
  return db.selectFrom('file_entry').where('area_id', '=', areaId).where('top', '=', 'bin');
}

/** PCALL-204. Entries that are back already are left as they are, so that the call can be repeated. */
export async function restoreFiles(
  context: ServerContext,
  caller: FileCaller,
  { ids, conflict }: BodyOf<Calls['restoreFiles']>,
  concerns: Concerns,
): Promise<FilesAnswer> {
  concerns(ids);
  const areas = await areasOf(context, caller);
  const entries = await requireEntries(context.db.read, areas, ids);
  return context.db.write(async (tx) => {
    await lockAreas(
      tx,
      entries.map((entry) => entry.area_id),
    );
    const placings: Placing[] = [];
    for (const entry of await requireEntries(tx, areas, ids)) {
      if (entry.top !== 'bin') continue;
      const names = entry.was_in!.split('/').filter((name) => name !== '');
      placings.push({
        source: entry,
        folder: await makeFolders(tx, { areaId: entry.area_id, names, now: context.now() }),
        name: entry.name,
      });
    }
    const inTheWay = conflict === undefined ? await conflictsOf(tx, placings) : [];
    if (inTheWay.length > 0) return { ok: false, conflicts: inTheWay };
    await moveInto(tx, placings, { conflict: conflict ?? 'skip', userId: caller.userId, now: context.now() });
    return CHANGED;
  });
}

/** In the bin, or living. */
async function requireEntries(db: Reader | Writer, areas: readonly Area[], uuids: readonly string[]): Promise<Entry[]> {
  const ids = new Set(areas.map(({ id }) => id));
  const entries: Entry[] = [];
  for (const some of inPortions([...new Set(uuids)])) {
    const found = await db.selectFrom('file_entry').selectAll().where('uuid', 'in', some).execute();
    if (found.length < some.length) throw new Refusal('not_found');
    for (const entry of found) {
      const isThere = ids.has(entry.area_id) && (entry.top === 'bin' || (await isLiving(db, entry.id)));
      if (!isThere) throw new Refusal('not_found');
      entries.push(entry);
    }
  }
  return entries;
}

/** PCALL-205. Repeatable: what is no longer in the bin is gone. */
export async function emptyBin(
  context: ServerContext,
  caller: FileCaller,
  { area: slug, ids }: BodyOf<Calls['emptyBin']>,
  concerns: Concerns,
): Promise<{ ok: true }> {
  const area = await requireArea(context, caller, slug);
  if (ids !== undefined) concerns(ids);
  const keys = await context.db.write(async (tx) => {
    await lockAreas(tx, [area.id]);
    const gone: number[] = [];
    for (const some of ids === undefined ? [undefined] : inPortions(ids)) {
      const found = binOf(tx, area.id)
        .select('id')
        .$if(some !== undefined, (query) => query.where('uuid', 'in', some ?? []));
      gone.push(...(await found.execute()).map(({ id }) => id));
    }
    return deleteTrees(tx, gone);
  });
  await removeUnusedObjects(context, keys);
  return { ok: true };
}

/** Part of `file-work`: removes what was in the bin for too long, and comes again when the next of it is due. */
export function removeExpired(context: ServerContext, areaId: number): JobEffect {
  let keys: string[] = [];
  return {
    async effect(tx) {
      await lockAreas(tx, [areaId]);
      const due = context.now() - LIMITS.deletedFileLastsMs;
      const expired = await binOf(tx, areaId).select('id').where('deleted_at', '<=', due).execute();
      keys = await deleteTrees(
        tx,
        expired.map(({ id }) => id),
      );
      const next = await binOf(tx, areaId).select('deleted_at').orderBy('deleted_at').limit(1).executeTakeFirst();
      if (next === undefined) return;
      const runAt = next.deleted_at! + LIMITS.deletedFileLastsMs;
      await context.jobs.add(tx, { name: 'file-work', payload: { binOf: areaId }, uniqueKey: `file-bin-${areaId}`, runAt });
    },
    committed: () => removeUnusedObjects(context, keys),
  };
}
