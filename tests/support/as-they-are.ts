import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';

/**
 * Teams of a running server, and those that are made on it later, whose studies leave devices as they are: nearly every test compares what the server
 * has with what was dropped, byte for byte. Without it a team is what it is for everybody.
 */
export function leaveStudiesAsTheyAre(dataDir: string): void {
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
