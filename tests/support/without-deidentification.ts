import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';

/**
 * Turns de-identification off for all teams of a running server, including new ones, because nearly every test compares the server's files with the
 * dropped ones, byte for byte.
 */
export function turnOffDeidentification(dataDir: string): void {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'));
  const settings = `'${JSON.stringify({ ...FIRST_DEIDENTIFICATION, usual: false })}'`;
  db.exec(`
    create trigger if not exists as_they_are after insert on team begin
      update team set deidentification = ${settings} where id = new.id;
    end;
    update team set deidentification = ${settings};
  `);
  db.close();
}
