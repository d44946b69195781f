import type { ItemScope } from '#contract/forms.ts';

export const FORM_TEXTS = {
  tab: 'Form',
  form: 'Form',
  loading: 'Loading forms',
  failed: 'The forms could not be loaded',
  failedWhy: 'What you answered is kept on this device.',
  offline: 'The forms of this study are not on this device',
  offlineWhy: 'The server cannot be reached. Forms that were opened once can be answered without it.',
  notHere: 'The form of this campaign is not on this device. Connect once to load it.',
  noneWhy: 'Forms belong to projects. A project that has this study has none.',
  complete: 'Complete',
  isComplete: 'complete',
  notKept: 'Not kept yet',
  whose: 'Whose answer',
  mine: 'My answer',
  closed: 'This form is no longer offered. Its answer can be read.',
  remove: 'Remove',
  byRule: 'by the rule',
  change: 'Change',
  confirm: 'Confirm',
  chooseRuler: 'from ruler…',
  noPlace: 'No place',
  setPlace: 'Set to the shown slice',
  showPlace: 'Show its slice',
  needed: 'Answer this',
  choose: 'Choose',
  nothingFound: 'Nothing found',
  asideTitle: 'Another version is kept',
  aside: 'It was answered on another device, or before somebody else changed this.',
  showAside: 'Show it',
  hideAside: 'Show the answer',
  useAside: 'Use this one',
  discardAside: 'Discard',
  failedToStore: 'The answer could not be stored on this device.',
  exportFailed: 'The answer could not be exported.',
  export: 'Export the answer',
} as const;

export const ITEM_NAMES: Record<ItemScope, string> = { lesion: 'Lesion', series: 'Series', slice: 'Slice' };
export const ITEMS_NAMES: Record<ItemScope, string> = { lesion: 'Lesions', series: 'Series', slice: 'Slices' };

export const openText = (count: number): string => `${count} open`;
export const rulerText = (number: number | null): string => (number === null ? 'from a new ruler' : `from ruler ${number}`);
export const versionText = (answered: number, latest: number): string =>
  `Answered in version ${answered}. The form is at version ${latest}.`;
export const answerLatestText = (latest: number): string => `Answer version ${latest}`;
export const addText = (scope: ItemScope): string => ITEM_NAMES[scope];
export const removeItemText = (scope: ItemScope, number: number): string => `Remove ${ITEM_NAMES[scope].toLowerCase()} ${number}`;
export const ruleSaysText = (option: string): string => `rule: ${option}`;

/** `name`: null if the account no longer exists. */
export const answerOfText = (name: string | null): string =>
  name === null
    ? 'The account of the author no longer exists. The answer can only be read.'
    : `The answer of ${name}. It can only be read here.`;
