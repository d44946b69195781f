import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { Structure, StructureCode, StructureCodes } from '#contract/structures.ts';
import { t } from '#language/t.ts';
import { formatDateTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the structure pages. */
export const TEXTS = {
  /** given (SIDE-20). */
  structures: t('Structures'),
  search: t('Search title or code'),
  category: t('Body part'),
  anyCategory: t('Any body part'),
  newStructure: t('New structure'),
  columns: { structure: t('Structure'), category: t('Body part'), codes: t('Codes'), origin: t('Origin') },
  ofAllTeams: t('All teams'),
  noCodes: t('No codes'),
  nothingFound: t('No structure matches'),
  failed: t('The structures could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  /** Form. */
  title: t('Title'),
  slug: t('Slug'),
  slugNote: t('Lower-case letters, digits and hyphens. Made from the title if empty.'),
  slugFixed: t('Models and addresses refer to it, so it cannot change.'),
  slugWrong: t('Use lower-case letters and digits, separated by single hyphens'),
  slugNeeded: t('A title without Latin letters needs a slug'),
  chooseCategory: t('Choose a body part'),
  categoryNeeded: t('Choose a body part'),
  colour: t('Colour'),
  codes: t('SNOMED CT codes'),
  codesNote: t('Models and segmentations find a structure by its codes. Leave a code empty if you do not know it.'),
  codeCategory: t('Category'),
  type: t('Type'),
  typeMeaning: t('Type, meaning'),
  typeValue: t('Type, code'),
  modifier: t('Type modifier'),
  modifierMeaning: t('Type modifier, meaning'),
  modifierValue: t('Type modifier, code'),
  laterality: t('Laterality'),
  none: t('None'),
  codeWrong: t('This is not a SNOMED CT code'),
  needed: t('This field is required'),
  save: t('Save structure'),
  create: t('Create structure'),
  cancel: t('Cancel'),
  /** One structure. */
  origin: t('Origin'),
  segmentations: t('Segmentations'),
  ofAllTeamsWhy: t('Every team has this structure. Only a platform administrator can change it.'),
  edit: t('Edit'),
  editStructure: t('Edit structure'),
  delete: t('Delete structure'),
  deleteWhy: t('This cannot be undone.'),
  keep: t('Keep structure'),
  notDeletable: t('Only a team administrator or the person who created it can delete it.'),
  notFound: t('Structure not found'),
  notFoundWhy: t('It may have been deleted.'),
} as const;

export const codeText = ({ meaning, value }: StructureCode): string => `${meaning} (${value})`;

/** `Kidney (64033007), Left`: what distinguishes the structure from others. */
export function codesText({ type, modifier, laterality }: StructureCodes): string {
  return [
    ...(type === null ? [] : [codeText(type)]),
    ...[modifier, laterality].flatMap((code) => (code === null ? [] : [code.meaning])),
  ].join(', ');
}

export const deleteTitle = (title: string): string => t('Delete structure “{title}”?', { title });

/** For a list. */
export const originText = ({ shipped, created_by: by }: Structure): string => (shipped ? TEXTS.ofAllTeams : (by ?? ''));

export function originDetail({ shipped, created_by: by, updated_at: at }: Structure): string {
  if (shipped) return TEXTS.ofAllTeamsWhy;
  const changed = at === null ? null : parseWireDate(at);
  return [
    ...(by === null ? [] : [t('Created by {name}', { name: by })]),
    ...(changed ? [t('Last changed {time}', { time: formatDateTime(changed) })] : []),
  ].join('. ');
}

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: TEXTS.notDeletable,
    too_large:
      failure.kind === 'refused' && failure.limit
        ? t('A team can have at most {max} structures. Delete one first.', { max: failure.limit.max })
        : undefined,
  });
