import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

interface StoredObject {
  path: string;
  bytes: Buffer;
  /** Of the file that the byte at `at` belongs to. */
  name: string;
  at: number;
}

/** Where the server keeps a proved file of a patient, once it has one. */
export async function objectOf(dataDir: string, patientName: string): Promise<StoredObject> {
  for (;;) {
    const row = proved(dataDir, patientName);
    if (row !== undefined) {
      const path = join(dataDir, 'objects', ...row.key.split('/'));
      return { path, bytes: await readFile(path), name: row.name, at: row.at };
    }
    await pause(50);
  }
}

function proved(dataDir: string, patientName: string): { name: string; key: string; at: number } | undefined {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { readonly: true });
  try {
    return db
      .prepare(
        `select file.name, piece.object_key as key, piece.object_offset as at from piece join file on file.id = piece.file_id
         join series on series.id = file.series_id join study on study.id = series.study_id
         where file.proved = 1 and study.patient_name = ? limit 1`,
      )
      .get(patientName) as { name: string; key: string; at: number } | undefined;
  } finally {
    db.close();
  }
}
