import type { InstanceDescription } from '#model/studies/instance.ts';
import type { ElementValues } from '#imaging/dicom/elements/element-values.ts';
import { firstItem, type ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/** How to interpret the values of a PET image; nothing for other images. */
export function describePet(top: ElementSet, values: ElementValues): Pick<InstanceDescription, 'pet'> {
  if (values.text(top, TAG.Modality) !== 'PT') return {};
  const isotope = firstItem(top, TAG.RadiopharmaceuticalInformationSequence) ?? NOTHING;
  return {
    pet: {
      units: values.text(top, TAG.Units),
      suvType: values.text(top, TAG.SUVType),
      decayCorrection: values.text(top, TAG.DecayCorrection),
      correctedImage: values.texts(top, TAG.CorrectedImage),
      patientWeightKg: values.number(top, TAG.PatientWeight),
      totalDoseBq: values.number(isotope, TAG.RadionuclideTotalDose),
      halfLifeSeconds: values.number(isotope, TAG.RadionuclideHalfLife),
      injectedAt: values.text(isotope, TAG.RadiopharmaceuticalStartDateTime) || values.text(isotope, TAG.RadiopharmaceuticalStartTime),
    },
  };
}

const NOTHING: ElementSet = { get: () => undefined };
