import { describe, expect, it } from 'vitest';
import { acceptFiles } from './accept-files.ts';

function given(path: string, size = 20_000) {
  return { path, file: new File([new Uint8Array(size)], path.split('/').pop() ?? path) };
}

describe('dropped files', () => {
  it('may be archives; an unsupported archive is named as such and gets a row with the reason [FILE-003]', () => {
    const { taken, unsupported } = acceptFiles(['a.zip', 'b.tar.gz', 'c.rar', 'd.zip.001', 'e.gz'].map((path) => given(path)));
    expect(taken.map((one) => one.path)).toEqual(['a.zip', 'b.tar.gz', 'c.rar', 'd.zip.001']);
    expect(unsupported.map((one) => one.path)).toEqual(['c.rar', 'd.zip.001', 'e.gz']);
  });

  it('leave archives to the server when the user wishes so, and only those that the server can open', () => {
    const { taken, unsupported } = acceptFiles(
      ['a.zip', 'b.tar.gz', 'c.rar', 'd.7z', '1.dcm'].map((path) => given(path)),
      true,
    );
    expect(taken.map(({ path, forServer = false }) => [path, forServer])).toEqual([
      ['a.zip', true],
      ['b.tar.gz', true],
      ['c.rar', true],
      ['d.7z', false],
      ['1.dcm', false],
    ]);
    expect(unsupported.map((one) => one.path)).toEqual(['d.7z']);
  });

  it('may be DICOM and NIfTI; others are counted as unsupported, and system files are skipped [FILE-017]', () => {
    const { taken, unsupported } = acceptFiles([
      given('disc/IM_0001'),
      given('disc/1-01.DCM'),
      given('disc/MR.1.3.12'),
      given('disc/brain.nii', 300),
      given('disc/brain.nii.gz', 300),
      given('disc/._brain.nii', 300),
      given('disc/letter.pdf'),
      given('disc/notes', 100),
      given('disc/DICOMDIR'),
      given('disc/.DS_Store'),
      given('__MACOSX/1-01.dcm'),
    ]);
    expect(taken.map((one) => one.path)).toEqual([
      'disc/IM_0001',
      'disc/1-01.DCM',
      'disc/MR.1.3.12',
      'disc/brain.nii',
      'disc/brain.nii.gz',
    ]);
    expect(unsupported.map((one) => one.path)).toEqual(['disc/letter.pdf', 'disc/notes']);
  });
});
