import type { Deidentification } from '#contract/deidentification.ts';

/** Texts of the options of DICOM PS3.15, table E.1-1, for whoever sets them. */
export const DEIDENTIFICATION_TEXTS = {
  title: 'De-identification',
  failed: 'The options could not be loaded',
  saved: 'Options saved',
  fromNowOn: 'For studies that are processed from now on. Uploads that already wait on a device are not changed.',
  when: 'When',
  usual: 'De-identify studies before upload',
  usualWhy: 'Users can change this for each study, and see what is sent before they select Process.',
  demanded: 'The server checks de-identified studies',
  demandedWhy: 'A series that still contains the patient’s name is kept unchanged and not converted.',
  dates: 'Dates and times',
  kept: 'Kept',
  cleaned: 'Cleaned instead of removed',
} as const;

export const DATES: readonly { value: Deidentification['dates']; label: string; why: string }[] = [
  { value: 'remove', label: 'Removed', why: 'As in the Basic Profile.' },
  {
    value: 'shift',
    label: 'Shifted',
    why: 'All dates of a patient by the same number of days, so that intervals between studies are kept.',
  },
  { value: 'keep', label: 'Kept', why: 'A date can identify a patient in combination with other data.' },
];

export const RETAINED: readonly { option: keyof Required<Deidentification['retain']>; label: string; why: string }[] = [
  {
    option: 'uids',
    label: 'UIDs',
    why: 'UIDs can reveal the hospital, device and time. If not kept, each is replaced by a new one, the same on all devices of the team.',
  },
  { option: 'device', label: 'Device', why: 'Its name, serial number and description.' },
  { option: 'institution', label: 'Institution', why: 'Its name, address and department.' },
  { option: 'patientCharacteristics', label: 'Patient characteristics', why: 'Age, sex, size, weight and similar.' },
  {
    option: 'conversion',
    label: 'Elements for conversion',
    why: 'Vendor elements that conversion needs: mosaic slices, b-values and directions, scaling. Only valid numbers are kept. Acquisition times are shifted, so that the time step between volumes is kept.',
  },
  {
    option: 'safePrivate',
    label: 'Safe private elements',
    why: 'Vendor elements that DICOM lists as safe (PS3.15, table E.3.10-1). Their texts are cleaned.',
  },
];

export const CLEANED: readonly { option: keyof Deidentification['clean']; label: string; why: string }[] = [
  {
    option: 'descriptors',
    label: 'Descriptions',
    why: 'Of study, series and protocol: names, dates and long numbers are removed by rules. The report shows what looks like a name. Texts in NIfTI headers are always removed.',
  },
  { option: 'structuredContent', label: 'Structured content', why: 'Of reports: sequences are kept, texts are cleaned.' },
  { option: 'graphics', label: 'Graphics', why: 'Annotations on images: lines are kept, texts are cleaned.' },
];
