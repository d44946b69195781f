import type { FormField, FormScope } from '#contract/forms.ts';
import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

export const TEXTS = {
  forms: 'Forms',
  none: 'No forms',
  noneWhy: 'Readers answer the forms of a project in the annotator, beside the images of its studies.',
  failed: 'The forms could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  nothingFound: 'No forms',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  newForm: 'New form',
  blank: 'Empty form',
  examples: 'Copy an example',
  edit: 'Edit',
  exportCsv: 'Export CSV',
  retire: 'Retire',
  offer: 'Offer again',
  retired: 'retired',
  title: 'Title',
  sections: 'Sections',
  addSection: 'Section',
  sectionTitle: 'Title of the section',
  scope: 'Filled in for',
  addField: 'Field',
  label: 'Label',
  hint: 'Hint',
  required: 'Required',
  several: 'Several options',
  options: 'Options',
  optionsHint: 'One on each line, with a code if it has one: Good = SCT:20572008 Good',
  codes: 'Codes',
  codesHint: 'One on each line: SCT:41216001 Prostate',
  unit: 'Unit (UCUM)',
  min: 'Lowest',
  max: 'Highest',
  decimals: 'Decimals',
  fieldCode: 'Code in reports',
  fieldCodeHint: 'For example SCT:103339001 Long Axis',
  shownWhen: 'Shown when',
  always: 'Always',
  rule: 'Suggested by',
  noRule: 'No rule',
  moveUp: 'Move up (Alt ↑)',
  moveDown: 'Move down (Alt ↓)',
  remove: 'Remove',
  preview: 'Preview',
  save: 'Save form',
  cancel: 'Cancel',
  discard: 'Discard changes',
  discardTitle: 'Discard the changes of this form?',
  discardWhy: 'They were not saved.',
  keep: 'Go on editing',
  chooseField: 'Choose a field to change it.',
  badCode: 'Not a code: a scheme, a colon, a value, a space and the meaning.',
  exportFailed: 'The answers could not be exported.',
} as const;

export const SCOPE_NAMES: Record<FormScope, string> = {
  study: 'The study',
  series: 'Each series',
  lesion: 'Each lesion',
  slice: 'Each slice',
};
export const KIND_NAMES: Record<FormField['kind'], string> = {
  ...{ choice: 'Choice', number: 'Number', text: 'Text', date: 'Date', code: 'Coded value' },
};

export const versionText = (number: number): string => `version ${number}`;
export const answersText = (count: number): string => `${count} ${count === 1 ? 'answer' : 'answers'}`;
export const fieldsText = (count: number): string => `${count} ${count === 1 ? 'field' : 'fields'}`;
export const actionsText = (title: string): string => `Actions of ${title}`;

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: 'Only the creator of the project or a team administrator changes its forms.',
    conflict: 'Somebody else changed this form in the meantime. Copy what you need, then open it again.',
    invalid: failure.kind === 'refused' ? Object.values(failure.errors ?? {}).flat()[0] : undefined,
    too_large: failure.kind === 'refused' && failure.limit ? `There can be at most ${failure.limit.max}.` : undefined,
  });
