import type { FormField, FormScope } from '#contract/forms.ts';
import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { inContext, t } from '#language/t.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

export const TEXTS = {
  forms: t('Forms'),
  none: t('No forms'),
  noneWhy: t('Readers answer the forms of a project in the annotator, beside the images of its studies.'),
  failed: t('The forms could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  nothingFound: t('No forms'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  newForm: t('New form'),
  blank: t('Empty form'),
  examples: t('Copy an example'),
  edit: t('Edit'),
  exportCsv: t('Export CSV'),
  retire: t('Retire'),
  offer: t('Offer again'),
  retired: t('retired'),
  title: t('Title'),
  sections: t('Sections'),
  addSection: t('Section'),
  sectionTitle: t('Title of the section'),
  scope: t('Filled in for'),
  addField: t('Field'),
  label: inContext('form', 'Label'),
  hint: t('Hint'),
  required: t('Required'),
  several: t('Several options'),
  options: t('Options'),
  optionsHint: t('One on each line, with a code if it has one: Good = SCT:20572008 Good'),
  codes: t('Codes'),
  codesHint: t('One on each line: SCT:41216001 Prostate'),
  unit: t('Unit (UCUM)'),
  min: t('Lowest'),
  max: t('Highest'),
  decimals: t('Decimals'),
  fieldCode: t('Code in reports'),
  fieldCodeHint: t('For example SCT:103339001 Long Axis'),
  shownWhen: t('Shown when'),
  always: t('Always'),
  rule: t('Suggested by'),
  noRule: t('No rule'),
  moveUp: t('Move up (Alt ↑)'),
  moveDown: t('Move down (Alt ↓)'),
  remove: t('Remove (Del)'),
  preview: t('Preview'),
  save: t('Save form'),
  cancel: t('Cancel'),
  discard: t('Discard changes'),
  discardTitle: t('Discard the changes of this form?'),
  discardWhy: t('They were not saved.'),
  keep: t('Go on editing'),
  chooseField: t('Choose a field to change it.'),
  badCode: t('Not a code: a scheme, a colon, a value, a space and the meaning.'),
  exportFailed: t('The answers could not be exported.'),
} as const;

export const SCOPE_NAMES: Record<FormScope, string> = {
  study: t('The study'),
  series: t('Each series'),
  lesion: t('Each lesion'),
  slice: t('Each slice'),
};
export const KIND_NAMES: Record<FormField['kind'], string> = {
  ...{ choice: t('Choice'), number: inContext('form', 'Number'), text: t('Text'), date: t('Date'), code: t('Coded value') },
};

export const versionText = (number: number): string => t('version {number}', { number });
export const answersText = (count: number): string => t('{count, plural, one {# answer} other {# answers}}', { count });
export const fieldsText = (count: number): string => t('{count, plural, one {# field} other {# fields}}', { count });
export const actionsText = (title: string): string => t('Actions of {title}', { title });

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: t('Only the creator of the project or a team administrator changes its forms.'),
    conflict: t('Somebody else changed this form in the meantime. Copy what you need, then open it again.'),
    invalid: failure.kind === 'refused' ? Object.values(failure.errors ?? {}).flat()[0] : undefined,
    too_large: failure.kind === 'refused' && failure.limit ? t('There can be at most {max}.', { max: failure.limit.max }) : undefined,
  });
