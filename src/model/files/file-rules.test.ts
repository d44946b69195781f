import { describe, expect, test } from 'vitest';
import { classifyFile } from './file-rules.ts';

const LARGE = 500_000;

describe('a dropped file', () => {
  test.each([
    ['1-01.dcm', 'dicom'],
    ['1-01.DCM', 'dicom'],
    ['folder.zip/1.Dcm', 'dicom'],
    ['a b.c.dcm', 'dicom'],
    ['brain.nii', 'nifti'],
    ['BRAIN.NII', 'nifti'],
    ['study.zip', 'archive'],
    ['Study.ZIP', 'archive'],
    ['study.tar', 'archive'],
    ['study.tgz', 'archive'],
    ['slice.dcm.gz', 'archive'],
    ['brain.nii.gz.zip', 'archive'],
    ['study.rar', 'foreign-archive'],
    ['study.7z', 'foreign-archive'],
    ['study.zip.001', 'foreign-archive'],
    ['study.z01', 'foreign-archive'],
    ['brain.nii.gz', 'compressed'],
    ['brain.NII.GZ', 'compressed'],
    ['brain.nii.gz.1', 'compressed'],
    ['study.tar.gz', 'archive'],
    ['slice.gz', 'unsupported'],
    ['report.pdf', 'unsupported'],
    ['SLICE.IMA', 'unsupported'],
    ['photo.jpeg', 'unsupported'],
    ['a.dcm.txt', 'unsupported'],
  ])('%s is %s [FILE-001, FILE-002, FILE-003, FILE-004, FILE-006, FILE-010]', (path, kind) => {
    expect(classifyFile(path, LARGE)).toBe(kind);
    expect(classifyFile(path, 1)).toBe(kind);
  });

  test.each(['IM000010', 'MR.1.3.12', '1.2.840.113619.2.55', 'disc/DICOM/36444322', 'version 2.folder/IM1', 'closing.'])(
    '%s has no extension and counts as DICOM above 10240 bytes [FILE-005]',
    (path) => {
      expect(classifyFile(path, 10_241)).toBe('dicom');
      expect(classifyFile(path, 10_240)).toBe('unsupported');
    },
  );

  test.each([
    'DICOMDIR',
    'disc/dicomdir',
    '.DS_Store',
    '._1-01.dcm',
    '__MACOSX/._1-01.dcm',
    '__MACOSX/study/1-01.dcm',
    'Thumbs.db',
    'desktop.ini',
    'disc\\AUTORUN.INF',
    '.hidden.dcm',
    '',
  ])('%s is a system file', (path) => expect(classifyFile(path, LARGE)).toBe('litter'));

  test('a file with the name of a system folder is treated as a file', () => {
    expect(classifyFile('__MACOSX', LARGE)).toBe('dicom');
  });
});
