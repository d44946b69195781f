import { join } from 'node:path';
import { columnNames } from '#server/db/rows/tables.ts';
import type { RowsDatabase } from '#server/db/rows/rows-database.ts';
import { nodeFileSystem, syncFolder } from '#server/storage/file-system.ts';
import { createLocalDisk } from '#server/storage/local-disk.ts';
import { openObjects } from '#server/storage/open-objects.ts';
import {
  CATALOGUE,
  createSnapshotFolder,
  OBJECT_LIST,
  objectLine,
  OBJECTS,
  removeOtherSnapshots,
  rowsFile,
  snapshotName,
  takeBackupFolder,
} from './backup-folder.ts';
import { openCatalogue } from './catalogue.ts';
import { copyObjects, totalsOf } from './copy-objects.ts';
import { refersToObjects, sourceOf } from './copy-rows.ts';
import { writeHashedFile } from './hashed-file.ts';
import { objectsText, openSourceRows, type Installation } from './installation.ts';
import { readManifest, writeManifest, type Manifest } from './manifest.ts';
import { countText, sizeText, type Progress } from './progress.ts';
import { BackupRefusal } from './refusal.ts';

/**
 * Copies an installation into a folder while its server may be running: the rows first, then the objects. An object is durable before a row refers
 * to it, so the objects copied later include all that the rows refer to. Returns a line that says what was copied.
 */
export async function backUp(from: Installation, folder: string, progress: Progress, now = () => new Date()): Promise<string> {
  const taken = await takeBackupFolder(folder, from.dataFolder);
  try {
    await removeOtherSnapshots(folder, (await readManifest(folder))?.snapshot ?? null);
    const name = snapshotName(now());
    const snapshot = await createSnapshotFolder(folder, name);
    const db = await openSourceRows(from, 'read');
    const rows = await db.snapshot((reader) => writeRows(reader, snapshot, progress)).finally(() => db.close());
    const objects = await copyAllObjects(from, { folder, snapshot, isReferredTo: rows.refersToObjects, progress });
    await syncFolder(nodeFileSystem, snapshot);
    const { migrations, tables } = rows;
    await writeManifest(folder, {
      format: 1,
      created_at: now().toISOString(),
      migrations,
      snapshot: name,
      tables,
      objects: objects.listed,
    });
    await removeOtherSnapshots(folder, name);
    const count = tables.reduce((sum, table) => sum + table.rows, 0);
    const { listed } = objects;
    return `Backed up: ${countText(count)} rows of ${tables.length} tables, ${countText(listed.count)} objects (${sizeText(listed.bytes)}), ${countText(objects.copied)} of them new.`;
  } finally {
    taken.release();
  }
}

interface WrittenRows {
  migrations: string[];
  tables: Manifest['tables'];
  refersToObjects: boolean;
}

async function writeRows(
  reader: Parameters<Parameters<RowsDatabase['snapshot']>[0]>[0],
  snapshot: string,
  progress: Progress,
): Promise<WrittenRows> {
  const source = await sourceOf(reader);
  const tables: Manifest['tables'] = [];
  progress.begin('Rows', { count: source.count, bytes: null });
  for (const table of source.tables) {
    const { sum, result: rows } = await writeHashedFile(join(snapshot, rowsFile(table.name)), async (writeLine) => {
      let rows = 0;
      for await (const line of source.linesOf(table)) {
        await writeLine(line);
        rows += 1;
        progress.add(1, Buffer.byteLength(line));
      }
      return rows;
    });
    const lastId = table.countedId === null ? null : await source.lastIdOf(table);
    tables.push({ name: table.name, columns: columnNames(table.columns), rows, last_id: lastId === null ? null : String(lastId), ...sum });
  }
  progress.end();
  return { migrations: [...source.migrations], tables, refersToObjects: refersToObjects(source.counts) };
}

async function copyAllObjects(
  from: Installation,
  { folder, snapshot, isReferredTo, progress }: { folder: string; snapshot: string; isReferredTo: boolean; progress: Progress },
): Promise<{ copied: number; listed: Manifest['objects'] }> {
  const store = await openObjects(from.objects, { onlyReads: true });
  const totals = await totalsOf(store);
  if (totals.count === 0 && isReferredTo)
    throw new BackupRefusal(`There are no objects at ${objectsText(from.objects)}, but the database refers to some. Is the store mounted?`);
  const catalogue = openCatalogue(join(folder, CATALOGUE));
  try {
    const to = await createLocalDisk(join(folder, OBJECTS));
    progress.begin('Objects', totals);
    const { sum, result } = await writeHashedFile(join(snapshot, OBJECT_LIST), (writeLine) =>
      copyObjects({
        from: store,
        to,
        objects: store.list(''),
        progress,
        verifiedBefore: catalogue.sha256Of,
        async onCopied({ key, sha256 }) {
          catalogue.note(key, sha256);
          await writeLine(objectLine(key, sha256));
        },
        // Its study was removed meanwhile. A server that starts with this backup sees that it is missing.
        onLeftOut: () => undefined,
      }),
    );
    progress.end();
    return { copied: result.copied, listed: { count: result.count, bytes: result.bytes, list: sum } };
  } finally {
    catalogue.close();
  }
}
