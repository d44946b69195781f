import { expect, test } from 'vitest';
import { S3Fault } from '#server/storage/s3-fault.ts';
import { ObjectMissingError, StorageFullError } from '#server/storage/object-store.ts';
import { BackupRefusal, failureText } from './refusal.ts';

const coded = (code: string): Error => Object.assign(new Error('Muster^Eva, 1950-01-02'), { code, detail: 'Key (name)=(Muster^Eva)' });

test.each([
  [new BackupRefusal('as it is'), 'as it is'],
  [new StorageFullError('x'), 'There is no space left. Free some space, and run the command again: it continues.'],
  [coded('ENOSPC'), 'There is no space left.'],
  [coded('53100'), 'There is no space left.'],
  [new S3Fault('AccessDenied'), 'The object store fails (AccessDenied).'],
  [coded('ECONNREFUSED'), 'The database cannot be reached (ECONNREFUSED).'],
  [new Error('x', { cause: coded('57P01') }), 'The database cannot be reached (57P01).'],
  [coded('42501'), 'The user of the database may not do this (42501).'],
  [coded('EACCES'), 'A file or folder cannot be read or written (EACCES).'],
  [new ObjectMissingError('x'), 'An object was removed while it was copied.'],
  [coded('23505'), 'Unexpected fault: Error (23505)'],
  [new TypeError('Muster^Eva'), 'Unexpected fault: TypeError\n    at '],
])('a failure is told with what to do, and without values of rows (%s)', (error, text) => {
  expect(failureText(error).startsWith(text)).toBe(true);
  expect(failureText(error)).not.toContain('Muster');
});
