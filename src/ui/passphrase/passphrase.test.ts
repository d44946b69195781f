import { expect, it } from 'vitest';
import { passphraseFault } from './passphrase.ts';

it('is long enough, has different characters, and is typed twice [MASK-159]', () => {
  expect(passphraseFault('eleven char', 'eleven char')).toBe('short');
  // Six characters, each of a letter and an accent.
  expect(passphraseFault('a\u0308o\u0308u\u0308e\u0301i\u0301y\u0301', '')).toBe('short');
  expect(passphraseFault('121212121212', '121212121212')).toBe('same-characters');
  expect(passphraseFault('three blue herons', 'three blue heron')).toBe('differs');
  expect(passphraseFault('three blue herons', 'three blue herons')).toBeNull();
});
