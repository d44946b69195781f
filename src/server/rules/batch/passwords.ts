import type { Database } from '#server/db/database.ts';

/**
 * Passwords of encrypted archives, by upload and path: the name of the uploaded file, followed by a slash and the name of an archive in it.
 * Kept only in memory, until the reading that needs them has ended. The password of an archive stays while an archive in it is still
 * locked, because both are opened again together. After a restart the server finds the archive locked, and the user is asked again.
 */
const passwordsByDatabase = new WeakMap<Database, Map<number, Readonly<Record<string, string>>>>();

export function keepPasswords(db: Database, uploadId: number, passwords: Readonly<Record<string, string>>): void {
  const byUpload = passwordsByDatabase.get(db) ?? new Map<number, Readonly<Record<string, string>>>();
  byUpload.set(uploadId, { ...byUpload.get(uploadId), ...passwords });
  passwordsByDatabase.set(db, byUpload);
}

/** Passwords of an uploaded file and of the archives in it. */
export function passwordsOf(db: Database, uploadId: number, name: string): Readonly<Record<string, string>> {
  const all = Object.entries(passwordsByDatabase.get(db)?.get(uploadId) ?? {});
  return Object.fromEntries(all.filter(([path]) => isOf(path, name)));
}

/** Whether this is the path of that archive, or of one in it. */
export function isOf(path: string, archive: string): boolean {
  return path === archive || path.startsWith(`${archive}/`);
}

/** After a reading: keeps only those of archives around one that is still locked. */
export function forgetTriedPasswords(db: Database, uploadId: number, asking: readonly string[]): void {
  const all = Object.entries(passwordsByDatabase.get(db)?.get(uploadId) ?? {});
  const needed = all.filter(([path]) => asking.some((other) => other !== path && isOf(other, path)));
  if (needed.length === 0) forgetPasswords(db, uploadId);
  else passwordsByDatabase.get(db)?.set(uploadId, Object.fromEntries(needed));
}

export function forgetPasswords(db: Database, uploadId: number): void {
  passwordsByDatabase.get(db)?.delete(uploadId);
}
