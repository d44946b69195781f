import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { TestServer } from '#tests/support/server.ts';
import type { Permission } from '#contract/permissions.ts';
import type { ProjectState } from '#contract/projects.ts';

/**
 * What happens to a person on the server while the page knows nothing of it. By SQL beside the running server: it hears of none of this, so
 * nothing is pushed and the page has to find out by itself.
 */

/** Replaces the permissions of a role, as an administrator would; members' permission versions increase with it (BACK-08). */
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

/** Removes a person from a team. The returned function restores the membership. */
export function takeMembership({ dataDir }: TestServer, email: string, teamSlug: string): () => void {
  const membership = write(dataDir, (db) => {
    const ofPerson = 'user_id = (select id from "user" where email = ?) and team_id = (select id from team where slug = ?)';
    const row = db.prepare(`delete from membership where ${ofPerson} returning *`).get(email, teamSlug);
    if (row === undefined) throw new Error(`${email} was no member of ${teamSlug}`);
    db.prepare(`delete from upload_token where upload_id in (select id from upload where ${ofPerson})`).run(email, teamSlug);
    growPermissionVersion(db, email);
    return row as Record<string, unknown>;
  });
  return () =>
    write(dataDir, (db) => {
      const columns = Object.keys(membership);
      const values = columns.map((column) => `@${column}`);
      db.prepare(`insert into membership (${columns.join(', ')}) values (${values.join(', ')})`).run(membership);
      growPermissionVersion(db, email);
    });
}

function growPermissionVersion(db: Sqlite.Database, email: string): void {
  db.prepare('update "user" set permission_version = permission_version + 1 where email = ?').run(email);
}

/** Chunks on the server, in order of arrival, and the number of tokens that can add more. */
export function heldByServer({ dataDir }: TestServer): { chunks: { chunk_index: number; created_at: number }[]; tokens: number } {
  return write(dataDir, (db) => ({
    chunks: db.prepare('select chunk_index, created_at from chunk order by rowid').all() as { chunk_index: number; created_at: number }[],
    tokens: db.prepare('select * from upload_token').all().length,
  }));
}

/** Ends the upload tokens as if they had expired, while the sign-in of their owner stays valid. */
export function endUploadTokens({ dataDir }: TestServer): void {
  write(dataDir, (db) => {
    const { changes } = db.prepare('delete from upload_token').run();
    if (changes === 0) throw new Error('No upload had a token');
  });
}

/** Expires every sign-in of this account, without an explicit sign-out. */
export function expireSignIns({ dataDir }: TestServer, email: string): void {
  write(dataDir, (db) => {
    const ofUser = 'user_id = (select id from "user" where email = ?)';
    const { changes } = db.prepare(`update sign_in set expires_at = ? where ${ofUser}`).run(Date.now() - 1, email);
    if (changes === 0) throw new Error(`${email} was not signed in`);
  });
}

/** As if the link in the mail had been opened. */
export function verifyEmail({ dataDir }: TestServer, email: string): void {
  write(dataDir, (db) => {
    const { changes } = db.prepare('update "user" set email_verified_at = ? where email = ?').run(Date.now(), email);
    if (changes !== 1) throw new Error(`${email} has no account`);
  });
}

/** As if the password of every sign-in of the account had been entered long ago. */
export function agePasswords({ dataDir }: TestServer, email: string): void {
  write(dataDir, (db) => {
    const { changes } = db
      .prepare('update sign_in set password_at = 0 where user_id in (select id from "user" where email = ?)')
      .run(email);
    if (changes === 0) throw new Error(`${email} is not signed in`);
  });
}

/** Creates this many unseen notifications of a person in a team, a minute apart. */
export function writeNotifications({ dataDir }: TestServer, email: string, teamSlug: string, count: number): void {
  write(dataDir, (db) => {
    const insert = db.prepare(
      `insert into notification (team_id, user_id, type_code, section, description, url, model1_id, model2_id, cause, is_seen, created_at, updated_at)
       select team.id, "user".id, 'upload.convert.fail', 'upload', @description, '/studies-v2', @n, @n, @cause, 0, @at, @at
       from team, "user" where team.slug = @teamSlug and "user".email = @email`,
    );
    for (let n = 1; n <= count; n += 1) {
      const at = Date.now() - (count - n) * 60_000;
      insert.run({ teamSlug, email, n, at, description: `${n} of ${count} series could not be converted.`, cause: `behind-${n}` });
    }
  });
}

