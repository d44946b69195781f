import type { Deidentification } from '#contract/deidentification.ts';

/** Words of the options of DICOM PS3.15, table E.1-1, for who decides them. */
export const DEIDENTIFICATION_TEXTS = {
  title: 'De-identification',
  failed: 'The options could not be read',
  saved: 'Options saved',
  fromNowOn: 'For studies that are sent from now on. What is waiting on a device goes as it was prepared there.',
  when: 'When',
  usual: 'Studies leave devices without patient data',
  usualWhy: 'Whoever uploads can decide otherwise for each study, and sees before Process what leaves.',
  demanded: 'The server looks through what is called de-identified',
  demandedWhy: 'A series that still names its patient is kept as it was sent, and is not converted.',
  dates: 'Dates and times',
  kept: 'Kept all the same',
  cleaned: 'Cleaned instead of removed',
} as const;

export const DATES: readonly { value: Deidentification['dates']; label: string; why: string }[] = [
  { value: 'remove', label: 'Removed', why: 'As the Basic Profile says.' },
  { value: 'shift', label: 'Moved', why: 'All dates of a patient by the same number of days: the time between two studies stays.' },
  { value: 'keep', label: 'Kept', why: 'A date can identify a patient, together with what else is known.' },
];

export const RETAINED: readonly { option: keyof Required<Deidentification['retain']>; label: string; why: string }[] = [
  {
    option: 'uids',
    label: 'UIDs',
    why: 'They name hospital, device and time. Without it each gets another one, the same on all devices of the team.',
  },
  { option: 'device', label: 'Device', why: 'Its name, serial number and description.' },
  { option: 'institution', label: 'Institution', why: 'Its name, address and department.' },
  { option: 'patientCharacteristics', label: 'Patient characteristics', why: 'Age, sex, size, weight, and the like.' },
  {
    option: 'conversion',
    label: 'What converters read',
    why: 'Elements of makers without which volumes come out wrong: slices of a mosaic, b-values and directions, scale. Only where the value is a number of the right kind. Times of acquisition are moved, so that the step between volumes stays.',
  },
  {
    option: 'safePrivate',
    label: 'Safe private elements',
    why: 'Those of makers that DICOM lists as naming nobody (PS3.15, table E.3.10-1). Their texts are cleaned.',
  },
];

export const CLEANED: readonly { option: keyof Deidentification['clean']; label: string; why: string }[] = [
  {
    option: 'descriptors',
    label: 'Descriptions',
    why: 'Of study, series and protocol: names, dates and long numbers are taken out of them, by rules. The report shows what reads like a name. Texts in headers of NIfTI volumes are always taken out.',
  },
  { option: 'structuredContent', label: 'Structured content', why: 'Of reports: their sequences stay, their texts are cleaned.' },
  { option: 'graphics', label: 'Graphics', why: 'Annotations that are drawn over a picture: lines stay, their texts are cleaned.' },
];
