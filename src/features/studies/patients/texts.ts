import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { t } from '#language/t.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

export const TEXTS = {
  openNewest: t('Open newest study'),
  title: t('Patients'),
  patient: t('Patient'),
  search: t('Search name or patient ID'),
  columns: { name: t('Name'), patientId: t('Patient ID'), birthDate: t('Birth date'), sex: t('Sex'), studies: t('Studies') },
  issuer: t('Issuer'),
  studies: t('Studies'),
  unknown: t('The files of this patient have no patient ID, so studies are not added automatically.'),
  empty: t('No patients yet'),
  emptyWhy: t('Patients appear here with their first study.'),
  nothingFound: t('No patient matches'),
  failed: t('The patients could not be loaded'),
  failedWhy: t('No data is lost.'),
  ...PAGE_OFFLINE,
  gone: t('Patient not found'),
  goneWhy: t('The patient has no studies any more, or belongs to another team.'),
  actions: t('Actions for this patient'),
  merge: t('Merge with another patient'),
  mergeWhy: t('The studies of the other patient move to this one. To undo this, split them off again.'),
  mergeNow: t('Merge'),
  mergeNobody: t('No other patient matches'),
  split: t('Split studies off'),
  splitWhy: t('The selected studies become a new patient. To undo this, merge the two again.'),
  onlyStudy: t('This patient has only one study.'),
  cancel: t('Cancel'),
  needsServer: t('Changes to patients need the network.'),
} as const;

/** A menu item that opens a dialog of the same name. */
export const opensText = (title: string): string => `${title}…`;

export const studiesText = (studies: number): string => t('{studies, plural, one {# study} other {# studies}}', { studies });

export const newestFirstText = (studies: number): string => t('{studies}, newest first', { studies });

export const splitText = (studies: number): string => t('Split off {studies, plural, one {# study} other {# studies}}', { studies });

export const mergedText = (studies: number): string =>
  t('Merged. This patient has {studies, plural, one {# study} other {# studies}}.', { studies });

export const ageText = (age: number): string => t('age {age}', { age });

export function failureText(failure: ApiFailure): string {
  return changeFailureText(failure, { not_found: DELETED_MEANWHILE });
}
