import { describe, expect, it } from 'vitest';
import { atTheDoor } from './at-the-door.ts';

function given(path: string, size = 20_000) {
  return { path, file: new File([new Uint8Array(size)], path.split('/').pop() ?? path) };
}

describe('the door of a drop', () => {
  it('takes DICOM files, counts what is not supported and passes over what systems leave behind', () => {
    const { taken, unsupported } = atTheDoor([
      given('disc/IM_0001'),
      given('disc/1-01.DCM'),
      given('disc/MR.1.3.12'),
      given('disc/letter.pdf'),
      given('disc/notes', 100),
      given('disc/DICOMDIR'),
      given('disc/.DS_Store'),
      given('__MACOSX/1-01.dcm'),
    ]);
    expect(taken.map((one) => one.path)).toEqual(['disc/IM_0001', 'disc/1-01.DCM', 'disc/MR.1.3.12']);
    expect(unsupported).toBe(2);
  });
});
