import { describe, expect, test } from 'vitest';
import { compareEntries, nameProblem, numberedName, parseFilePath, partsOfName, prettySize } from './file-paths.ts';

describe('a name of a file', () => {
  test.each([
    ['', 'empty'],
    ['.', 'dots'],
    ['..', 'dots'],
    ['a/b', 'slash'],
    ['a\\b', 'slash'],
    ['a\u0000b', 'control'],
    ['a\nb', 'control'],
    ['a\u202eb', 'control'],
    ['a\ud800', 'not-text'],
    ['x'.repeat(256), 'too-long'],
    ['\u00e4'.repeat(128), 'too-long'],
    ['CON', 'reserved'],
    ['con.txt', 'reserved'],
    ['Lpt9 .log', 'reserved'],
    ['COM\u00b9', 'reserved'],
    ['a.', 'ends-with-dot-or-space'],
    ['a ', 'ends-with-dot-or-space'],
  ])('%j is refused: %s', (name, problem) => expect(nameProblem(name)).toBe(problem));

  test.each(['...a', '.hidden', 'console', 'com10', 'a b', 'x'.repeat(255), 'u\u0308'.repeat(127), '頭部'])('%j is allowed', (name) =>
    expect(nameProblem(name)).toBeNull(),
  );
});

describe('a path', () => {
  test('names an area and what is in it, in one Unicode form', () => {
    expect(parseFilePath('/')).toEqual({ area: null, names: [] });
    expect(parseFilePath('/north/')).toEqual({ area: 'north', names: [] });
    expect(parseFilePath('/north/u\u0308ber/a')).toEqual({ area: 'north', names: ['\u00fcber', 'a'] });
  });

  test.each([
    ['north/a', 'not-absolute'],
    ['//north', 'empty'],
    ['/north//a', 'empty'],
    ['/north/../a', 'dots'],
    [`/north${'/a'.repeat(65)}`, 'too-deep'],
  ])('%s is refused: %s', (path, problem) => expect(parseFilePath(path)).toBe(problem));
});

test('the parts of a name are those of PHP', () => {
  expect(partsOfName('a.tar.gz')).toEqual({ filename: 'a.tar', extension: 'gz' });
  expect(partsOfName('a')).toEqual({ filename: 'a', extension: '' });
  expect(partsOfName('.hidden')).toEqual({ filename: '', extension: 'hidden' });
  expect(partsOfName('a.')).toEqual({ filename: 'a', extension: '' });
});

test('a number comes before the extension, and the name stays within its limit', () => {
  expect(numberedName('scan.nii.gz', 2)).toBe('scan (2).nii.gz');
  expect(numberedName('MR.1.2.3', 2)).toBe('MR.1.2.3 (2)');
  expect(numberedName('.hidden', 3)).toBe('.hidden (3)');
  const long = numberedName(`${'ä'.repeat(125)}.nii`, 10);
  expect(nameProblem(long)).toBeNull();
  expect(long.endsWith('ä (10).nii')).toBe(true);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_234, '1.2 kB'],
  [99_960, '100 kB'],
  [999_600, '1.0 MB'],
  [3_400_000_000, '3.4 GB'],
])('%i bytes are written as %s', (bytes, text) => expect(prettySize(bytes)).toBe(text));

test('folders come first, then numbers in their order', () => {
  const named = (name: string, isDir = false) => ({ name, isDir });
  const sorted = [named('b10'), named('b9'), named('z', true), named('B2'), named('b2')].toSorted(compareEntries);
  expect(sorted.map(({ name }) => name)).toEqual(['z', 'B2', 'b2', 'b9', 'b10']);
});
