import { tarTarget, zipTarget } from './archive-target.ts';
import { deidentifyTarget } from './deidentify-target.ts';
import { deidentifyVolumeTarget } from './deidentify-volume-target.ts';
import { dicomTarget } from './dicom-target.ts';
import { gzipTarget, niftiTarget } from './nifti-target.ts';
import { overlaysTarget } from './overlays-target.ts';
import { codestreamTarget, pixelsTarget } from './pixels-target.ts';
import type { Target } from './target.ts';

export const TARGETS: readonly Target[] = [
  dicomTarget,
  deidentifyTarget,
  deidentifyVolumeTarget,
  pixelsTarget,
  codestreamTarget,
  overlaysTarget,
  niftiTarget,
  gzipTarget,
  zipTarget,
  tarTarget,
];
