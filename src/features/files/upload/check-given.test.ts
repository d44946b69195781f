import { expect, it } from 'vitest';
import { conflictsIn, refusedPath } from './check-given.ts';

it('a path that an area does not take is named with its problem [FM-041]', () => {
  expect(refusedPath('/north', ['a/b.txt', 'a/con', 'x.txt'])).toEqual({ path: 'a/con', problem: 'reserved' });
  expect(refusedPath('/north', ['a/b.txt', 'Lung  Nodules/x'])).toBeNull();
  expect(refusedPath('/north', ['a//b'])?.problem).toBe('empty');
});

it('folders count from the area, and a path that would be cut off on the way is refused', () => {
  const deep = Array.from({ length: 63 }, () => 'd').join('/');
  expect(refusedPath('/north', [`${deep}/f`])).toBeNull();
  expect(refusedPath('/north/a', [`${deep}/f`])?.problem).toBe('too-deep');
  const long = Array.from({ length: 6 }, () => 'x'.repeat(100)).join('/');
  expect(refusedPath('/north', [long])?.problem).toBe('too-long');
});

it('what is in the way is told by kind, each name once', () => {
  const there = [
    { basename: 'scan.nii', isDir: false },
    { basename: 'case', isDir: true },
    { basename: 'caf\u00e9', isDir: false },
  ];
  expect(conflictsIn('/north', ['scan.nii', 'case/a', 'case/b', 'cafe\u0301/x', 'new.txt'], there)).toEqual([
    { kind: 'file', count: 1, examples: ['/north/scan.nii'] },
    { kind: 'folder', count: 1, examples: ['/north/case'] },
    { kind: 'other-kind', count: 1, examples: ['/north/caf\u00e9'] },
  ]);
  expect(conflictsIn('/north', ['new.txt'], there)).toEqual([]);
});
