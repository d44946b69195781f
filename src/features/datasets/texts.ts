import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { t } from '#language/t.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the dataset pages. */
export const TEXTS = {
  /** given (SIDE-19). */
  datasets: t('Datasets'),
  search: t('Search name or structure'),
  newDataset: t('New dataset'),
  /** In the selection bar of the studies list. */
  dataset: t('Dataset'),
  findDataset: t('Find a dataset'),
  columns: { name: t('Dataset'), structure: t('Structure'), patients: t('Patients'), studies: t('Studies'), creator: t('Created by') },
  nothingFound: t('No dataset matches'),
  empty: t('No datasets yet'),
  emptyWhy: t('A dataset collects studies for one structure, from which models learn. Create one, then add studies to it.'),
  failed: t('The datasets could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  /** Form. */
  name: t('Name'),
  structure: t('Structure'),
  structureNote: t('It cannot be changed later.'),
  structureSearch: t('Search title or code'),
  structureNotFound: t('No structure matches'),
  structuresFailed: t('The structures could not be loaded'),
  structureNeeded: t('Choose a structure'),
  needed: t('This field is required'),
  create: t('Create dataset'),
  cancel: t('Cancel'),
  /** One dataset. */
  actions: t('Actions of the dataset'),
  rename: t('Rename…'),
  renameTitle: t('Rename dataset'),
  save: t('Save name'),
  delete: t('Delete dataset'),
  deleteMenu: t('Delete dataset…'),
  deleteAsk: (name: string): string => t('Delete dataset “{name}”?', { name }),
  deleteWhy: t('Its studies stay in the team, but their split and all versions are lost. This cannot be undone.'),
  keep: t('Keep dataset'),
  notDeletable: t('Only its creator or a team administrator can delete it.'),
  split: t('Split'),
  splitMenu: t('Split…'),
  splitTitle: t('Split by patient'),
  splitWhy: t('All studies of one patient go to the same part. The same patients and percentages always give the same split.'),
  splitEmpty: t('Add studies first.'),
  percent: t('percent'),
  which: t('Patients'),
  all: t('All patients again'),
  allWhy: t('Patients that were moved by hand are split again too.'),
  new: t('Only patients that are not split yet'),
  sumWrong: t('The percentages must add up to 100.'),
  splitAct: t('Split dataset'),
  parts: { train: t('train'), validation: t('validation'), test: t('test'), none: t('not split yet') },
  part: t('Part'),
  anyPart: t('Any part'),
  patients: t('Patients'),
  patientsFailed: t('The patients could not be loaded'),
  noPatients: t('No studies in this dataset'),
  noPatientsWhy: t('Add studies here. A study goes to the part of its patient.'),
  noneInPart: t('No patient in this part'),
  clearFilters: t('Clear filters'),
  addStudies: t('Add studies…'),
  addStudiesTitle: t('Add studies'),
  remove: t('Remove'),
  noName: t('No patient name'),
  notFound: t('Dataset not found'),
  notFoundWhy: t('It may have been deleted.'),
} as const;

export const studiesText = (count: number): string => t('{count, plural, one {# study} other {# studies}}', { count });
export const patientsText = (count: number): string => t('{count, plural, one {# patient} other {# patients}}', { count });
export const partOfText = (name: string): string => t('Part of {name}', { name });
export const removePatientText = (name: string): string => t('Remove {name} from the dataset', { name });

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: TEXTS.notDeletable,
    too_large:
      failure.kind === 'refused' && failure.limit
        ? t('A team can have at most {max} datasets. Delete one first.', { max: failure.limit.max })
        : undefined,
  });

export const addedToDatasetText = (dataset: string): string => t('The studies are in {dataset}', { dataset });
