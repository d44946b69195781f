import { joinMoment, momentSeconds } from '#model/suv/moments.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { ElementValues } from '#imaging/dicom/elements/element-values.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';

const MS = 1000;

/**
 * When an image was acquired, in seconds from any moment: of use between images of one series. By what is most exact of a frame of PET, a phase after
 * a trigger, or the clock of the scanner.
 */
export function imageTime(top: ElementSet, values: ElementValues): Pick<InstanceDescription, 'imageSeconds'> {
  const reference = values.number(top, TAG.FrameReferenceTime) ?? values.number(top, TAG.TriggerTime);
  const seconds = reference === null ? momentSeconds(acquiredAt(top, values)) : reference / MS;
  return seconds === null ? {} : { imageSeconds: seconds };
}

/** By the clock of the scanner, as a DT text; '' if the header does not say. */
export function acquiredAt(top: ElementSet, values: ElementValues): string {
  return (
    joinMoment(values.text(top, TAG.AcquisitionDate), values.text(top, TAG.AcquisitionTime)) || values.text(top, TAG.AcquisitionDateTime)
  );
}
