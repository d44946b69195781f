import { codeOfCause } from '#server/storage/file-system.ts';
import { S3Fault } from '#server/storage/s3-fault.ts';
import { isStorageFull, ObjectMissingError } from '#server/storage/object-store.ts';

/** The command cannot continue, for a reason that the person at the terminal can fix. Nothing that identifies a patient is in it. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal';
}

/** What to tell about a failure. Messages and details of a database may contain values of rows, so only codes are shown. */
export function failureText(error: unknown): string {
  if (error instanceof BackupRefusal) return error.message;
  if (isStorageFull(error)) return `There is no space left. Free some space, and run the command again: it continues.`;
  if (error instanceof S3Fault)
    return `The object store fails (${error.reason}). When it works again, run the command again: it continues.`;
  if (error instanceof ObjectMissingError)
    return 'An object was removed while it was copied. Stop everything that uses the store, and run the command again.';
  const code = codeOfCause(error);
  if (code === '42501') return 'The user of the database may not do this (42501). Let it own the database, and run the command again.';
  if (code !== null && /^(?:EACCES|EPERM|EROFS|ENOTDIR)$/.test(code)) return `A file or folder cannot be read or written (${code}).`;
  if (code !== null && CONNECTION.test(code))
    return `The database cannot be reached (${code}). When it can be reached again, run the command again: it continues.`;
  return [
    `Unexpected fault: ${error instanceof Error ? error.name : typeof error}${code === null ? '' : ` (${code})`}`,
    ...placesOf(error),
  ].join('\n');
}

/** Of the system, and of PostgreSQL: connection lost, access denied, no such database, shut down, starting, full. */
const CONNECTION = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|08\w{3}|28\w{3}|3D000|57P\d\d|53300)$/;

function placesOf(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return lines.filter((line) => line.startsWith('    at ')).slice(0, 8);
}
