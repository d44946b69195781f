import { expect, test } from 'vitest';
import { createVault } from './vault.ts';

const SECRET = 'a secret of the whole installation';

test('every process with the same secret opens what one of them has sealed', () => {
  const sealed = createVault(SECRET).seal('Kennwort ü', 'row 1');
  expect(sealed).not.toContain('Kennwort');
  expect(createVault(SECRET).open(sealed, 'row 1')).toBe('Kennwort ü');
});

test('nothing else opens it: another secret, another place, a changed byte', () => {
  const sealed = createVault(SECRET).seal('word', 'row 1');
  const changed = (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1);
  expect(createVault('another secret').open(sealed, 'row 1')).toBeNull();
  expect(createVault(SECRET).open(sealed, 'row 2')).toBeNull();
  expect(createVault(SECRET).open(changed, 'row 1')).toBeNull();
  expect(createVault(SECRET).open('', 'row 1')).toBeNull();
});

test('without a secret each process has its own key', () => {
  const sealed = createVault(null).seal('word', 'row 1');
  expect(createVault(null).open(sealed, 'row 1')).toBeNull();
});
