import { describe, expect, it } from 'vitest';
import { atTheDoor, markedAsDicom } from './at-the-door.ts';

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

describe('what the door refused and is marked as DICOM', () => {
  const marked = (path: string, bytes = 200) => {
    const content = new Uint8Array(bytes);
    content.set([0x44, 0x49, 0x43, 0x4d], 128);
    return { path, file: new File([content], path) };
  };

  it('is found among any number of others, in the order in which it was given', async () => {
    const files = Array.from({ length: 100 }, (_, n) => (n % 3 === 0 ? marked(`IM_${n}`) : given(`notes_${n}`, 300)));
    const found = await markedAsDicom(files);
    expect(found.map(({ path }) => path)).toEqual(files.filter((_, n) => n % 3 === 0).map(({ path }) => path));
  });

  it('is nothing that is too short for the mark, has it elsewhere, or cannot be opened', async () => {
    const gone = marked('gone');
    gone.file.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }) as unknown as Blob;
    const shifted = { path: 'shifted', file: new File([new Uint8Array(1), await marked('x').file.arrayBuffer()], 'shifted') };
    expect(await markedAsDicom([given('empty', 0), given('short', 131), shifted, gone, marked('only the mark', 132)])).toMatchObject([
      { path: 'only the mark' },
    ]);
  });
});
