import type { BodyOf, Calls } from '#contract/calls.ts';
import type { ConflictChoice, FilesAnswer, FileWork } from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import {
  assertAreaQuota,
  childOf,
  newEntry,
  pathOf,
  requireEntry,
  requireFolder,
  requireName,
  requirePlace,
  type Area,
  type Entry,
  type FileCaller,
  type Place,
} from './areas.ts';
import { conflictsOf, freeName, moveInto, toBin, TreeCopy, type Placing } from './placing.ts';
import { assertRoomInFolder, deleteTrees, lineOf, sizeOfTrees } from './trees.ts';
import { assertNotBusy, changedAnswer, changeOnce, WAITING } from './works.ts';

type Concerns = (uuids: readonly string[]) => void;

/** A copy of more entries is a job. */
const COPIED_IN_CALL = 2_000;

/** CALL-089 */
export async function makeFolder(
  context: ServerContext,
  caller: FileCaller,
  { dir, uuid }: BodyOf<Calls['makeFolder']>,
  concerns: Concerns,
): Promise<{ ok: true }> {
  const place = await requirePlace(context, caller, dir, 'dir');
  const name = place.names.at(-1);
  if (name === undefined) throw new Refusal('file_exists');
  const above = { ...place, names: place.names.slice(0, -1) };
  const asked = {
    uuid,
    kind: 'make-folder',
    area: place.area,
    input: { dir },
    title: name,
    count: 1,
    dir: pathOf(above),
    dirId: null,
  } as const;
  await changeOnce(context, caller, asked, async (tx) => {
    const parent = await requireFolder(tx, above);
    if ((await childOf(tx, parent.id, name)) !== null) throw new Refusal('file_exists');
    const entry = { ...newEntry({ areaId: place.area.id, name, at: context.now() }), parent_id: parent.id, kind: 'folder' as const };
    await tx.insertInto('file_entry').values(entry).execute();
    await assertRoomInFolder(tx, parent.id);
    concerns([entry.uuid]);
    return { work: {}, answer: null };
  });
  return { ok: true };
}

/** CALL-086 */
export async function moveFiles(
  context: ServerContext,
  caller: FileCaller,
  body: BodyOf<Calls['moveFiles']>,
  concerns: Concerns,
): Promise<FilesAnswer> {
  const where = await requireTargets(context, caller, body);
  const asked = { ...where.asked, uuid: body.uuid, kind: 'move' as const, input: { ...body, uuid: undefined } };
  const changed = await changeOnce<FilesAnswer>(context, caller, asked, async (tx) => {
    const placings = await placingsOf(tx, where);
    concerns(placings.map(({ source }) => source.uuid));
    const sources = placings.map(({ source }) => source);
    await assertNotBusy(tx, sources);
    const inTheWay = body.conflict === undefined ? await conflictsOf(tx, placings) : [];
    if (inTheWay.length > 0) return { work: null, answer: { ok: false, conflicts: inTheWay } };
    const { skipped } = await moveInto(tx, placings, { conflict: body.conflict ?? 'skip', userId: caller.userId, now: context.now() });
    if (where.folder.area.id !== where.from.id) await assertAreaQuota(tx, context, where.folder.area);
    return { work: { skipped }, answer: CHANGED };
  });
  return changed.work === null ? changed.answer : CHANGED;
}

/** CALL-087 */
export async function copyFiles(
  context: ServerContext,
  caller: FileCaller,
  body: BodyOf<Calls['copyFiles']>,
  concerns: Concerns,
): Promise<FilesAnswer> {
  const where = await requireTargets(context, caller, body);
  const asked = { ...where.asked, uuid: body.uuid, kind: 'copy' as const, input: { ...body, uuid: undefined } };
  const changed = await changeOnce<FilesAnswer>(context, caller, asked, async (tx) => {
    const placings = await besideThemselves(tx, await placingsOf(tx, where));
    concerns(placings.map(({ source }) => source.uuid));
    for (const { source, folder } of placings) {
      if ((await lineOf(tx, folder.id)).some(({ id }) => id === source.id)) throw new Refusal('folder_into_itself');
    }
    const inTheWay = body.conflict === undefined ? await conflictsOf(tx, placings) : [];
    if (inTheWay.length > 0) return { work: null, answer: { ok: false, conflicts: inTheWay } };
    const size = await sizeOfTrees(
      tx,
      placings.map(({ source }) => source.id),
    );
    if (size.entries > COPIED_IN_CALL) {
      const plan: CopyPlan = {
        sources: placings.map(({ source, name }) => ({ id: source.id, name })),
        folderId: placings[0]!.folder.id,
        conflict: body.conflict ?? 'skip',
      };
      const totals = { entries_total: size.entries, bytes_total: size.bytes };
      return { work: { ...WAITING, ...totals, dir_id: plan.folderId, plan: JSON.stringify(plan) }, answer: CHANGED };
    }
    const skipped = await copyInto(tx, context, placings, {
      conflict: body.conflict ?? 'skip',
      userId: caller.userId,
      area: where.folder.area,
    });
    return { work: { skipped }, answer: CHANGED };
  });
  return changed.work === null ? changed.answer : changedAnswer(context, changed.work);
}

/** What the job of a large copy does. */
export interface CopyPlan {
  sources: { id: number; name: string }[];
  folderId: number;
  conflict: ConflictChoice;
}

