import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { formatCount } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the dataset pages. */
export const TEXTS = {
  /** given (SIDE-19). */
  datasets: 'Datasets',
  search: 'Search name or structure',
  newDataset: 'New dataset',
  /** In the selection bar of the studies list. */
  dataset: 'Dataset',
  findDataset: 'Find a dataset',
  columns: { name: 'Dataset', structure: 'Structure', patients: 'Patients', studies: 'Studies', creator: 'Created by' },
  nothingFound: 'No dataset matches',
  empty: 'No datasets yet',
  emptyWhy: 'A dataset collects studies for one structure, from which models learn. Create one, then add studies to it.',
  failed: 'The datasets could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  /** Form. */
  name: 'Name',
  structure: 'Structure',
  structureNote: 'It cannot be changed later.',
  structureSearch: 'Search title or code',
  structureNotFound: 'No structure matches',
  structuresFailed: 'The structures could not be loaded',
  structureNeeded: 'Choose a structure',
  needed: 'This field is required',
  create: 'Create dataset',
  cancel: 'Cancel',
  /** One dataset. */
  actions: 'Actions of the dataset',
  rename: 'Rename…',
  renameTitle: 'Rename dataset',
  save: 'Save name',
  delete: 'Delete dataset',
  deleteMenu: 'Delete dataset…',
  deleteWhy: 'Its studies stay in the team, but their split and all versions are lost. This cannot be undone.',
  keep: 'Keep dataset',
  notDeletable: 'Only its creator or a team administrator can delete it.',
  split: 'Split',
  splitMenu: 'Split…',
  splitTitle: 'Split by patient',
  splitWhy: 'All studies of one patient go to the same part. The same patients and percentages always give the same split.',
  splitEmpty: 'Add studies first.',
  percent: 'percent',
  which: 'Patients',
  all: 'All patients again',
  allWhy: 'Patients that were moved by hand are split again too.',
  new: 'Only patients that are not split yet',
  sumWrong: 'The percentages must add up to 100.',
  splitAct: 'Split dataset',
  parts: { train: 'train', validation: 'validation', test: 'test', none: 'not split yet' },
  part: 'Part',
  anyPart: 'Any part',
  patients: 'Patients',
  patientsFailed: 'The patients could not be loaded',
  noPatients: 'No studies in this dataset',
  noPatientsWhy: 'Add studies here. A study goes to the part of its patient.',
  noneInPart: 'No patient in this part',
  clearFilters: 'Clear filters',
  addStudies: 'Add studies…',
  addStudiesTitle: 'Add studies',
  remove: 'Remove',
  noName: 'No patient name',
  notFound: 'Dataset not found',
  notFoundWhy: 'It may have been deleted.',
} as const;

export const studiesText = (count: number): string => (count === 1 ? '1 study' : `${formatCount(count)} studies`);
export const patientsText = (count: number): string => (count === 1 ? '1 patient' : `${formatCount(count)} patients`);
export const partOfText = (name: string): string => `Part of ${name}`;
export const removePatientText = (name: string): string => `Remove ${name} from the dataset`;

/** `20240131` → `31.01.2024`. */
export function studyDateText(date: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? [];
  return day === undefined ? date : `${day}.${month}.${year}`;
}

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: TEXTS.notDeletable,
    too_large:
      failure.kind === 'refused' && failure.limit ? `A team can have at most ${failure.limit.max} datasets. Delete one first.` : undefined,
  });

export const addedToDatasetText = (dataset: string): string => `The studies are in ${dataset}`;
