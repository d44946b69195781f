import { describe, expect, test } from 'vitest';
import { ObjectMissingError, StorageFullError } from './object-store.ts';
import { answered, isFault, S3Fault, toFault } from './s3-fault.ts';

/** In the form of the SDK: the store's error code is the name, with the status next to it. */
const said = (name: string, more: object = {}): Error => Object.assign(new Error('no'), { name, ...more });
const withStatus = (name: string, httpStatusCode: unknown): Error => said(name, { $metadata: { httpStatusCode } });

describe('an error of a store', () => {
  test.each<[string, unknown, string]>([
    ['its own code', withStatus('SlowDown', 503), 'SlowDown'],
    ['its own code when the system has none for it', said('SlowDown', { code: 'SlowDown' }), 'SlowDown'],
    ['its own code when the system code is invalid', said('SlowDown', { code: 5 }), 'SlowDown'],
    ['its own word where it begins or ends as one of the system', said('SlowDown', { code: 'xECONNRESET' }), 'SlowDown'],
    ['its own code when a system code is only a part of it', said('SlowDown', { code: 'ECONNRESET at 10.0.0.1' }), 'SlowDown'],
    ['the system code', said('Error', { code: 'ECONNRESET' }), 'ECONNRESET'],
    ['its status when it has no code', withStatus('UnknownError', 502), '502'],
    ['its status when its code is that of every error', withStatus('Error', 500), '500'],
    ['its status when a response without a body is called NotFound', withStatus('NotFound', 404), '404'],
    ['its code when it only begins like one of those', withStatus('NotFoundHere', 404), 'NotFoundHere'],
    ['its code when it only ends like one of those', withStatus('MyTypeError', 400), 'MyTypeError'],
    ['its code when it only begins like the name of a bug', withStatus('TypeErrorHere', 400), 'TypeErrorHere'],
    ['its status when the response was unreadable', withStatus('SyntaxError', 502), '502'],
    ['its status when its code is not a word', withStatus('Key team-1', 400), '400'],
    ['its status when its code has more before it', withStatus('1 SlowDown', 400), '400'],
    ['its name when there is no status', said('Error'), 'Error'],
    ['its name when the status is not a number', withStatus('Error', 'x'), 'Error'],
    ['its name when there is nothing else', said('Error', { $metadata: null }), 'Error'],
    ['nothing when it is not an error', 'SlowDown', 'unknown'],
    ['nothing when it only looks like an error', { name: 'SlowDown', code: 'ECONNRESET' }, 'unknown'],
  ])('is described by %s', (_what, cause, reason) => {
    const fault = toFault(cause);
    expect(fault).toMatchObject({ name: 'S3Fault', code: `S3:${reason}`, reason, message: `The object store: ${reason}` });
    expect(fault.cause).toBe(cause);
  });

  test.each([
    ...['InsufficientStorage', 'QuotaExceeded', 'QuotaExceededException', 'XMinioStorageFull', 'EntityTooLarge'].map((word) => said(word)),
    withStatus('SomethingElse', 507),
  ])('means a full storage: %s', (cause) => {
    const full = toFault(cause);
    expect(full).toBeInstanceOf(StorageFullError);
    expect(full).toMatchObject({ message: 'The object store is full', cause });
  });

  test('is wrapped once: a named error stays unchanged', async () => {
    const fault = new S3Fault('ListCutShort');
    expect(toFault(fault)).toBe(fault);
    await expect(answered(Promise.reject(fault))).rejects.toBe(fault);
    await expect(answered(Promise.reject(said('SlowDown')))).rejects.toMatchObject({ code: 'S3:SlowDown' });
    expect(await answered(Promise.resolve(7))).toBe(7);
  });

  test('is recognised by its reason', () => {
    expect(isFault(new S3Fault('404'), '404')).toBe(true);
    expect(isFault(new S3Fault('404'), 'NoSuchKey')).toBe(false);
    expect(isFault(Object.assign(new ObjectMissingError('gone'), { reason: '404' }), '404')).toBe(false);
  });
});
