import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/**
 * Changes one byte of a verified file of a patient on the server's disk, once there is one, and returns the name of the file. The object always
 * keeps its length: a temporarily shorter one could be noticed by a running inventory and sent again.
 */
export async function changeByte(dataDir: string, patientName: string): Promise<string> {
  for (;;) {
    const row = proved(dataDir, patientName);
    if (row !== undefined) {
      const object = await open(join(dataDir, 'objects', ...row.key.split('/')), 'r+');
      try {
        const byte = new Uint8Array(1);
        await object.read(byte, 0, 1, row.at);
        await object.write(
          byte.map((value) => value ^ 1),
          0,
          1,
          row.at,
        );
      } finally {
        await object.close();
      }
      return row.name;
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
