import { describe, expect, test } from 'vitest';
import { isNiftiName } from './nifti-name.ts';

describe('a NIfTI volume by its name', () => {
  test.each(['brain.nii', 'anat/BRAIN.NII', 'brain.nii.gz', 'brain.Nii.Gz', 'brain.nii.gz.1', 'mynii.gz'])('%s is one', (path) => {
    expect(isNiftiName(path)).toBe(true);
  });

  test.each(['brain.nii.gz.zip', 'brain.nii.zip', 'x.nii/1.dcm', 'x.nii.gz/1.dcm', 'brain.hdr', 'nii', 'brain.gz', ''])(
    '%s is none',
    (path) => {
      expect(isNiftiName(path)).toBe(false);
    },
  );
});