/** Somebody mentions a person in a comment on a study, in a task. */
export function writeMention({ dataDir }: TestServer, email: string, { studyUuid, taskId }: { studyUuid: string; taskId: number }): void {
  write(dataDir, (db) =>
    db
      .prepare(
        `insert into notification (team_id, user_id, type_code, section, description, url, model1_id, model2_id, cause, is_seen, created_at, updated_at)
         select study.team_id, "user".id, 'review.add.comment', 'review', '', '/case/' || study.id || '?task_id=' || @taskId, study.id, @taskId, study.uuid, 0, @at, @at
         from study, "user" where study.uuid = @studyUuid and "user".email = @email`,
      )
      .run({ studyUuid, email, taskId, at: Date.now() }),
  );
}

/** As the owner of the database, disables the triggers and changes the user of a record. Returns its number. */
export function changeAuditRecord({ dataDir }: TestServer): number {
  return write(dataDir, (db) => {
    db.exec('drop trigger audit_record_no_update');
    const seq = db.prepare('select max(seq) - 3 from audit_record').pluck().get() as number;
    db.prepare('update audit_record set user_id = 999 where seq = ?').run(seq);
    return seq;
  });
}

/** Creates a project of a team, because no page can do that. */
export function writeProject({ dataDir }: TestServer, teamSlug: string, name: string, state: ProjectState): void {
  write(dataDir, (db) =>
    db
      .prepare(
        `insert into project (team_id, name, state_code, created_at, updated_at) select id, @name, @state, @at, @at from team where slug = @teamSlug`,
      )
      .run({ teamSlug, name, state, at: Date.now() }),
  );
}

/** As if the project had been started: it keeps its studies and accepts no more. */
export function startProject({ dataDir }: TestServer, name: string): void {
  write(dataDir, (db) => {
    const { changes } = db.prepare("update project set state_code = 'in_progress' where name = ? and state_code = 'created'").run(name);
    if (changes !== 1) throw new Error(`${name} could not be started`);
  });
}

/** As if someone else had corrected every name. The server need not run. */
export function renamePatients({ dataDir }: TestServer, name: string): void {
  write(dataDir, (db) => {
    const { changes } = db.prepare('update study set patient_name = ?').run(name);
    if (changes === 0) throw new Error('The server has no study');
  });
}

/** Prevents conversions until the returned function is called: the queue sees them as due on a later day. */
export function holdConversions({ dataDir }: TestServer): () => void {
  const held = 'held_conversion';
  write(dataDir, (db) =>
    db.exec(`create trigger ${held} after insert on job begin update job set run_at = run_at + 86400000 where id = new.id; end`),
  );
  return () =>
    write(dataDir, (db) => {
      db.exec(`drop trigger ${held}`);
      db.exec(`update job set run_at = run_at - 86400000 where run_at > ${Date.now() + 43_200_000}`);
    });
}

function write<T>(dataDir: string, change: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { fileMustExist: true, timeout: 5_000 });
  try {
    return db.transaction(() => change(db)).immediate();
  } finally {
    db.close();
  }
}

/** The pages of the activity log, in their order. */
export function loggedSteps({ dataDir }: TestServer): string[] {
  return write(dataDir, (db) => db.prepare('select path from activity_entry order by id').pluck().all() as string[]);
}

/** As if the hour of everybody who acts as another person were over. */
export function endActing({ dataDir }: TestServer): void {
  write(dataDir, (db) => {
    const { changes } = db
      .prepare('update sign_in set expires_at = 1 where id in (select sign_in_id from acting where ended_at is null)')
      .run();
    if (changes === 0) throw new Error('Nobody acts as another person');
  });
}

/** As if nothing had been heard of any session in the viewer for headsets for an hour. */
export function silenceXrSessions({ dataDir }: TestServer): void {
  write(dataDir, (db) => {
    const { changes } = db.prepare('update xr_session set seen_at = seen_at - 3600000').run();
    if (changes === 0) throw new Error('There was no session');
  });
}
