import type { DatabasePlace } from '#server/db/open-database.ts';
import { openPostgresRows } from './postgres-rows.ts';
import type { OpenedRows, RowsUse } from './rows-database.ts';
import { openSqliteRows } from './sqlite-rows.ts';

export function openRows(place: DatabasePlace, use: RowsUse): Promise<OpenedRows> {
  return place.engine === 'sqlite' ? openSqliteRows(place.folder, use) : openPostgresRows(place.url, use);
}
