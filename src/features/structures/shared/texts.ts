import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { formatCountOf } from '#ui/format.ts';

/** Texts of the pages of platform administrators. */
export const SHARED_TEXTS = {
  administration: 'Administration',
  title: 'Structures of all teams',
  structures: 'Structures',
  bodyParts: 'Body parts',
  newStructure: 'New structure for all teams',
  editStructure: 'Edit structure of all teams',
  newBodyPart: 'New body part',
  searchBodyParts: 'Search body part',
  state: 'State',
  states: { all: 'All', hidden: 'Hidden' },
  columns: { structure: 'Structure', bodyPart: 'Body part', codes: 'Codes', structures: 'Structures', teams: 'Teams', state: 'State' },
  actions: 'Actions',
  shown: 'shown',
  hidden: 'hidden',
  edit: 'Edit',
  rename: 'Rename',
  hide: 'Hide from teams',
  show: 'Show to teams',
  keep: 'Keep',
  saved: 'Saved',
  failed: 'The structures could not be loaded',
  bodyPartsFailed: 'The body parts could not be loaded',
  none: 'No structures',
  noneWhy: 'Structures that you add here are in every team.',
  nothingFound: 'No structure matches',
  noBodyPart: 'No body part matches',
  noBodyPartWhy: 'Search for another part of the title.',
  notForYou: 'This page is for platform administrators',
  ofTeam: 'This structure belongs to a team. It is changed there.',
  create: 'Create body part',
} as const;

export const teamsText = (count: number): string => formatCountOf(count, 'team', 'teams');
export const structuresText = (count: number): string => formatCountOf(count, 'structure', 'structures');
export const actsOfText = (title: string): string => `Actions for ${title}`;
export const renameTitle = (title: string): string => `Rename ${title}`;
export const hideTitle = (title: string): string => `Hide “${title}” from teams?`;
export const hideStructureWhy = (teams: number): string =>
  `No team can choose it for new segmentations and datasets.${teams === 0 ? '' : ` Those of the ${teamsText(teams)} that use it stay.`}`;
export const hideBodyPartWhy = (teams: number): string =>
  `No team can choose it for new studies and structures.${teams === 0 ? '' : ` Those of the ${teamsText(teams)} that use it stay.`}`;

export const sharedFailureText = (failure: ApiFailure): string =>
  changeFailureText(failure, { not_found: DELETED_MEANWHILE, not_allowed: SHARED_TEXTS.notForYou });
