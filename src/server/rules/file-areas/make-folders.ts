import type { Writer } from '#server/db/database.ts';
import { Refusal } from '#server/rules/context.ts';
import { childOf, newEntry, rootOf, type Entry } from './areas.ts';
import { assertRoomInFolder } from './trees.ts';

/** The folder of these names below another one, or the area; those that are missing are made. A file in the way is refused. */
export async function makeFolders(
  tx: Writer,
  { areaId, names, now, below }: { areaId: number; names: readonly string[]; now: number; below?: Entry },
): Promise<Entry> {
  let at = below ?? (await rootOf(tx, areaId));
  for (const name of names) {
    const known = await childOf(tx, at.id, name);
    if (known !== null && known.kind !== 'folder') throw new Refusal('file_exists');
    at = known ?? (await makeOne(tx, at, name, now));
  }
  return at;
}

async function makeOne(tx: Writer, parent: Entry, name: string, now: number): Promise<Entry> {
  const made = await tx
    .insertInto('file_entry')
    .values({ ...newEntry({ areaId: parent.area_id, name, at: now }), parent_id: parent.id, kind: 'folder' })
    .returningAll()
    .executeTakeFirstOrThrow();
  await assertRoomInFolder(tx, parent.id);
  return made;
}
