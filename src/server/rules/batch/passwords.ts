import type { Database } from '#server/db/database.ts';

/**
 * Passwords of encrypted archives, by upload and path: the name of the file that was sent, and behind a slash that of an archive in it. In memory alone,
 * until the reading that asked for them has ended: they are written nowhere. That of an archive in which another one asks stays until that one has
 * opened, because both are opened anew together. A server that restarts in between finds the archive locked, and the person is asked again.
 */
const passwordsByDatabase = new WeakMap<Database, Map<number, Readonly<Record<string, string>>>>();

export function keepPasswords(db: Database, uploadId: number, passwords: Readonly<Record<string, string>>): void {
  const byUpload = passwordsByDatabase.get(db) ?? new Map<number, Readonly<Record<string, string>>>();
  byUpload.set(uploadId, { ...byUpload.get(uploadId), ...passwords });
  passwordsByDatabase.set(db, byUpload);
}

/** Of a file that was sent and of the archives in it. */
export function passwordsOf(db: Database, uploadId: number, name: string): Readonly<Record<string, string>> {
  const all = Object.entries(passwordsByDatabase.get(db)?.get(uploadId) ?? {});
  return Object.fromEntries(all.filter(([path]) => isOf(path, name)));
}

/** Whether this is the path of that archive, or of one in it. */
export function isOf(path: string, archive: string): boolean {
  return path === archive || path.startsWith(`${archive}/`);
}

/** After a reading: only those of archives around one that still asks. */
export function forgetTriedPasswords(db: Database, uploadId: number, asking: readonly string[]): void {
  const all = Object.entries(passwordsByDatabase.get(db)?.get(uploadId) ?? {});
  const needed = all.filter(([path]) => asking.some((other) => other !== path && isOf(other, path)));
  if (needed.length === 0) forgetPasswords(db, uploadId);
  else passwordsByDatabase.get(db)?.set(uploadId, Object.fromEntries(needed));
}

export function forgetPasswords(db: Database, uploadId: number): void {
  passwordsByDatabase.get(db)?.delete(uploadId);
}
