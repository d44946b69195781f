import { join } from 'node:path';
import { openDatabase } from '#server/db/open-database.ts';
import { seedDemo } from '#server/demo.ts';
import { createPasswords } from '#server/rules/accounts/passwords.ts';

/** Writes teams and people of the demo, without its studies, to a data folder that no server has open. */
export async function seedPeople(dataDir: string): Promise<void> {
  const opened = await openDatabase({ engine: 'sqlite', folder: join(dataDir, 'database') });
  if (!opened.ok) throw new Error('The data folder is in use');
  try {
    await seedDemo(opened.db, createPasswords(), Date.now());
  } finally {
    await opened.db.close();
  }
}
