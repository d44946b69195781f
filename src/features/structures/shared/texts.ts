import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { t } from '#language/t.ts';

/** Texts of the pages of platform administrators. */
export const SHARED_TEXTS = {
  administration: t('Administration'),
  title: t('Structures of all teams'),
  structures: t('Structures'),
  bodyParts: t('Body parts'),
  newStructure: t('New structure for all teams'),
  editStructure: t('Edit structure of all teams'),
  newBodyPart: t('New body part'),
  searchBodyParts: t('Search body part'),
  state: t('State'),
  states: { all: t('All'), hidden: t('Hidden') },
  columns: {
    structure: t('Structure'),
    bodyPart: t('Body part'),
    codes: t('Codes'),
    structures: t('Structures'),
    teams: t('Teams'),
    state: t('State'),
  },
  actions: t('Actions'),
  shown: t('shown'),
  hidden: t('hidden'),
  edit: t('Edit'),
  rename: t('Rename'),
  hide: t('Hide from teams'),
  show: t('Show to teams'),
  keep: t('Keep'),
  saved: t('Saved'),
  failed: t('The structures could not be loaded'),
  bodyPartsFailed: t('The body parts could not be loaded'),
  none: t('No structures'),
  noneWhy: t('Structures that you add here are in every team.'),
  nothingFound: t('No structure matches'),
  noBodyPart: t('No body part matches'),
  noBodyPartWhy: t('Search for another part of the title.'),
  notForYou: t('This page is for platform administrators'),
  ofTeam: t('This structure belongs to a team. It is changed there.'),
  create: t('Create body part'),
} as const;

export const teamsText = (count: number): string => t('{count, plural, one {# team} other {# teams}}', { count });
export const structuresText = (count: number): string => t('{count, plural, one {# structure} other {# structures}}', { count });
export const actsOfText = (title: string): string => t('Actions for {title}', { title });
export const renameTitle = (title: string): string => t('Rename {title}', { title });
export const hideTitle = (title: string): string => t('Hide “{title}” from teams?', { title });
const hideWhy = (what: string, teams: number): string =>
  teams === 0 ? what : [what, t('Those of the {teams, plural, one {# team} other {# teams}} that use it stay.', { teams })].join(' ');
export const hideStructureWhy = (teams: number): string => hideWhy(t('No team can choose it for new segmentations and datasets.'), teams);
export const hideBodyPartWhy = (teams: number): string => hideWhy(t('No team can choose it for new studies and structures.'), teams);

export const sharedFailureText = (failure: ApiFailure): string =>
  changeFailureText(failure, { not_found: DELETED_MEANWHILE, not_allowed: SHARED_TEXTS.notForYou });
