import { sql } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import type { Entry } from './areas.ts';

export interface TreeSize {
  entries: number;
  bytes: number;
  /** 1: it holds nothing. */
  height: number;
}

/** Of these entries with everything below them. */
export async function sizeOfTrees(db: Reader | Writer, ids: readonly number[]): Promise<TreeSize> {
  const size: TreeSize = { entries: 0, bytes: 0, height: 0 };
  for (const some of inPortions(ids)) {
    const found = await treeOf(db, some)
      .select((eb) => [
        eb.fn.countAll<number>().as('entries'),
        eb.fn.sum<number | null>('tree.bytes').as('bytes'),
        eb.fn.max<number | null>('tree.level').as('height'),
      ])
      .executeTakeFirstOrThrow();
    size.entries += Number(found.entries);
    size.bytes += Number(found.bytes ?? 0);
    size.height = Math.max(size.height, Number(found.height ?? 0));
  }
  return size;
}

/** Rows of these entries and of everything below them, with their level from 1. */
export function treeOf(db: Reader | Writer, ids: readonly number[]) {
  return db
    .withRecursive('tree', (own) =>
      own
        .selectFrom('file_entry')
        .select(['id', 'bytes', 'content_id', sql<number>`1`.as('level')])
        .where('id', 'in', [...ids])
        .unionAll(
          own
            .selectFrom('file_entry as below')
            .innerJoin('tree', 'tree.id', 'below.parent_id')
            .select(['below.id', 'below.bytes', 'below.content_id', sql<number>`tree.level + 1`.as('level')]),
        ),
    )
    .selectFrom('tree');
}

/** The entry and the folders that it is in, from below. The last one has no parent. */
export async function lineOf(db: Reader | Writer, id: number): Promise<Entry[]> {
  const line: Entry[] = [];
  for (let at: number | null = id; at !== null;) {
    const entry: Entry | undefined = await db.selectFrom('file_entry').selectAll().where('id', '=', at).executeTakeFirst();
    if (entry === undefined) break;
    line.push(entry);
    at = entry.parent_id;
  }
  return line;
}

/** In the tree of its area, and not in the bin. */
export async function isLiving(db: Reader | Writer, id: number): Promise<boolean> {
  return (await lineOf(db, id)).at(-1)?.top === 'root';
}

export async function assertRoomInFolder(tx: Writer, folderId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('file_entry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('parent_id', '=', folderId)
    .executeTakeFirstOrThrow();
  if (Number(count) > LIMITS.entriesPerFolder) {
    throw new Refusal('folder_full', { limit: { name: 'entriesPerFolder', max: LIMITS.entriesPerFolder } });
  }
}

/**
 * Removes these entries for good with everything below them, and contents that no entry has any more. Returns the objects that may have become
 * unused: `removeUnusedObjects` after the commit.
 */
export async function deleteTrees(tx: Writer, ids: readonly number[]): Promise<string[]> {
  const contents = new Set<number>();
  for (const some of inPortions(ids)) {
    const found = await treeOf(tx, some).select('tree.content_id').distinct().where('tree.content_id', 'is not', null).execute();
    for (const { content_id: id } of found) contents.add(id!);
    await tx.deleteFrom('file_entry').where('id', 'in', some).execute();
  }
  const keys: string[] = [];
  for (const some of inPortions([...contents])) keys.push(...(await deleteUnusedContents(tx, some)));
  return [...new Set(keys)];
}

async function deleteUnusedContents(tx: Writer, ids: readonly number[]): Promise<string[]> {
  const used = tx
    .selectFrom('file_entry')
    .select('content_id')
    .where('content_id', 'in', [...ids]);
  const inUse = new Set((await used.distinct().execute()).map((row) => row.content_id));
  const unused = ids.filter((id) => !inUse.has(id));
  if (unused.length === 0) return [];
  const pieces = await tx.selectFrom('file_piece').select('object_key').distinct().where('content_id', 'in', unused).execute();
  await tx.deleteFrom('file_content').where('id', 'in', unused).execute();
  return pieces.map((piece) => piece.object_key);
}
