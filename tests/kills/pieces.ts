import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Bytes on the server's disk that its database refers to, verified or not: client ID of the file → pieces by their offset. */
export async function bytesOfPieces(dataDir: string, session: string): Promise<Map<string, { offset: number; bytes: Buffer }[]>> {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { readonly: true });
  try {
    const rows = db
      .prepare(
        `select file.client_file_id as file, piece.file_offset as offset, piece.length, piece.object_key as key, piece.object_offset as at from piece
         join file on file.id = piece.file_id join upload on upload.id = file.upload_id
         where upload.session = ? order by piece.file_offset`,
      )
      .all(session) as { file: string; offset: number; length: number; key: string; at: number }[];
    const objects = new Map<string, Buffer>();
    const pieces = new Map<string, { offset: number; bytes: Buffer }[]>();
    for (const { file, offset, length, key, at } of rows) {
      const object = objects.get(key) ?? (await readFile(join(dataDir, 'objects', ...key.split('/'))));
      objects.set(key, object);
      pieces.set(file, [...(pieces.get(file) ?? []), { offset, bytes: object.subarray(at, at + length) }]);
    }
    return pieces;
  } finally {
    db.close();
  }
}
