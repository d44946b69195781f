import type { Database } from '#server/db/database.ts';

/**
 * Passwords of encrypted archives, by upload and name of the file. In memory alone, until the reading that asked for them has ended: they are written
 * nowhere. A server that restarts in between finds the archive locked, and the person is asked again.
 */
const passwordsByDatabase = new WeakMap<Database, Map<number, Readonly<Record<string, string>>>>();

export function keepPasswords(db: Database, uploadId: number, passwords: Readonly<Record<string, string>>): void {
  const byUpload = passwordsByDatabase.get(db) ?? new Map<number, Readonly<Record<string, string>>>();
  byUpload.set(uploadId, { ...byUpload.get(uploadId), ...passwords });
  passwordsByDatabase.set(db, byUpload);
}

export function passwordOf(db: Database, uploadId: number, name: string): string | null {
  const passwords = passwordsByDatabase.get(db)?.get(uploadId);
  return passwords !== undefined && Object.hasOwn(passwords, name) ? (passwords[name] ?? null) : null;
}

export function forgetPasswords(db: Database, uploadId: number): void {
  passwordsByDatabase.get(db)?.delete(uploadId);
}
