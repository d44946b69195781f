import type { Selectable } from 'kysely';
import { marked } from '#language/t.ts';
import { NAME_PROBLEMS, nameProblem, normalName, parseFilePath } from '#model/file-areas/file-paths.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { FileAreaTable, FileEntryTable } from '#server/db/file-area-tables.ts';
import { isPlatformAdministrator } from '#server/rules/administration/platform-administrators.ts';
import { Refusal, type Caller, type Member, type ServerContext } from '#server/rules/context.ts';
import { administers } from '#server/rules/teams/roles.ts';
import { assertTeamQuota } from '#server/rules/uploads/uploads-quota.ts';
import { randomUUID } from 'node:crypto';

/**
 * [Note: File areas]
 *
 * A tree of entries for the server, and one for each team. An entry is a row; moving or deleting a folder of any size changes one row, and a copy
 * makes rows that share their contents. A content is a list of pieces of objects, and never changes. It goes with its last entry.
 *
 * Everything that changes a tree locks the row of its area first (two areas in the order of their ids), so two changes never meet in one. A new
 * reference to a content is only made from an entry that is there, under the lock of its area: an object that nothing names can be removed after
 * the commit.
 *
 * Entries without a parent are the area itself, what is in the bin, and what a work is making: it appears as a whole in the transaction that ends
 * the work, and is removed with the work if that fails.
 */
export type Area = Selectable<FileAreaTable> & { slug: string; title: string };
export type Entry = Selectable<FileEntryTable>;
export type FileCaller = Caller & { team: Member | null };

/** What a path names: an area, and names below it. */
export interface Place {
  area: Area;
  names: string[];
}

const SERVER = 'server';

/** Areas that the caller may open. */
export async function areasOf(context: ServerContext, caller: FileCaller): Promise<Area[]> {
  const areas: Area[] = [];
  if (await isPlatformAdministrator(context.db.read, caller)) areas.push(await areaOfServer(context));
  const { team } = caller;
  if (team !== null && administers(team) && team.teamSlug !== SERVER) areas.push(await areaOfTeam(context, team));
  return areas;
}

/** Nobody else learns that an area exists. */
export async function requireArea(context: ServerContext, caller: FileCaller, slug: string): Promise<Area> {
  if (slug === SERVER) {
    if (!(await isPlatformAdministrator(context.db.read, caller))) throw new Refusal('not_found');
    return areaOfServer(context);
  }
  const { team } = caller;
  if (team === null || team.teamSlug !== slug || !administers(team)) throw new Refusal('not_found');
  return areaOfTeam(context, team);
}

/** The area of the team of the request. */
export async function requireOwnArea(context: ServerContext, { team }: FileCaller): Promise<{ area: Area; member: Member }> {
  if (team === null || team.teamSlug === SERVER || !administers(team)) throw new Refusal('not_allowed');
  return { area: await areaOfTeam(context, team), member: team };
}

async function areaOfServer(context: ServerContext): Promise<Area> {
  return { ...(await madeArea(context, SERVER, null)), slug: SERVER, title: 'Server' };
}

async function areaOfTeam(context: ServerContext, { teamId, teamSlug }: Member): Promise<Area> {
  const { title } = await context.db.read.selectFrom('team').select('title').where('id', '=', teamId).executeTakeFirstOrThrow();
  return { ...(await madeArea(context, `team-${teamId}`, teamId)), slug: teamSlug, title };
}

/** Made when it is opened for the first time. */
async function madeArea({ db, now }: ServerContext, place: string, teamId: number | null): Promise<Selectable<FileAreaTable>> {
  const find = (from: Reader | Writer) => from.selectFrom('file_area').selectAll().where('place', '=', place).executeTakeFirst();
  const known = await find(db.read);
  if (known !== undefined) return known;
  return db.write(async (tx) => {
    const made = await tx
      .insertInto('file_area')
      .values({ place, team_id: teamId })
      .onConflict((conflict) => conflict.column('place').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made === undefined) return (await find(tx))!;
    await tx
      .insertInto('file_entry')
      .values({ ...newEntry({ areaId: made.id, name: '', at: now() }), top: 'root', kind: 'folder' })
      .execute();
    return made;
  });
}

