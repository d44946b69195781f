import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { TestServer } from '#tests/support/server.ts';
import type { Permission } from '#contract/permissions.ts';

/**
 * What happens to a person on the server while the page knows nothing of it. By SQL beside the running server: it hears of none of this, so
 * nothing is pushed and the page has to find out by itself.
 */

/** Replaces what a role allows, as an administrator would; members' permission versions grow with it (BACK-08). */
export function saveRolePermissions({ dataDir }: TestServer, roleId: number, permissions: readonly Permission[]): void {
  write(dataDir, (db) => {
    db.prepare('delete from role_permission where role_id = ?').run(roleId);
    const insert = db.prepare('insert into role_permission (role_id, permission) values (?, ?)');
    for (const permission of permissions) insert.run(roleId, permission);
    db.prepare(
      'update "user" set permission_version = permission_version + 1 where id in (select user_id from membership where role_id = ?)',
    ).run(roleId);
  });
}

/** Every sign-in of this person ends, wherever it was made. */
export function revokeSignIns({ dataDir }: TestServer, email: string): void {
  write(dataDir, (db) => {
    const ofUser = 'user_id = (select id from "user" where email = ?)';
    const { changes } = db.prepare(`update sign_in set revoked_at = ? where ${ofUser}`).run(Date.now(), email);
    if (changes === 0) throw new Error(`${email} was not signed in`);
    db.prepare(`delete from bearer where sign_in_id in (select id from sign_in where ${ofUser})`).run(email);
  });
}

/** The link of the e-mail was opened. */
export function verifyEmail({ dataDir }: TestServer, email: string): void {
  write(dataDir, (db) => {
    const { changes } = db.prepare('update "user" set email_verified_at = ? where email = ?').run(Date.now(), email);
    if (changes !== 1) throw new Error(`${email} has no account`);
  });
}

/** Somebody else corrected every name. The server need not run. */
export function renamePatients({ dataDir }: TestServer, name: string): void {
  write(dataDir, (db) => {
    const { changes } = db.prepare('update study set patient_name = ?').run(name);
    if (changes === 0) throw new Error('The server has no study');
  });
}

function write(dataDir: string, change: (db: Sqlite.Database) => void): void {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { fileMustExist: true, timeout: 5_000 });
  try {
    db.transaction(() => change(db)).immediate();
  } finally {
    db.close();
  }
}
