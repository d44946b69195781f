import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { isQuotaError } from './quota.ts';
import { LocalDb, type SegmentRow } from './schema.ts';

const segment = (id: string): SegmentRow => ({
  id,
  uploadId: 'u',
  keyId: 'k',
  size: 1,
  unit: 1,
  prefix: new Uint8Array(8),
  bytes: new ArrayBuffer(1),
});

it('recognises the quota error of the platform, and nothing else', () => {
  expect(isQuotaError(new DOMException('full', 'QuotaExceededError'))).toBe(true);
  expect(isQuotaError(new DOMException('gone', 'NotReadableError'))).toBe(false);
  expect([isQuotaError(null), isQuotaError('QuotaExceededError')]).toEqual([false, false]);
});

it('recognises it when one of many writes in a transaction did not fit, and nothing was stored', async () => {
  const db = new LocalDb(501);
  await db.segments.add(segment('first'));
  const put = IDBObjectStore.prototype.put;
  let writes = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if ((writes += 1) > 1) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, given);
  });
  const fault: unknown = await db
    .transaction('rw', db.segments, () => db.segments.bulkPut([segment('a'), segment('b')]))
    .catch((error: unknown) => error);
  expect(isQuotaError(fault)).toBe(true);
  vi.restoreAllMocks();
  expect(await db.segments.toCollection().primaryKeys()).toEqual(['first']);
});

it('recognises it when the commit did not fit', () => {
  const abort = Object.assign(new Error('aborted'), { name: 'AbortError', inner: new DOMException('full', 'QuotaExceededError') });
  expect(isQuotaError(abort)).toBe(true);
  const bulk = Object.assign(new Error('bulk'), { name: 'BulkError', failures: [new Error('other'), abort] });
  expect(isQuotaError(bulk)).toBe(true);
});
