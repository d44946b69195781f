import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { formatCountOf } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

export const TEXTS = {
  openNewest: 'Open newest study',
  title: 'Patients',
  patient: 'Patient',
  search: 'Search name or patient ID',
  columns: { name: 'Name', patientId: 'Patient ID', birthDate: 'Birth date', sex: 'Sex', studies: 'Studies' },
  issuer: 'Issuer',
  studies: 'Studies',
  unknown: 'The files of this patient have no patient ID, so studies are not added automatically.',
  empty: 'No patients yet',
  emptyWhy: 'Patients appear here with their first study.',
  nothingFound: 'No patient matches',
  failed: 'The patients could not be loaded',
  failedWhy: 'No data is lost.',
  ...PAGE_OFFLINE,
  gone: 'Patient not found',
  goneWhy: 'The patient has no studies any more, or belongs to another team.',
  actions: 'Actions for this patient',
  merge: 'Merge with another patient',
  mergeWhy: 'The studies of the other patient move to this one. To undo this, split them off again.',
  mergeNow: 'Merge',
  mergeNobody: 'No other patient matches',
  split: 'Split studies off',
  splitWhy: 'The selected studies become a new patient. To undo this, merge the two again.',
  onlyStudy: 'This patient has only one study.',
  cancel: 'Cancel',
  needsServer: 'Changes to patients need the network.',
} as const;

/** A menu item that opens a dialog of the same name. */
export const opensText = (title: string): string => `${title}…`;

export const studiesText = (studies: number): string => formatCountOf(studies, 'study', 'studies');

export const newestFirstText = (studies: number): string => `${studies}, newest first`;

export const splitText = (studies: number): string => `Split off ${studiesText(studies)}`;

export const mergedText = (studies: number): string => `Merged. This patient has ${studiesText(studies)}.`;

export const ageText = (age: number): string => `age ${age}`;

export function failureText(failure: ApiFailure): string {
  return changeFailureText(failure, { not_found: DELETED_MEANWHILE });
}
