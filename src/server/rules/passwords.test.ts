import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const ONE = 'one';

const CHEAP = { memoryKib: 64, passes: 1, lanes: 1 };

test('a password is kept as argon2id of 19 MiB, two passes, one lane, with a salt of its own', async () => {
  const passwords = createPasswords();
  const [first, second] = await Promise.all([passwords.hash('correct horse', ONE), passwords.hash('correct horse', ONE)]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(second).not.toBe(first);
  expect(await passwords.isRight('correct horse', first, ONE)).toBe(true);
  expect(await passwords.isRight('correct horsf', first, ONE)).toBe(false);
});

test('the stored form is what another argon2id computes', async () => {
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

test('a hash made at another cost stays right when the cost is raised', async () => {
  const stored = await createPasswords(CHEAP).hash('correct horse', ONE);
  expect(await createPasswords({ ...CHEAP, passes: 3 }).isRight('correct horse', stored, ONE)).toBe(true);
});

test('an account that does not exist is never right', async () => {
  expect(await createPasswords(CHEAP).isRight('', null, ONE)).toBe(false);
});

test('the same characters composed in another way are the same password', async () => {
  const passwords = createPasswords(CHEAP);
  expect(await passwords.isRight('Zu\u0308rich', await passwords.hash('Z\u00fcrich', ONE), ONE)).toBe(true);
});

test('more hashes at once than may wait are refused, the others all finish', async () => {
  const passwords = createPasswords(CHEAP);
  const asked = await Promise.allSettled(Array.from({ length: 510 }, () => passwords.hash('x', ONE)));
  const refused = asked.filter((one) => one.status === 'rejected');
  expect(asked.length - refused.length).toBe(502);
  expect(refused.every((one) => one.reason.code === 'unavailable')).toBe(true);
  expect(await passwords.hash('x', ONE)).toMatch(/^\$argon2id/);
});
