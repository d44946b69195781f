import { deidentifyTarget } from './deidentify-target.ts';
import { deidentifyVolumeTarget } from './deidentify-volume-target.ts';
import { dicomTarget } from './dicom-target.ts';
import { niftiTarget } from './nifti-target.ts';
import { overlaysTarget } from './overlays-target.ts';
import { describeReaders } from './readers.ts';
import { codestreamTarget, pixelsTarget } from './pixels-target.ts';

describeReaders('images', [
  dicomTarget,
  deidentifyTarget,
  deidentifyVolumeTarget,
  pixelsTarget,
  codestreamTarget,
  overlaysTarget,
  niftiTarget,
]);
