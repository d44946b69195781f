import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { Structure, StructureCode, StructureCodes } from '#contract/structures.ts';
import { formatDateTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the structure pages. */
export const TEXTS = {
  /** given (SIDE-20). */
  structures: 'Structures',
  search: 'Search title or code',
  category: 'Body part',
  anyCategory: 'Any body part',
  newStructure: 'New structure',
  columns: { structure: 'Structure', category: 'Body part', codes: 'Codes', origin: 'Origin' },
  ofAllTeams: 'All teams',
  noCodes: 'No codes',
  nothingFound: 'No structure matches',
  failed: 'The structures could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  /** Form. */
  title: 'Title',
  slug: 'Slug',
  slugNote: 'Lower-case letters, digits and hyphens. Made from the title if empty.',
  slugFixed: 'Models and addresses refer to it, so it cannot change.',
  slugWrong: 'Use lower-case letters and digits, separated by single hyphens',
  slugNeeded: 'A title without Latin letters needs a slug',
  chooseCategory: 'Choose a body part',
  categoryNeeded: 'Choose a body part',
  colour: 'Colour',
  codes: 'SNOMED CT codes',
  codesNote: 'Models and segmentations find a structure by its codes. Leave a code empty if you do not know it.',
  codeCategory: 'Category',
  type: 'Type',
  modifier: 'Type modifier',
  laterality: 'Laterality',
  none: 'None',
  code: 'Code',
  meaning: 'Meaning',
  codeWrong: 'This is not a SNOMED CT code',
  needed: 'This field is required',
  save: 'Save structure',
  create: 'Create structure',
  cancel: 'Cancel',
  /** One structure. */
  origin: 'Origin',
  segmentations: 'Segmentations',
  ofAllTeamsWhy: 'Every team has this structure. Only a platform administrator can change it.',
  edit: 'Edit',
  editStructure: 'Edit structure',
  delete: 'Delete structure',
  deleteWhy: 'This cannot be undone.',
  keep: 'Keep structure',
  notDeletable: 'Only a team administrator or the person who created it can delete it.',
  notFound: 'Structure not found',
  notFoundWhy: 'It may have been deleted.',
} as const;

export const codeText = ({ meaning, value }: StructureCode): string => `${meaning} (${value})`;

/** `Kidney (64033007), Left`: what distinguishes the structure from others. */
export function codesText({ type, modifier, laterality }: StructureCodes): string {
  return [
    ...(type === null ? [] : [codeText(type)]),
    ...[modifier, laterality].flatMap((code) => (code === null ? [] : [code.meaning])),
  ].join(', ');
}

/** For a list. */
export const originText = ({ shipped, created_by: by }: Structure): string => (shipped ? TEXTS.ofAllTeams : (by ?? ''));

export function originDetail({ shipped, created_by: by, updated_at: at }: Structure): string {
  if (shipped) return TEXTS.ofAllTeamsWhy;
  const changed = at === null ? null : parseWireDate(at);
  return [...(by === null ? [] : [`Created by ${by}`]), ...(changed ? [`Last changed ${formatDateTime(changed)}`] : [])].join('. ');
}

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: TEXTS.notDeletable,
    too_large:
      failure.kind === 'refused' && failure.limit
        ? `A team can have at most ${failure.limit.max} structures. Delete one first.`
        : undefined,
  });
