import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Name → SHA-256 of every file below a folder, as `sha256  name`, sorted. Names alone are not unique, contents are compared with them. */
export async function hashesOfFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const lines = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => line(entry.name, await readFile(join(entry.parentPath, entry.name))));
  return (await Promise.all(lines)).sort();
}

/**
 * The same lines of what a server holds, put together from the bytes on its disk by the ranges in its database: what it really stores, not
 * what it says. `proved` files only.
 */
export async function hashesOnServer(dataDir: string): Promise<string[]> {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { readonly: true });
  try {
    const files = db.prepare('select id, name, size from file where proved = 1').all() as { id: number; name: string; size: number }[];
    const piecesOf = db.prepare('select file_offset, length, object_key, object_offset from piece where file_id = ? order by file_offset');
    const lines = files.map(async (file) => {
      const pieces = piecesOf.all(file.id) as { file_offset: number; length: number; object_key: string; object_offset: number }[];
      const parts = pieces.map(async ({ object_key, object_offset, length }) =>
        (await readFile(join(dataDir, 'objects', ...object_key.split('/')))).subarray(object_offset, object_offset + length),
      );
      return line(file.name, Buffer.concat(await Promise.all(parts)));
    });
    return (await Promise.all(lines)).sort();
  } finally {
    db.close();
  }
}

/** How many rows a table has. */
export function rowsOnServer(dataDir: string, table: 'study' | 'series' | 'file' | 'chunk' | 'volume' | 'upload'): number {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { readonly: true });
  try {
    return (db.prepare(`select count(*) as rows from ${table}`).get() as { rows: number }).rows;
  } finally {
    db.close();
  }
}

function line(name: string, bytes: Uint8Array): string {
  return `${createHash('sha256').update(bytes).digest('hex')}  ${name}`;
}
