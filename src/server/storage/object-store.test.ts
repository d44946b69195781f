import { tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObjectKey } from './object-key.ts';
import { isStorageFull, StorageFullError } from './object-store.ts';
import { openObjects } from './open-objects.ts';

const withCode = (code: unknown): Error => Object.assign(new Error('broken'), { code });

test.each([
  ['reported by the store', new StorageFullError('full'), true],
  ['reported by the system', withCode('ENOSPC'), true],
  ['reported by a quota', withCode('EDQUOT'), true],
  ['reported by SQLite', withCode('SQLITE_FULL'), true],
  ['reported by PostgreSQL', withCode('53100'), true],
  ['the disk is broken', withCode('EIO'), false],
  ['an invalid code', withCode(53_100), false],
  ['no code', new Error('ENOSPC'), false],
  ['not an error', { code: 'ENOSPC' }, false],
])('an error means a full storage: %s', (_why, error, is) => {
  expect(isStorageFull(error)).toBe(is);
});

test.each([
  ['words of letters, digits, dots and dashes', 'team-1/study-0.a/chunk-1-0', true],
  ['a word of one letter', 'a', true],
  ['a word of 200', 'a'.repeat(200), true],
  ['a word of 201', 'a'.repeat(201), false],
  ['512 in all', `${'a/'.repeat(255)}ab`, true],
  ['513 in all', `${'a/'.repeat(255)}abc`, false],
  ['a dash before a word', 'a/-b', false],
])('a text is a valid key: %s', (_what, key, is) => {
  expect(isObjectKey(key)).toBe(is);
});

test('a disk location opens as a folder of objects', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lightship-objects-'));
  try {
    const store = await openObjects({ kind: 'disk', folder });
    await store.write('team-1/object', Uint8Array.of(1));
    expect(await store.size('team-1/object')).toBe(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