/** First step of every transaction that changes areas. */
export async function lockAreas(tx: Writer, ids: readonly number[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    await tx.selectFrom('file_area').select('id').where('id', '=', id).$call(lockRows(tx)).executeTakeFirstOrThrow();
  }
}

export function newEntry({ areaId, name, at }: { areaId: number; name: string; at: number }) {
  return {
    ...{ uuid: randomUUID(), area_id: areaId, parent_id: null as number | null, top: null as Entry['top'], name },
    ...{ kind: 'file' as Entry['kind'], content_id: null as number | null, bytes: 0, changed_at: at, work_id: null as number | null },
    ...{ deleted_at: null, deleted_by: null, was_in: null },
  };
}

/** Refuses what is no path, before anybody learns whether it exists. Null: the list of areas. */
export async function parsePlace(context: ServerContext, caller: FileCaller, path: string, field: string): Promise<Place | null> {
  const parsed = parseFilePath(path);
  if (typeof parsed === 'string') throw new Refusal('file_name_refused', { errors: { [field]: [NAME_PROBLEMS[parsed]] } });
  return parsed.area === null ? null : { area: await requireArea(context, caller, parsed.area), names: parsed.names };
}

export async function requirePlace(context: ServerContext, caller: FileCaller, path: string, field: string): Promise<Place> {
  const place = await parsePlace(context, caller, path, field);
  if (place === null) throw new Refusal('invalid', { errors: { [field]: [marked('Name something in an area.')] } });
  return place;
}

/** A name as the client sent it. */
export function requireName(name: string, field: string): string {
  const problem = nameProblem(name);
  if (problem !== null) throw new Refusal('file_name_refused', { errors: { [field]: [NAME_PROBLEMS[problem]] } });
  return normalName(name);
}

export async function findEntry(db: Reader | Writer, { area, names }: Place): Promise<Entry | null> {
  let at = await rootOf(db, area.id);
  for (const name of names) {
    const next = await childOf(db, at.id, name);
    if (next === null) return null;
    at = next;
  }
  return at;
}

export async function requireEntry(db: Reader | Writer, place: Place): Promise<Entry> {
  const entry = await findEntry(db, place);
  if (entry === null) throw new Refusal('not_found');
  return entry;
}

export async function requireFolder(db: Reader | Writer, place: Place): Promise<Entry> {
  const entry = await requireEntry(db, place);
  if (entry.kind !== 'folder') throw new Refusal('not_found');
  return entry;
}

export async function rootOf(db: Reader | Writer, areaId: number): Promise<Entry> {
  return db.selectFrom('file_entry').selectAll().where('area_id', '=', areaId).where('top', '=', 'root').executeTakeFirstOrThrow();
}

export async function childOf(db: Reader | Writer, parentId: number, name: string): Promise<Entry | null> {
  const found = db.selectFrom('file_entry').selectAll().where('parent_id', '=', parentId).where('name', '=', name);
  return (await found.executeTakeFirst()) ?? null;
}

export function pathOf({ area, names }: Place): string {
  return ['', area.slug, ...names].join('/');
}

export async function bytesOfArea(db: Reader | Writer, areaId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('file_entry')
    .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
    .where('area_id', '=', areaId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** After files were added. The area of the server has no limit of its own. */
export async function assertAreaQuota(
  tx: Writer,
  { bytesPerTeam }: Pick<ServerContext, 'bytesPerTeam'>,
  area: Pick<Area, 'team_id'>,
): Promise<void> {
  if (area.team_id !== null) await assertTeamQuota(tx, bytesPerTeam, { team_id: area.team_id }, 0);
}
