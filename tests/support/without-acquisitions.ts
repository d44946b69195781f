import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/**
 * A server of which no modality has acquisitions to choose from: a study can be sent as it is dropped (UPL2-039). What Process asks where there are some
 * is a test's own subject.
 */
export function removeAcquisitions(dataDir: string): void {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { fileMustExist: true, timeout: 5_000 });
  try {
    db.exec('delete from acquisition');
  } finally {
    db.close();
  }
}
