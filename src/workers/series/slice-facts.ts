import { sliceScale } from '#model/measurements/slice-scale.ts';
import { slicePositionMm } from '#model/pictures/geometry.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { PixelSpacing, SliceFacts } from './types.ts';

/** Lengths on a detector are larger than in the patient (PS3.3 10.7.1.3), so the result says which one it is. */
export function spacingOf(description: InstanceDescription): PixelSpacing | null {
  const scale = sliceScale(description);
  return scale.on === 'pixels' ? null : { width: scale.spacing[0], by: scale.on };
}

export function factsOf(description: InstanceDescription): SliceFacts {
  const { patientName, patientSex, studyDate, seriesNumber, seriesDescription, modality, repetitionTime, echoTime } = description;
  const { diffusionBValue, sliceThickness, primaryAngle, secondaryAngle, cineRate, imageSeconds } = description;
  return {
    patientName,
    patientSex,
    studyDate,
    seriesNumber,
    seriesDescription,
    modality,
    repetitionTime,
    echoTime,
    diffusionBValue,
    sliceThickness,
    sliceLocation: description.sliceLocation ?? slicePositionMm(description),
    primaryAngle,
    secondaryAngle,
    cineRate,
    ...(imageSeconds !== undefined && { imageSeconds }),
  };
}
