import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/**
 * Removes the acquisitions of all modalities from a server, so that a study can be sent as it was dropped (UPL2-039). The questions of Process are
 * tested separately.
 */
export function removeAcquisitions(dataDir: string): void {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { fileMustExist: true, timeout: 5_000 });
  try {
    db.exec('delete from acquisition');
  } finally {
    db.close();
  }
}
