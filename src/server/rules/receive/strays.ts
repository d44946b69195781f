import type { Reader } from '#server/db/database.ts';
import type { ListedObject } from '#server/storage/object-store.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { chunkTurnOf } from './proof.ts';
import { receivingOf } from './receiving.ts';

/**
 * Objects that no row names, left by a kill between an object and its rows. They are harmless but take up space.
 *
 * They are not removed when they are found. A database that was restored from an older backup names none of the later objects, and if a
 * newer backup then turns up, its objects must still exist. So the database records since when an object has been unused, and it is removed
 * a week later if it still is.
 */
const STRAY_LASTS_MS = 7 * 86_400_000;
/** An object that another process is just writing has no row yet. */
const SETTLED_MS = 3_600_000;
const AT_ONCE = 500;

export async function clearStrays(context: ServerContext): Promise<void> {
  const strays = new Set<string>();
  let batch: ListedObject[] = [];
  for await (const object of context.objects.list('')) {
    batch.push(object);
    if (batch.length < AT_ONCE) continue;
    for (const key of await clearStraysAmong(context, batch)) strays.add(key);
    batch = [];
  }
  for (const key of await clearStraysAmong(context, batch)) strays.add(key);
  await forgetOthers(context, strays);
}

async function clearStraysAmong(context: ServerContext, batch: readonly ListedObject[]): Promise<string[]> {
  const now = context.now();
  const keys = batch.filter((object) => Math.abs(now - object.writtenAt) > SETTLED_MS).map((object) => object.key);
  const named = await namedAmong(context.db.read, keys);
  const strays = keys.filter((key) => !named.has(key));
  if (strays.length === 0) return [];
  const rows = await context.db.read.selectFrom('stray_object').selectAll().where('object_key', 'in', strays).execute();
  const foundAt = new Map(rows.map((row) => [row.object_key, row.found_at]));
  const fresh = strays.filter((key) => !foundAt.has(key));
  if (fresh.length > 0) {
    const found = fresh.map((object_key) => ({ object_key, found_at: now }));
    await context.db.write((tx) =>
      tx
        .insertInto('stray_object')
        .values(found)
        .onConflict((conflict) => conflict.column('object_key').doNothing())
        .execute(),
    );
  }
  for (const key of strays) if (now - (foundAt.get(key) ?? now) >= STRAY_LASTS_MS) await removeStray(context, key);
  return strays;
}

/** In the turn of its chunk, so that no row that names it is being written meanwhile. */
async function removeStray(context: ServerContext, key: string): Promise<void> {
  await receivingOf(context.db).turns.take(chunkTurnOf(key), async () => {
    if ((await namedAmong(context.db.read, [key])).size > 0) return;
    await context.objects.remove(key);
    await context.db.write((tx) => tx.deleteFrom('stray_object').where('object_key', '=', key).execute());
  });
}

/** Those of these keys that a row names. */
export async function namedAmong(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const pieces = await db
    .selectFrom('piece')
    .select('object_key')
    .distinct()
    .where('object_key', 'in', [...keys])
    .execute();
  const batches = await db
    .selectFrom('batch_piece')
    .select('object_key')
    .distinct()
    .where('object_key', 'in', [...keys])
    .execute();
  const batchVolumes = await db
    .selectFrom('batch_volume')
    .select('object_key')
    .where('object_key', 'in', [...keys])
    .execute();
  const volumes = await db
    .selectFrom('volume')
    .select('object_key')
    .where('object_key', 'in', [...keys])
    .execute();
  const bricks = await db
    .selectFrom('volume')
    .select('bricks_key as object_key')
    .where('bricks_key', 'in', [...keys])
    .execute();
  const thumbnails = await db
    .selectFrom('series_reading')
    .select('thumbnail_key as object_key')
    .where('thumbnail_key', 'in', [...keys])
    .execute();
  const snapshots = await db
    .selectFrom('mask_snapshot')
    .select('object_key')
    .distinct()
    .where('object_key', 'in', [...keys])
    .execute();
  const files = await db
    .selectFrom('ai_file_part')
    .select('object_key')
    .where('object_key', 'in', [...keys])
    .execute();
  const labels = await db
    .selectFrom('dataset_case')
    .select('label_key as object_key')
    .where('label_key', 'in', [...keys])
    .execute();
  const images = await db
    .selectFrom('dataset_image')
    .select('object_key')
    .distinct()
    .where('object_key', 'in', [...keys])
    .execute();
  const areas = await db
    .selectFrom('file_piece')
    .select('object_key')
    .distinct()
    .where('object_key', 'in', [...keys])
    .execute();
  const named = [
    ...areas,
    ...pieces,
    ...batches,
    ...batchVolumes,
    ...volumes,
    ...bricks,
    ...thumbnails,
    ...snapshots,
    ...labels,
    ...images,
    ...files,
  ];
  return new Set(named.map((row) => row.object_key!));
}

/** Objects that are named again, or no longer exist, are not strays any more: if one becomes a stray again, its week starts again. */
async function forgetOthers({ db }: ServerContext, strays: ReadonlySet<string>): Promise<void> {
  const rows = await db.read.selectFrom('stray_object').select('object_key').execute();
  for (const { object_key } of rows) {
    if (!strays.has(object_key)) await db.write((tx) => tx.deleteFrom('stray_object').where('object_key', '=', object_key).execute());
  }
}
