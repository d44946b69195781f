import { describe, expect, it } from 'vitest';
import { atTheDoor } from './at-the-door.ts';

function given(path: string, size = 20_000) {
  return { path, file: new File([new Uint8Array(size)], path.split('/').pop() ?? path) };
}

describe('the door of a drop', () => {
  it('takes archives; of one without a reader here it says that it is not supported and lets its row say why', () => {
    const { taken, unsupported } = atTheDoor(['a.zip', 'b.tar.gz', 'c.rar', 'd.zip.001', 'e.gz'].map((path) => given(path)));
    expect(taken.map((one) => one.path)).toEqual(['a.zip', 'b.tar.gz', 'c.rar', 'd.zip.001']);
    expect(unsupported.map((one) => one.path)).toEqual(['c.rar', 'd.zip.001', 'e.gz']);
  });

  it('leaves archives to the server where the person wishes so, and only what the server opens', () => {
    const { taken, unsupported } = atTheDoor(
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

  it('takes DICOM and NIfTI files, counts what is not supported and passes over what systems leave behind', () => {
    const { taken, unsupported } = atTheDoor([
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
