import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { parseWireDate } from '#contract/dates.ts';
import { formatCount, formatDate } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the project pages. */
export const PAGE_TEXTS = {
  /** given (SIDE-18). */
  projects: 'Projects',
  search: 'Search name',
  state: 'State',
  anyState: 'Any state',
  newProject: 'New project',
  columns: { name: 'Project', state: 'State', studies: 'Studies', creator: 'Created by' },
  nothingFound: 'No project matches',
  empty: 'No projects yet',
  emptyWhy: 'A project collects the studies that a group works on. Create one, then add studies to it.',
  failed: 'The projects could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  /** Form. */
  name: 'Name',
  description: 'Description',
  label: 'Label',
  noLabel: 'No label',
  members: 'Members',
  needed: 'This field is required',
  create: 'Create project',
  save: 'Save project',
  cancel: 'Cancel',
  editProject: 'Edit project',
  /** One project. */
  actions: 'Actions of the project',
  edit: 'Edit…',
  delete: 'Delete project',
  deleteMenu: 'Delete project…',
  deleteWhy: 'Its studies stay in the team. This cannot be undone.',
  keep: 'Keep project',
  start: 'Start project',
  startMenu: 'Start…',
  startEmpty: 'Add a study first: the list of studies is locked when the project starts.',
  finish: 'Finish project',
  finishMenu: 'Finish…',
  finishWhy: 'The project can only be read from then on. Its studies stay as they are. A finished project cannot be reopened.',
  notYet: 'Not yet',
  notManaged: 'Only its creator or a team administrator can start or finish it.',
  finishedNote: 'This project is finished. It can only be read.',
  unlocked: 'Studies can be added until the start',
  progress: 'State',
  studies: 'Studies',
  studiesFailed: 'The studies of the project could not be loaded',
  openInStudies: 'Open in Studies',
  noStudies: 'No studies in this project',
  noStudiesWhy: 'Add studies here, or in the panel of a study.',
  addStudies: 'Add studies…',
  addStudiesTitle: 'Add studies',
  remove: 'Remove',
  noMembers: 'No members yet',
  addMembers: 'Add members…',
  addMembersTitle: 'Add members',
  allAdded: 'All members of the team are in the project.',
  notFound: 'Project not found',
  notFoundWhy: 'It may have been deleted.',
} as const;

export const removeMemberText = (name: string): string => `Remove ${name} from the project`;
export const removeStudyText = (name: string): string => `Remove ${name} from the project`;
export const addMembersText = (count: number): string => (count === 1 ? 'Add 1 member' : `Add ${count} members`);
export const studiesText = (count: number): string => (count === 1 ? '1 study' : `${formatCount(count)} studies`);

export const startWhyText = (count: number): string =>
  `${count === 1 ? 'Its study is' : `Its ${formatCount(count)} studies are`} locked from then on: none can be added or removed. A project that was started cannot go back.`;

export const lockedText = (count: number): string => `${studiesText(count)} locked since the start`;

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
        ? `A team can have at most ${failure.limit.max} projects. Delete one that was not started first.`
        : undefined,
  });
