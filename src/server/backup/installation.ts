import type { Config } from '#server/config/load-config.ts';
import type { DatabasePlace } from '#server/db/open-database.ts';
import { openRows } from '#server/db/rows/open-rows.ts';
import type { RowsDatabase } from '#server/db/rows/rows-database.ts';
import { keepToOwner } from '#server/own-files.ts';
import type { ObjectPlace } from '#server/storage/open-objects.ts';
import { BackupRefusal } from './refusal.ts';

/** Where an installation has its data. */
export type Installation = Pick<Config, 'dataFolder' | 'database' | 'objects'>;

/** `read`: a server may be running. `hold`: none may, until it is closed. */
export async function openSourceRows({ database }: Installation, use: 'read' | 'hold'): Promise<RowsDatabase> {
  const opened = await openRows(database, use);
  if (!opened.ok && opened.why === 'in_use') throw inUse(database);
  if (!opened.ok) throw new BackupRefusal(`There is no database at ${databaseText(database)}. Check the settings.`);
  if (await opened.db.hasTables()) return opened.db;
  await opened.db.close();
  throw new BackupRefusal(`The database at ${databaseText(database)} is empty. Check the settings.`);
}

/** A database without tables, which no server uses. */
export async function openNewRows({ database, objects, dataFolder }: Installation): Promise<RowsDatabase> {
  if (database.engine === 'sqlite' || objects.kind === 'disk') await keepToOwner(dataFolder);
  const opened = await openRows(database, 'fill');
  if (!opened.ok) throw inUse(database);
  if (!(await opened.db.hasTables())) return opened.db;
  await opened.db.close();
  throw new BackupRefusal(
    `The database at ${databaseText(database)} is not empty, and nothing of it is overwritten. Name a new database in the settings. ` +
      'If an earlier run of this command was stopped at its very end, this database is complete.',
  );
}

function inUse(database: DatabasePlace): BackupRefusal {
  return new BackupRefusal(
    database.engine === 'sqlite'
      ? `A server or another command is using ${databaseText(database)}. Stop it, and run the command again.`
      : `A server or another program is connected to ${databaseText(database)}. Stop it, and run the command again.`,
  );
}

/** Without user and password. */
export function databaseText(place: DatabasePlace): string {
  if (place.engine === 'sqlite') return place.folder;
  const { host, pathname } = new URL(place.url);
  return `${host}${pathname}`;
}

export function objectsText(place: ObjectPlace): string {
  return place.kind === 'disk' ? place.folder : `${place.endpoint}/${[place.bucket, place.prefix].filter((part) => part !== '').join('/')}`;
}
