import Sqlite from 'better-sqlite3';
import { closeSync, openSync } from 'node:fs';
import { FILE_MODE } from '#server/storage/file-system.ts';

/**
 * The objects of a backup folder that have been copied and verified, with their SHA-256, so that the next run neither copies nor reads them again.
 * It is not part of the backup: without it, the next run compares every object.
 */
export interface Catalogue {
  sha256Of(key: string): string | null;
  note(key: string, sha256: string): void;
  close(): void;
}

export function openCatalogue(path: string): Catalogue {
  closeSync(openSync(path, 'a', FILE_MODE));
  const sqlite = new Sqlite(path);
  sqlite.pragma('journal_mode = wal');
  // After a power failure the last entries may be missing, and their objects are compared again.
  sqlite.pragma('synchronous = normal');
  sqlite.exec('create table if not exists object (key text primary key, sha256 text not null) strict, without rowid');
  const select = sqlite.prepare('select sha256 from object where key = ?').pluck();
  const insert = sqlite.prepare('insert or replace into object (key, sha256) values (?, ?)');
  return {
    sha256Of: (key) => (select.get(key) as string | undefined) ?? null,
    note: (key, sha256) => void insert.run(key, sha256),
    close: () => void sqlite.close(),
  };
}
