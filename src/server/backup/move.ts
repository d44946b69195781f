import { isDeepStrictEqual } from 'node:util';
import type { RowsDatabase } from '#server/db/rows/rows-database.ts';
import { openObjects } from '#server/storage/open-objects.ts';
import { copyObjects, totalsOf } from './copy-objects.ts';
import { copyRows, refersToObjects, sourceOf, type CopiedRows } from './copy-rows.ts';
import { databaseText, objectsText, openNewRows, openSourceRows, type Installation } from './installation.ts';
import { countText, sizeText, type Progress } from './progress.ts';
import { BackupRefusal } from './refusal.ts';
import { trailText } from './restore.ts';

/**
 * Copies a stopped installation to the places that other settings name: its database, its objects, or both. The objects come first and the rows in
 * one transaction, as in a restore. The source is not changed. Returns lines that say what was moved, and what can be deleted.
 */
export async function move(from: Installation, to: Installation, progress: Progress): Promise<string[]> {
  const movesRows = !isDeepStrictEqual(from.database, to.database);
  const movesObjects = !isDeepStrictEqual(from.objects, to.objects);
  if (!movesRows && !movesObjects)
    throw new BackupRefusal('Both settings name the same database and the same store. Nothing has to be moved.');
  const source = await openSourceRows(from, 'hold');
  let destination: RowsDatabase | null = null;
  try {
    if (movesRows) destination = await openNewRows(to);
    const lines = movesObjects ? [await moveObjects(from, to, source, progress)] : [`The objects stay at ${objectsText(from.objects)}.`];
    const oldObjects = movesObjects ? [`the objects at ${objectsText(from.objects)}`] : [];
    if (destination === null) return [...lines, `The database stays at ${databaseText(from.database)}.`, deletionText(oldObjects)];
    const copied = await moveRows(source, destination, progress);
    const rowsText = `${countText(copied.rows)} rows of ${copied.tables} tables are at ${databaseText(to.database)}, all compared.`;
    return [...lines, rowsText, ...trailText(copied), deletionText([`the database at ${databaseText(from.database)}`, ...oldObjects])];
  } finally {
    await destination?.close();
    await source.close();
  }
}

/** Not everything that is old: what stays where it is must not be deleted. */
function deletionText(old: readonly string[]): string {
  return `These are unchanged, and can be deleted when the new server works: ${old.join(', ')}.`;
}

function moveRows(source: RowsDatabase, destination: RowsDatabase, progress: Progress): Promise<CopiedRows> {
  return source.snapshot(async (reader) => copyRows(await sourceOf(reader), destination, progress));
}

async function moveObjects(from: Installation, to: Installation, source: RowsDatabase, progress: Progress): Promise<string> {
  const store = await openObjects(from.objects, { onlyReads: true });
  const totals = await totalsOf(store);
  const isReferredTo = await source.snapshot(async (reader) => refersToObjects((await sourceOf(reader)).counts));
  if (totals.count === 0 && isReferredTo)
    throw new BackupRefusal(`There are no objects at ${objectsText(from.objects)}, but the database refers to some. Is the store mounted?`);
  progress.begin('Objects', totals);
  const { count, bytes } = await copyObjects({ from: store, to: await openObjects(to.objects), objects: store.list(''), progress });
  progress.end();
  return `${countText(count)} objects (${sizeText(bytes)}) are at ${objectsText(to.objects)}, all compared.`;
}
