import type { InstanceDescription } from '#model/studies/instance.ts';
import type { ElementValues } from '#imaging/dicom/elements/element-values.ts';
import { joinMoment } from '#model/suv/moments.ts';
import { privateElement, type PrivatePlace } from '#imaging/dicom/elements/private-element.ts';
import { acquiredAt } from './image-time.ts';
import { privateNumber, privateText } from './private-number.ts';
import { firstItem, type ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/** How to interpret the values of a PET image; nothing for other images. */
export function describePet(
  top: ElementSet,
  values: ElementValues,
  bytes: Uint8Array,
  bigEndian: boolean,
): Pick<InstanceDescription, 'pet'> {
  if (values.text(top, TAG.Modality) !== 'PT') return {};
  const ofVendor = (place: PrivatePlace): number | null => {
    const element = privateElement(top, values, place);
    return element === undefined ? null : privateNumber(element, bytes, bigEndian);
  };
  const scan = privateElement(top, values, GE_SCAN);
  const isotope = firstItem(top, TAG.RadiopharmaceuticalInformationSequence) ?? NOTHING;
  return {
    pet: {
      units: values.text(top, TAG.Units),
      suvType: values.text(top, TAG.SUVType),
      decayCorrection: values.text(top, TAG.DecayCorrection),
      correctedImage: values.texts(top, TAG.CorrectedImage),
      patientWeightKg: values.number(top, TAG.PatientWeight),
      patientHeightM: values.number(top, TAG.PatientSize),
      patientSex: values.text(top, TAG.PatientSex),
      totalDoseBq: values.number(isotope, TAG.RadionuclideTotalDose),
      halfLifeSeconds: values.number(isotope, TAG.RadionuclideHalfLife),
      injectedAt: values.text(isotope, TAG.RadiopharmaceuticalStartDateTime) || values.text(isotope, TAG.RadiopharmaceuticalStartTime),
      seriesAt: joinMoment(values.text(top, TAG.SeriesDate), values.text(top, TAG.SeriesTime)),
      acquiredAt: acquiredAt(top, values),
      scanAt: scan === undefined ? '' : privateText(scan, bytes),
      vendorSuvFactor: ofVendor(PHILIPS_SUV),
      vendorActivityFactor: ofVendor(PHILIPS_ACTIVITY),
    },
  };
}

const GE_SCAN: PrivatePlace = { creator: 'GEMS_PETD_01', group: 0x0009, element: 0x0d };
const PHILIPS_SUV: PrivatePlace = { creator: 'Philips PET Private Group', group: 0x7053, element: 0x00 };
const PHILIPS_ACTIVITY: PrivatePlace = { creator: 'Philips PET Private Group', group: 0x7053, element: 0x09 };

const NOTHING: ElementSet = { get: () => undefined };