async function copyInto(
  tx: Writer,
  context: ServerContext,
  placings: readonly Placing[],
  { conflict, userId, area }: { conflict: ConflictChoice; userId: number; area: Area },
): Promise<number> {
  const now = context.now();
  const hidden = await tx
    .insertInto('file_entry')
    .values({ ...newEntry({ areaId: area.id, name: '', at: now }), top: 'work', kind: 'folder' })
    .returningAll()
    .executeTakeFirstOrThrow();
  const copy = new TreeCopy(
    placings.map(({ source }, n) => ({ source, name: String(n) })),
    hidden,
    now,
  );
  while (await copy.next(tx, COPIED_IN_CALL));
  const { skipped } = await moveInto(tx, await copiesIn(tx, hidden.id, placings), { conflict, userId, now });
  await deleteTrees(tx, [hidden.id]);
  await assertAreaQuota(tx, context, area);
  return skipped;
}

/** Copies that wait in a hidden folder under the number of their source. */
export async function copiesIn(db: Reader | Writer, hiddenId: number, placings: readonly Placing[]): Promise<Placing[]> {
  const copies: Placing[] = [];
  for (const [n, placing] of placings.entries()) {
    const source = await childOf(db, hiddenId, String(n));
    if (source !== null) copies.push({ ...placing, source });
  }
  return copies;
}

/** A copy in its own folder gets a number. */
async function besideThemselves(tx: Writer, placings: readonly Placing[]): Promise<Placing[]> {
  const named: Placing[] = [];
  for (const placing of placings) {
    const { source, folder, name } = placing;
    const isBeside = source.parent_id === folder.id && source.name === name;
    named.push(isBeside ? { ...placing, name: await freeName(tx, folder.id, name) } : placing);
  }
  return named;
}

/** CALL-088. What is deleted with its folder is not named again. */
export async function deleteFiles(
  context: ServerContext,
  caller: FileCaller,
  { paths, uuid }: BodyOf<Calls['deleteFiles']>,
  concerns: Concerns,
): Promise<{ ok: true; work: FileWork | null }> {
  const places = await placesOf(context, caller, paths);
  const { area } = places[0]!;
  const title = places[0]!.names.at(-1)!;
  const dir = pathOf({ area, names: places[0]!.names.slice(0, -1) });
  const asked = { uuid, kind: 'delete', area, input: { paths }, title, count: paths.length, dir, dirId: null } as const;
  await changeOnce(context, caller, asked, async (tx) => {
    const entries = await outermost(tx, places);
    concerns(entries.map((entry) => entry.uuid));
    await assertNotBusy(tx, entries);
    await toBin(tx, entries, { userId: caller.userId, now: context.now() });
    await queueBin(tx, context, area);
    return { work: {}, answer: null };
  });
  return { ok: true, work: null };
}

/** What is in the bin for too long is removed by a job, which is queued when something gets there. */
export async function queueBin(tx: Writer, { jobs, now }: Pick<ServerContext, 'jobs' | 'now'>, area: Pick<Area, 'id'>): Promise<void> {
  const runAt = now() + LIMITS.deletedFileLastsMs;
  await jobs.add(tx, { name: 'file-work', payload: { binOf: area.id }, uniqueKey: `file-bin-${area.id}`, runAt });
}

export const CHANGED = { ok: true, work: null } as const;

interface Targets {
  from: Area;
  sources: Place[];
  folder: Place;
  /** Null: under their own names. */
  name: string | null;
  asked: { area: Area; areas: number[]; title: string; count: number; dir: string; dirId: number | null };
}

export async function requireTargets(
  context: ServerContext,
  caller: FileCaller,
  { paths, to }: { paths: string[]; to: string },
): Promise<Targets> {
  const sources = await placesOf(context, caller, paths);
  const first = sources[0]!;
  const isName = !to.includes('/');
  if (isName && sources.length > 1) throw new Refusal('invalid', { errors: { to: [marked('A name is for one file or folder.')] } });
  const name = isName ? requireName(to, 'to') : null;
  const folder = isName ? { ...first, names: first.names.slice(0, -1) } : await requirePlace(context, caller, to, 'to');
  const from = first.area;
  const asked = {
    ...{ area: folder.area, areas: [from.id, folder.area.id], title: first.names.at(-1)! },
    ...{ count: sources.length, dir: pathOf(folder), dirId: null },
  };
  return { from, sources, folder, name, asked };
}

/** Of one area, and never the area itself. */
export async function placesOf(context: ServerContext, caller: FileCaller, paths: readonly string[]): Promise<Place[]> {
  const places: Place[] = [];
  for (const path of paths) places.push(await requirePlace(context, caller, path, 'paths'));
  if (new Set(places.map(({ area }) => area.id)).size > 1)
    throw new Refusal('invalid', { errors: { paths: [marked('They are in two areas.')] } });
  if (places.some(({ names }) => names.length === 0))
    throw new Refusal('invalid', { errors: { paths: [marked('An area stays where it is.')] } });
  return places;
}

export async function placingsOf(db: Reader | Writer, { sources, folder, name }: Omit<Targets, 'asked' | 'from'>): Promise<Placing[]> {
  const into = await requireFolder(db, folder);
  return (await outermost(db, sources)).map((source) => ({ source, folder: into, name: name ?? source.name }));
}

/** Without what is in another one of them. */
export async function outermost(db: Reader | Writer, places: readonly Place[]): Promise<Entry[]> {
  const entryById = new Map<number, Entry>();
  for (const place of places) {
    const entry = await requireEntry(db, place);
    entryById.set(entry.id, entry);
  }
  const outer: Entry[] = [];
  for (const entry of entryById.values()) {
    const above = (await lineOf(db, entry.id)).slice(1);
    if (!above.some(({ id }) => entryById.has(id))) outer.push(entry);
  }
  return outer;
}
