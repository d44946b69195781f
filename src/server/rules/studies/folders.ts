import type { Selectable } from 'kysely';
import type { Folder } from '#contract/folders.ts';
import { LIMITS } from '#contract/limits.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { FolderTable } from '#server/db/schema.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';
import { studiesOfTeam } from './studies.ts';
import { toSearched } from './studies-search.ts';

/** A folder belongs to its team. In every other team its id is unknown. */

/** PCALL-37: by name. */
export async function foldersOfTeam(db: Reader, caller: Member): Promise<Folder[]> {
  const counts = await studiesOfTeam(db, caller.teamId)
    .select((eb) => ['study.folder_id' as const, eb.fn.countAll<number>().as('studies')])
    .where('study.folder_id', 'is not', null)
    .groupBy('study.folder_id')
    .execute();
  const countByFolderId = new Map(counts.map(({ folder_id, studies }) => [folder_id, studies]));
  const rows = await db
    .selectFrom('folder')
    .leftJoin('user', 'user.id', 'folder.created_by')
    .select(['folder.id', 'folder.name', 'folder.created_by', 'user.name as creator'])
    .where('folder.team_id', '=', caller.teamId)
    .orderBy('folder.name_key')
    .execute();
  return rows.map(({ id, name, created_by, creator }) => ({
    ...{ id, name, studies: countByFolderId.get(id) ?? 0, created_by: creator },
    deletable: mayDeleteWorkOf(created_by, caller),
  }));
}

export async function createFolder(context: ServerContext, caller: Member, name: string): Promise<Folder> {
  const { teamId, userId } = caller;
  return changeFolders(context, teamId, nothing, async (tx) => {
    const name_key = toSearched(name);
    await assertNameFree(tx, teamId, name_key, null);
    const { count } = await tx
      .selectFrom('folder')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('team_id', '=', teamId)
      .executeTakeFirstOrThrow();
    const max = LIMITS.foldersPerTeam;
    if (count >= max) throw new Refusal('too_large', { limit: { name: 'foldersPerTeam', max } });
    const now = context.now();
    const { id } = await tx
      .insertInto('folder')
      .values({ team_id: teamId, name, name_key, created_by: userId, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { changed: id, answer: await requireFolder(tx, caller, id) };
  });
}

export async function renameFolder(context: ServerContext, caller: Member, id: number, name: string): Promise<Folder> {
  const { teamId } = caller;
  return changeFolders(
    context,
    teamId,
    (tx) => lockFolder(tx, teamId, id),
    async (tx) => {
      const folder = await requireFolder(tx, caller, id);
      if (folder.name === name) return { changed: null, answer: folder };
      const name_key = toSearched(name);
      await assertNameFree(tx, teamId, name_key, id);
      await tx.updateTable('folder').set({ name, name_key, updated_at: context.now() }).where('id', '=', id).execute();
      return { changed: id, answer: { ...folder, name } };
    },
  );
}

/** Its studies stay, in no folder. Deleting a deleted folder succeeds. OQ-03: what somebody else created needs a team administrator. */
export async function deleteFolder(context: ServerContext, caller: Member, id: number): Promise<void> {
  const { teamId } = caller;
  await changeFolders(
    context,
    teamId,
    (tx) => lockFolderAndStudies(tx, teamId, id),
    async (tx, folder) => {
      if (folder === undefined) return { changed: null, answer: null };
      if (!mayDeleteWorkOf(folder.created_by, caller)) throw new Refusal('not_allowed');
      await tx.deleteFrom('folder').where('id', '=', id).execute();
      return { changed: id, answer: null };
    },
  );
}

/**
 * A folder of the team, locked until the transaction ends. It is locked before studies and the team; while it is locked, no study comes into
 * it.
 */
export function lockFolder(tx: Writer, teamId: number, id: number): Promise<LockedFolder | undefined> {
  return tx
    .selectFrom('folder')
    .select(['id', 'created_by'])
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .$call(lockRows(tx))
    .executeTakeFirst();
}

/** Deleting a folder changes the rows of its studies, so they are locked as well, in the order of `changeStudies`. */
async function lockFolderAndStudies(tx: Writer, teamId: number, id: number): Promise<LockedFolder | undefined> {
  const folder = await lockFolder(tx, teamId, id);
  if (folder !== undefined)
    await tx.selectFrom('study').select('id').where('folder_id', '=', folder.id).orderBy('id').$call(lockRows(tx)).execute();
  return folder;
}

type LockedFolder = Pick<Selectable<FolderTable>, 'id' | 'created_by'>;

const nothing = async (): Promise<undefined> => undefined;

/** Changes of a team run one after the other, so that two that use the same name at the same moment are detected. */
async function changeFolders<T>(
  { db, news, now }: ServerContext,
  teamId: number,
  lock: (tx: Writer) => Promise<LockedFolder | undefined>,
  change: (tx: Writer, folder: LockedFolder | undefined) => Promise<{ changed: number | null; answer: T }>,
): Promise<T> {
  const { answer, seq } = await db.write(async (tx) => {
    const folder = await lock(tx);
    await lockTeam(tx, teamId);
    const made = await change(tx, folder);
    const logged = made.changed === null ? null : { teamId, kind: 'folder', ref: String(made.changed), now: now() };
    return { answer: made.answer, seq: logged === null ? null : await appendChange(tx, logged) };
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  return answer;
}

async function requireFolder(db: Reader, caller: Member, id: number): Promise<Folder> {
  const folder = (await foldersOfTeam(db, caller)).find((each) => each.id === id);
  if (folder === undefined) throw new Refusal('not_found');
  return folder;
}

async function assertNameFree(tx: Writer, teamId: number, key: string, ownId: number | null): Promise<void> {
  const named = await tx.selectFrom('folder').select('id').where('team_id', '=', teamId).where('name_key', '=', key).executeTakeFirst();
  if (named !== undefined && named.id !== ownId) throw new Refusal('duplicate_folder', { errors: { name: [marked('Already taken')] } });
}
