export const MEASURE_TEXTS = {
  tab: 'Measure',
  list: 'Measurements',
  none: 'Nothing measured yet',
  noneWhy: 'Lengths, angles, regions and marks on the slices of this study are listed here, with their values.',
  first: 'Measure a length',
  loading: 'Loading measurements',
  failed: 'The measurements could not be loaded',
  failedWhy: 'What you measure is kept on this device.',
  offline: 'The measurements of this study are not on this device',
  offlineWhy: 'The server cannot be reached. What you measure now is kept here and sent later.',
  onFiles: 'The measurements of this series are drawn on its files. This device has only its volume.',
  earlier: 'earlier study',
  text: 'Text',
  caption: 'Caption',
  delete: 'Delete',
  undo: 'Undo',
  redo: 'Redo',
  tools: 'Tools to measure with',
  unknownAuthor: 'Deleted account',
  waitsForNumber: 'Waits for its number',
  waitsForServer: 'Waits for the server',
  noKeyImages: 'There are no key images. Shift K makes one of the slice in the active pane.',
  withPatient: 'With name and ID of the patient',
  exportFailed: 'The measurements could not be exported.',
} as const;

export function measurementsText(count: number): string {
  return `${count} ${count === 1 ? 'measurement' : 'measurements'}`;
}

/** What a report does not have, and why; null: it has everything. */
export function leftOutText({ volumes, unreadable }: { volumes: number; unreadable: number }): string | null {
  const parts = [
    volumes > 0 && `${measurementsText(volumes)} on NIfTI volumes, which a DICOM SR cannot refer to`,
    unreadable > 0 && `${measurementsText(unreadable)} on slices that could not be read`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : `Not in the report: ${parts.join('; ')}.`;
}
