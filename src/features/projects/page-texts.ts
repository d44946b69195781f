import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { parseWireDate } from '#contract/dates.ts';
import { t } from '#language/t.ts';
import { formatDate } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the project pages. */
export const PAGE_TEXTS = {
  /** given (SIDE-18). */
  projects: t('Projects'),
  search: t('Search name'),
  state: t('State'),
  anyState: t('Any state'),
  newProject: t('New project'),
  columns: { name: t('Project'), state: t('State'), studies: t('Studies'), creator: t('Created by') },
  nothingFound: t('No project matches'),
  empty: t('No projects yet'),
  emptyWhy: t('A project collects the studies that a group works on. Create one, then add studies to it.'),
  failed: t('The projects could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  /** Form. */
  name: t('Name'),
  description: t('Description'),
  label: t('Label'),
  noLabel: t('No label'),
  members: t('Members'),
  needed: t('This field is required'),
  create: t('Create project'),
  save: t('Save project'),
  cancel: t('Cancel'),
  editProject: t('Edit project'),
  /** One project. */
  actions: t('Actions of the project'),
  edit: t('Edit…'),
  delete: t('Delete project'),
  deleteMenu: t('Delete project…'),
  deleteAsk: (name: string): string => t('Delete project “{name}”?', { name }),
  deleteWhy: t('Its studies stay in the team. This cannot be undone.'),
  keep: t('Keep project'),
  start: t('Start project'),
  startMenu: t('Start…'),
  startEmpty: t('Add a study first: the list of studies is locked when the project starts.'),
  finish: t('Finish project'),
  finishMenu: t('Finish…'),
  finishWhy: t('The project can only be read from then on. Its studies stay as they are. A finished project cannot be reopened.'),
  notYet: t('Not yet'),
  notManaged: t('Only its creator or a team administrator can start or finish it.'),
  finishedNote: t('This project is finished. It can only be read.'),
  unlocked: t('Studies can be added until the start'),
  progress: t('State'),
  studies: t('Studies'),
  studiesFailed: t('The studies of the project could not be loaded'),
  openInStudies: t('Open in Studies'),
  noStudies: t('No studies in this project'),
  noStudiesWhy: t('Add studies here, or in the panel of a study.'),
  addStudies: t('Add studies…'),
  addStudiesTitle: t('Add studies'),
  remove: t('Remove'),
  noMembers: t('No members yet'),
  addMembers: t('Add members…'),
  addMembersTitle: t('Add members'),
  allAdded: t('All members of the team are in the project.'),
  notFound: t('Project not found'),
  notFoundWhy: t('It may have been deleted.'),
} as const;

export const removeMemberText = (name: string): string => t('Remove {name} from the project', { name });
export const removeStudyText = (name: string): string => t('Remove {name} from the project', { name });
export const addMembersText = (count: number): string => t('Add {count, plural, one {# member} other {# members}}', { count });
export const studiesText = (count: number): string => t('{count, plural, one {# study} other {# studies}}', { count });

export const startWhyText = (count: number): string =>
  t(
    '{count, plural, one {Its study is} other {Its # studies are}} locked from then on: none can be added or removed. A project that was ' +
      'started cannot go back.',
    { count },
  );

export const startTitle = (name: string): string => t('Start project “{name}”?', { name });
export const finishTitle = (name: string): string => t('Finish project “{name}”?', { name });

export const lockedText = (count: number): string =>
  t('{count, plural, one {# study} other {# studies}} locked since the start', { count });

export function dayText(at: string | null): string {
  const date = at === null ? null : parseWireDate(at);
  return date ? formatDate(date) : '';
}

export const pageFailureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: PAGE_TEXTS.notManaged,
    too_large:
      failure.kind === 'refused' && failure.limit
        ? t('A team can have at most {max} projects. Delete one that was not started first.', { max: failure.limit.max })
        : undefined,
  });
