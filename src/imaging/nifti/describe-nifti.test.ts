import { describe, expect, it } from 'vitest';
import { sliceNormal } from '#model/pictures/geometry.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { describeNifti } from './describe-nifti.ts';
import { readNifti } from './read-nifti.ts';
import { writeNifti, type NiftiFile } from './write-nifti.ts';

const SHA256 = 'ff'.repeat(16) + '00'.repeat(16);

async function description(file: NiftiFile, name = 'sub-01_T1w.nii.gz'): Promise<InstanceDescription> {
  const read = await readNifti(createMemorySource(writeNifti(file)));
  if (!read.ok) throw new Error(read.why);
  return describeNifti(read.header, { name, sha256: SHA256 });
}

describe('a volume as a study', () => {
  it('has one series with an image per slice, as CT in HU until that is changed [READ-014]', async () => {
    expect(await description({ dims: [4, 5, 6, 2], slope: 2, intercept: -1024 })).toMatchObject({
      type: 'nii',
      patientName: 'sub-01_T1w',
      seriesDescription: 'sub-01_T1w',
      modality: 'CT',
      rows: 5,
      columns: 4,
      numberOfFrames: 12,
      rescaleSlope: 2,
      rescaleIntercept: -1024,
      rescaleType: 'HU',
      photometricInterpretation: 'MONOCHROME2',
    });
  });

  it.each([
    ['anat/brain.nii', 'brain'],
    ['brain.v2.NII.GZ', 'brain.v2'],
    ['brain.nii.gz.1', 'brain.nii.gz.1'],
    ['.nii', '.nii'],
  ])('is named after its file: %s [READ-015]', async (name, title) => {
    expect((await description({ dims: [1, 1, 1] }, name)).patientName).toBe(title);
  });

  it('has UIDs that depend only on its content', async () => {
    const { studyInstanceUid, seriesInstanceUid } = await description({ dims: [1, 1, 1] });
    expect(studyInstanceUid).toBe('2.25.340282366920938463463374607431768211455');
    expect(seriesInstanceUid).toBe(`${studyInstanceUid}.1`);
    expect(seriesInstanceUid.length).toBeLessThanOrEqual(64);
  });

  it('has the window that its header sets', async () => {
    expect(await description({ dims: [1, 1, 1], calibration: [-100, 300] })).toMatchObject({ windowCenter: [100], windowWidth: [400] });
    expect(await description({ dims: [1, 1, 1], calibration: [5, 5] })).toMatchObject({ windowCenter: [], windowWidth: [] });
  });
});

describe('the position of its images', () => {
  const AXIAL_RAS = [
    [2, 0, 0, -10],
    [0, 3, 0, -20],
    [0, 0, 4, -30],
  ];

  it('is given for the displayed image, as in DICOM', async () => {
    const { imageOrientationPatient, imagePositionPatient, pixelSpacing, sliceThickness } = await description({
      dims: [4, 5, 6],
      pixdim: [2, 3, 4],
      sform: AXIAL_RAS,
    });
    expect(imageOrientationPatient).toEqual([1, 0, 0, 0, 1, 0]);
    // The pixel at the patient's right front: x and y of DICOM run to the left and to the back.
    expect(imagePositionPatient).toEqual([10 - 3 * 2, 20 - 4 * 3, -30]);
    expect([pixelSpacing, sliceThickness]).toEqual([[3, 2], 4]);
  });

  it('accounts for a plane whose first axis runs down', async () => {
    const sform = [
      [0, -2, 0, 0],
      [-3, 0, 0, 0],
      [0, 0, 4, 0],
    ];
    const turned = await description({ dims: [4, 5, 6], pixdim: [3, 2, 4], sform });
    expect(turned).toMatchObject({ rows: 4, columns: 5, pixelSpacing: [3, 2] });
    expect(sliceNormal(turned.imageOrientationPatient!)?.[2]).toBe(1);
  });

  it('is not guessed', async () => {
    expect(await description({ dims: [4, 5, 6], pixdim: [0, 0, 0] })).toMatchObject({
      imageOrientationPatient: null,
      imagePositionPatient: null,
      pixelSpacing: null,
      sliceThickness: null,
    });
  });
});
