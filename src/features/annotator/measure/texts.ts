import { t } from '#language/t.ts';

export const MEASURE_TEXTS = {
  tab: t('Measure'),
  list: t('Measurements'),
  none: t('Nothing measured yet'),
  noneWhy: t('Lengths, angles, regions and marks on the slices of this study are listed here, with their values.'),
  first: t('Measure a length'),
  loading: t('Loading measurements'),
  failed: t('The measurements could not be loaded'),
  failedWhy: t('What you measure is kept on this device.'),
  offline: t('The measurements of this study are not on this device'),
  offlineWhy: t('The server cannot be reached. What you measure now is kept here and sent later.'),
  onFiles: t('The measurements of this series are drawn on its files. This device has only its volume.'),
  earlier: t('earlier study'),
  text: t('Text'),
  caption: t('Caption'),
  delete: t('Delete'),
  undo: t('Undo'),
  redo: t('Redo'),
  tools: t('Tools to measure with'),
  unknownAuthor: t('Deleted account'),
  waitsForNumber: t('Waits for its number'),
  waitsForServer: t('Waits for the server'),
  noKeyImages: t('There are no key images. Shift K makes one of the slice in the active pane.'),
  withPatient: t('With name and ID of the patient'),
  exportFailed: t('The measurements could not be exported.'),
} as const;

export function measurementsText(count: number): string {
  return t('{count, plural, one {# measurement} other {# measurements}}', { count });
}

/** What a report does not have, and why; null: it has everything. */
export function leftOutText({ volumes, unreadable }: { volumes: number; unreadable: number }): string | null {
  const parts = [
    volumes > 0 &&
      t('{count, plural, one {# measurement} other {# measurements}} on NIfTI volumes, which a DICOM SR cannot refer to', {
        count: volumes,
      }),
    unreadable > 0 &&
      t('{count, plural, one {# measurement} other {# measurements}} on slices that could not be read', { count: unreadable }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : t('Not in the report: {list}.', { list: parts.join('; ') });
}
