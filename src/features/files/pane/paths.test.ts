import { expect, it } from 'vitest';
import { areaOf, crumbsOf, isArchive, isAreaRoot, isWithin, joined, nameOf, parentOf, stemOf } from './paths.ts';

it('a path has a folder, a name and an area', () => {
  expect([parentOf('/north/a/b'), parentOf('/north'), parentOf('/')]).toEqual(['/north/a', '/', '/']);
  expect([nameOf('/north/a b.nii'), areaOf('/north/a'), areaOf('/')]).toEqual(['a b.nii', 'north', null]);
  expect([joined('/', 'north'), joined('/north', 'a')]).toEqual(['/north', '/north/a']);
  expect([isAreaRoot('/north'), isAreaRoot('/north/a'), isAreaRoot('/')]).toEqual([true, false, false]);
});

it('a folder is within itself, and not within one whose name begins so', () => {
  expect([isWithin('/north/a', '/north/a'), isWithin('/north/a/b', '/north/a'), isWithin('/north/ab', '/north/a')]).toEqual([
    true,
    true,
    false,
  ]);
});

it('a breadcrumb has each folder with its path', () => {
  expect(crumbsOf('/north/a')).toEqual([
    { name: 'north', path: '/north' },
    { name: 'a', path: '/north/a' },
  ]);
  expect(crumbsOf('/')).toEqual([]);
});

it('a volume keeps both of its endings together', () => {
  expect(['scan.nii.gz', 'a.b.txt', '.hidden', 'README'].map(stemOf)).toEqual(['scan', 'a.b', '.hidden', 'README']);
});

it('archives are unpacked, a compressed volume is none', () => {
  expect(['a.zip', 'a.TAR', 'a.tgz', 'a.tar.gz', 'a.nii.gz', 'a.7z'].map(isArchive)).toEqual([true, true, true, true, false, false]);
});
