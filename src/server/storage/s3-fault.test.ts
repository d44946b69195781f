import { describe, expect, test } from 'vitest';
import { ObjectMissingError, StorageFullError } from './object-store.ts';
import { answered, isFault, S3Fault, toFault } from './s3-fault.ts';

/** As the SDK makes them: the store's word is the name, its status stands beside. */
const said = (name: string, more: object = {}): Error => Object.assign(new Error('no'), { name, ...more });
const withStatus = (name: string, httpStatusCode: unknown): Error => said(name, { $metadata: { httpStatusCode } });

describe('what a store did not do', () => {
  test.each<[string, unknown, string]>([
    ['its own word', withStatus('SlowDown', 503), 'SlowDown'],
    ['its own word where the system has none for it', said('SlowDown', { code: 'SlowDown' }), 'SlowDown'],
    ['its own word where what stands for a code is none', said('SlowDown', { code: 5 }), 'SlowDown'],
    ['its own word where it begins or ends as one of the system', said('SlowDown', { code: 'xECONNRESET' }), 'SlowDown'],
    ['its own word where a code of the system is only a part', said('SlowDown', { code: 'ECONNRESET at 10.0.0.1' }), 'SlowDown'],
    ['the code of the system', said('Error', { code: 'ECONNRESET' }), 'ECONNRESET'],
    ['its status where it says nothing', withStatus('UnknownError', 502), '502'],
    ['its status where it says what every error is called', withStatus('Error', 500), '500'],
    ['its status where an answer without a body says NotFound', withStatus('NotFound', 404), '404'],
    ['its word where it only begins as one of those', withStatus('NotFoundHere', 404), 'NotFoundHere'],
    ['its word where it only ends as one of those', withStatus('MyTypeError', 400), 'MyTypeError'],
    ['its word where it only begins as the name of a bug', withStatus('TypeErrorHere', 400), 'TypeErrorHere'],
    ['its status where the answer could not be read', withStatus('SyntaxError', 502), '502'],
    ['its status where its word is no word', withStatus('Key team-1', 400), '400'],
    ['its status where its word has more before it', withStatus('1 SlowDown', 400), '400'],
    ['the name where there is no status', said('Error'), 'Error'],
    ['the name where the status is no number', withStatus('Error', 'x'), 'Error'],
    ['the name where there is nothing beside it', said('Error', { $metadata: null }), 'Error'],
    ['nothing where it is no error', 'SlowDown', 'unknown'],
    ['nothing where it is no error and looks like one', { name: 'SlowDown', code: 'ECONNRESET' }, 'unknown'],
  ])('is called by %s', (_what, cause, reason) => {
    const fault = toFault(cause);
    expect(fault).toMatchObject({ name: 'S3Fault', code: `S3:${reason}`, reason, message: `The object store: ${reason}` });
    expect(fault.cause).toBe(cause);
  });

  test.each([
    ...['InsufficientStorage', 'QuotaExceeded', 'QuotaExceededException', 'XMinioStorageFull', 'EntityTooLarge'].map((word) => said(word)),
    withStatus('SomethingElse', 507),
  ])('is a full storage: %s', (cause) => {
    const full = toFault(cause);
    expect(full).toBeInstanceOf(StorageFullError);
    expect(full).toMatchObject({ message: 'The object store is full', cause });
  });

  test('is told once: a fault that was named stays as it is', async () => {
    const fault = new S3Fault('ListCutShort');
    expect(toFault(fault)).toBe(fault);
    await expect(answered(Promise.reject(fault))).rejects.toBe(fault);
    await expect(answered(Promise.reject(said('SlowDown')))).rejects.toMatchObject({ code: 'S3:SlowDown' });
    expect(await answered(Promise.resolve(7))).toBe(7);
  });

  test('is known by its reason', () => {
    expect(isFault(new S3Fault('404'), '404')).toBe(true);
    expect(isFault(new S3Fault('404'), 'NoSuchKey')).toBe(false);
    expect(isFault(Object.assign(new ObjectMissingError('gone'), { reason: '404' }), '404')).toBe(false);
  });
});
