import { describe, expect, test } from 'vitest';
import { isNiftiName, niftiHalf } from './nifti-name.ts';

describe('a NIfTI volume by its name', () => {
  test.each(['brain.nii', 'anat/BRAIN.NII', 'brain.nii.gz', 'brain.Nii.Gz', 'brain.nii.gz.1', 'mynii.gz'])('%s is one', (path) => {
    expect(isNiftiName(path)).toBe(true);
  });

  test.each(['brain.nii.gz.zip', 'brain.nii.zip', 'x.nii/1.dcm', 'x.nii.gz/1.dcm', 'brain.hdr', 'nii', 'brain.gz', ''])(
    '%s is not one',
    (path) => {
      expect(isNiftiName(path)).toBe(false);
    },
  );
});

describe('half of a NIfTI pair by its name', () => {
  test.each([
    ['anat/brain.hdr', { stem: 'anat/brain', half: 'header' }],
    ['anat/brain.IMG', { stem: 'anat/brain', half: 'image' }],
    ['brain.hdr.gz', { stem: 'brain', half: 'header' }],
    ['brain.v2.img.GZ', { stem: 'brain.v2', half: 'image' }],
  ] as const)('%s is one', (path, half) => {
    expect(niftiHalf(path)).toEqual(half);
  });

  test.each(['brain.nii', 'hdr', '.img', 'brain.img.zip', 'x.hdr/1.dcm'])('%s is not one', (path) => {
    expect(niftiHalf(path)).toBeNull();
  });
});
