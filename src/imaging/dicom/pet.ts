import type { InstanceDescription } from '#model/instance.ts';
import type { ElementValues } from './element-values.ts';
import type { ElementSet } from './sequences.ts';
import { TAG } from './tags.ts';

/** What a PET picture says of its values; nothing for any other picture. */
export function describePet(top: ElementSet, values: ElementValues): Pick<InstanceDescription, 'pet'> {
  if (values.text(top, TAG.Modality) !== 'PT') return {};
  const isotope = top.get(TAG.RadiopharmaceuticalInformationSequence)?.items?.[0] ?? NOTHING;
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
