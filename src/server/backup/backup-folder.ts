import type { Dirent } from 'node:fs';
import { mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { LOCK_FILE, takeFolder } from '#server/db/open-database.ts';
import { lineToRow } from '#server/db/rows/row-line.ts';
import { columnNames, tablesAfter, type Table } from '#server/db/rows/tables.ts';
import { keepToOwner } from '#server/own-files.ts';
import { FOLDER_MODE, makeLastingFolder, nodeFileSystem } from '#server/storage/file-system.ts';
import { assertKnown, type RowsSource } from './copy-rows.ts';
import type { ObjectToCopy } from './copy-objects.ts';
import { linesOf, sumOf, type FileSum } from './hashed-file.ts';
import { MANIFEST, MANIFEST_FILES, readManifest, type Manifest } from './manifest.ts';
import { BackupRefusal } from './refusal.ts';

/**
 * A backup:
 *
 *     manifest.json                    written last; names the snapshot that is valid
 *     snapshot-20261126T071500000Z/    study.jsonl and so on: a line of JSON for each row
 *                                      objects.sha256: as `sha256sum` writes and checks it
 *     objects/                         the objects, under their keys
 *     catalogue.sqlite                 which objects have been copied and verified; only for the next run
 */
export const OBJECTS = 'objects';
export const CATALOGUE = 'catalogue.sqlite';
export const OBJECT_LIST = 'objects.sha256';
const SNAPSHOT = /^snapshot-[0-9TZ]+$/;
/** With the journals of SQLite. */
const OTHERS: readonly string[] = [
  ...MANIFEST_FILES,
  OBJECTS,
  ...['', '-journal'].map((end) => LOCK_FILE + end),
  ...['', '-wal', '-shm'].map((end) => CATALOGUE + end),
];

export const rowsFile = (table: string): string => `${table}.jsonl`;
export const objectLine = (key: string, sha256: string): string => `${sha256}  ${OBJECTS}/${key}`;
export const snapshotName = (at: Date): string => `snapshot-${at.toISOString().replaceAll(/[-:.]/g, '')}`;

/** Prepares a folder for a backup, and keeps other commands from it until it is let go. */
export async function takeBackupFolder(folder: string, dataFolder: string): Promise<{ release(): void }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException): Dirent[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const other = entries.find(({ name }) => !OTHERS.includes(name) && !SNAPSHOT.test(name));
  if (other !== undefined)
    throw new BackupRefusal(`${folder} has other files than those of a backup, such as ${other.name}. Name a new or an empty folder.`);
  await makeLastingFolder(nodeFileSystem, folder);
  if (isWithin(await realpath(folder), await realpath(dataFolder).catch(() => dataFolder)))
    throw new BackupRefusal(`${folder} is in LIGHTSHIP_DATA. A backup belongs on another disk.`);
  await keepToOwner(folder);
  const lock = takeFolder(folder);
  if (lock === null) throw new BackupRefusal(`Another command is using ${folder}. Wait until it has ended.`);
  return { release: () => void lock.close() };
}

function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || way.startsWith(sep));
}

export async function createSnapshotFolder(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { mode: FOLDER_MODE });
  return path;
}

/** Removes what interrupted runs and earlier backups have left, except for the named one. */
export async function removeOtherSnapshots(folder: string, kept: string | null): Promise<void> {
  for (const name of await readdir(folder))
    if (SNAPSHOT.test(name) && name !== kept) await rm(join(folder, name), { recursive: true, force: true });
}

/** Throws a refusal that names the file if anything of the backup, except its objects, is missing or damaged. */
export async function readBackup(folder: string): Promise<{ manifest: Manifest; rows: RowsSource }> {
  const manifest = await readManifest(folder);
  if (manifest === null)
    throw new BackupRefusal(`${folder} is not a complete backup: ${MANIFEST} is missing. If a backup was interrupted, run it again.`);
  assertKnown(manifest.migrations, 'The backup');
  const tables = await tablesAfter(manifest.migrations);
  const entries = new Map(manifest.tables.map((entry) => [entry.name, entry]));
  for (const table of tables)
    if (entries.get(table.name)?.columns.join() !== columnNames(table.columns).join()) throw damaged(join(folder, MANIFEST));
  const snapshot = join(folder, manifest.snapshot);
  const linesOfTable = ({ name }: Table): AsyncGenerator<string> => linesOf(join(snapshot, rowsFile(name)));
  for (const { name, bytes, sha256 } of manifest.tables) await assertSum(join(snapshot, rowsFile(name)), { bytes, sha256 });
  await assertSum(join(snapshot, OBJECT_LIST), manifest.objects.list);
  return {
    manifest,
    rows: {
      migrations: manifest.migrations,
      tables,
      count: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      linesOf: linesOfTable,
      async *rowsOf(table) {
        for await (const line of linesOfTable(table)) yield lineToRow(line);
      },
      lastIdOf({ name }) {
        const last = entries.get(name)?.last_id ?? null;
        return Promise.resolve(last === null ? null : BigInt(last));
      },
    },
  };
}

async function assertSum(path: string, sum: FileSum): Promise<void> {
  const found = await sumOf(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupRefusal(`${path} is missing from the backup. Use another backup.`);
    throw error;
  });
  if (found.bytes !== sum.bytes || found.sha256 !== sum.sha256) throw damaged(path);
}

function damaged(path: string): BackupRefusal {
  return new BackupRefusal(`${path} is damaged: it is not as the backup wrote it. Use another backup.`);
}

const OBJECT_LINE = new RegExp(`^([0-9a-f]{64})  ${OBJECTS}/(.+)$`);

/** The objects that the backup lists, with the sizes that they have in the folder; 0 for a missing one, which cannot be read either. */
export async function* objectsOfBackup(
  folder: string,
  { snapshot }: Manifest,
  sizeOf: (key: string) => Promise<number | null>,
): AsyncGenerator<ObjectToCopy> {
  for await (const line of linesOf(join(folder, snapshot, OBJECT_LIST))) {
    const [, sha256, key] = OBJECT_LINE.exec(line) ?? [];
    if (sha256 === undefined || key === undefined) throw damaged(join(folder, snapshot, OBJECT_LIST));
    yield { key, bytes: (await sizeOf(key)) ?? 0, sha256 };
  }
}
