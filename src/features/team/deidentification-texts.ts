import type { Deidentification } from '#contract/deidentification.ts';
import { t } from '#language/t.ts';

/** Texts of the options of DICOM PS3.15, table E.1-1, for whoever sets them. */
export const DEIDENTIFICATION_TEXTS = {
  title: t('De-identification'),
  failed: t('The options could not be loaded'),
  saved: t('Options saved'),
  fromNowOn: t('For studies that are processed from now on. Uploads that already wait on a device are not changed.'),
  when: t('When'),
  usual: t('De-identify studies before upload'),
  usualWhy: t('Users can change this for each study, and see what is sent before they select Process.'),
  demanded: t('The server checks de-identified studies'),
  demandedWhy: t('A series that still contains the patient’s name is kept unchanged and not converted.'),
  dates: t('Dates and times'),
  kept: t('Kept'),
  cleaned: t('Cleaned instead of removed'),
} as const;

export const DATES: readonly { value: Deidentification['dates']; label: string; why: string }[] = [
  { value: 'remove', label: t('Removed'), why: t('As in the Basic Profile.') },
  {
    value: 'shift',
    label: t('Shifted'),
    why: t('All dates of a patient by the same number of days, so that intervals between studies are kept.'),
  },
  { value: 'keep', label: t('Kept'), why: t('A date can identify a patient in combination with other data.') },
];

export const RETAINED: readonly { option: keyof Required<Deidentification['retain']>; label: string; why: string }[] = [
  {
    option: 'uids',
    label: 'UIDs',
    why: t(
      'UIDs can reveal the hospital, device and time. If not kept, each is replaced by a new one, the same on all devices of the team.',
    ),
  },
  { option: 'device', label: t('Device'), why: t('Its name, serial number and description.') },
  { option: 'institution', label: t('Institution'), why: t('Its name, address and department.') },
  { option: 'patientCharacteristics', label: t('Patient characteristics'), why: t('Age, sex, size, weight and similar.') },
  {
    option: 'conversion',
    label: t('Elements for conversion'),
    why: t(
      'Vendor elements that conversion needs: mosaic slices, b-values and directions, scaling. Only valid numbers are kept. Acquisition times are shifted, so that the time step between volumes is kept.',
    ),
  },
  {
    option: 'safePrivate',
    label: t('Safe private elements'),
    why: t('Vendor elements that DICOM lists as safe (PS3.15, table E.3.10-1). Their texts are cleaned.'),
  },
];

export const CLEANED: readonly { option: keyof Deidentification['clean']; label: string; why: string }[] = [
  {
    option: 'descriptors',
    label: t('Descriptions'),
    why: t(
      'Of study, series and protocol: names, dates and long numbers are removed by rules. The report shows what looks like a name. Texts in NIfTI headers are always removed.',
    ),
  },
  { option: 'structuredContent', label: t('Structured content'), why: t('Of reports: sequences are kept, texts are cleaned.') },
  { option: 'graphics', label: t('Graphics'), why: t('Annotations on images: lines are kept, texts are cleaned.') },
];
