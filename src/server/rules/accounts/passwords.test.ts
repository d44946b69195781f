import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const ONE = 'one';

const CHEAP = { memoryKib: 64, passes: 1, lanes: 1 };

test('a password is stored as argon2id with 19 MiB, two passes, one lane and its own salt [BACK-10]', async () => {
  const passwords = createPasswords();
  const [first, second] = await Promise.all([passwords.hash('correct horse', ONE), passwords.hash('correct horse', ONE)]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(second).not.toBe(first);
  expect(await passwords.isRight('correct horse', first, ONE)).toBe(true);
  expect(await passwords.isRight('correct horsf', first, ONE)).toBe(false);
});

test('the stored hash equals that of another argon2id implementation', async () => {
  const stored = await createPasswords(CHEAP).hash('correct horse', ONE);
  const [, , , , salt = '', tag] = stored.split('$');
  const other = argon2Sync('argon2id', {
    message: 'correct horse',
    nonce: Buffer.from(salt, 'base64'),
    parallelism: 1,
    tagLength: 32,
    memory: 64,
    passes: 1,
  });
  expect(tag).toBe(other.toString('base64').replaceAll('=', ''));
});

test('a hash with an earlier cost stays valid when the cost is raised', async () => {
  const stored = await createPasswords(CHEAP).hash('correct horse', ONE);
  expect(await createPasswords({ ...CHEAP, passes: 3 }).isRight('correct horse', stored, ONE)).toBe(true);
});

test('a password for an unknown account is never right', async () => {
  expect(await createPasswords(CHEAP).isRight('', null, ONE)).toBe(false);
});

test('the same characters in another Unicode composition are the same password', async () => {
  const passwords = createPasswords(CHEAP);
  expect(await passwords.isRight('Zu\u0308rich', await passwords.hash('Z\u00fcrich', ONE), ONE)).toBe(true);
});

test('hashes beyond the queue limit are refused, and all others finish', async () => {
  const passwords = createPasswords(CHEAP);
  const asked = await Promise.allSettled(Array.from({ length: 510 }, () => passwords.hash('x', ONE)));
  const refused = asked.filter((one) => one.status === 'rejected');
  expect(asked.length - refused.length).toBe(502);
  expect(refused.every((one) => one.reason.code === 'unavailable')).toBe(true);
  expect(await passwords.hash('x', ONE)).toMatch(/^\$argon2id/);
});
