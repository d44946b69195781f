import type { ItemScope } from '#contract/forms.ts';
import { inContext, t } from '#language/t.ts';

export const FORM_TEXTS = {
  tab: t('Form'),
  form: t('Form'),
  loading: t('Loading forms'),
  failed: t('The forms could not be loaded'),
  failedWhy: t('What you answered is kept on this device.'),
  offline: t('The forms of this study are not on this device'),
  offlineWhy: t('The server cannot be reached. Forms that were opened once can be answered without it.'),
  notHere: t('The form of this campaign is not on this device. Connect once to load it.'),
  noneWhy: t('Forms belong to projects. A project that has this study has none.'),
  complete: t('Complete'),
  isComplete: t('complete'),
  notKept: t('Not kept yet'),
  whose: t('Whose answer'),
  mine: t('My answer'),
  closed: t('This form is no longer offered. Its answer can be read.'),
  remove: t('Remove'),
  byRule: t('by the rule'),
  change: t('Change'),
  confirm: t('Confirm'),
  chooseRuler: t('from ruler…'),
  noPlace: t('No place'),
  setPlace: t('Set to the shown slice'),
  showPlace: t('Show its slice'),
  needed: t('Answer this'),
  choose: t('Choose'),
  nothingFound: t('Nothing found'),
  asideTitle: t('Another version is kept'),
  aside: t('It was answered on another device, or before somebody else changed this.'),
  showAside: t('Show it'),
  hideAside: t('Show the answer'),
  useAside: t('Use this one'),
  discardAside: t('Discard'),
  failedToStore: t('The answer could not be stored on this device.'),
  exportFailed: t('The answer could not be exported.'),
  export: t('Export the answer'),
} as const;

export const ITEM_NAMES: Record<ItemScope, string> = { lesion: t('Lesion'), series: inContext('singular', 'Series'), slice: t('Slice') };
export const ITEMS_NAMES: Record<ItemScope, string> = { lesion: t('Lesions'), series: inContext('plural', 'Series'), slice: t('Slices') };

/** Of the lists of them. */
export const CARDS_NAMES: Record<ItemScope, string> = { lesion: t('Lesion cards'), series: t('Series cards'), slice: t('Slice cards') };

export const openText = (count: number): string => t('{count} open', { count });
export const rulerText = (number: number | null): string =>
  number === null ? t('from a new ruler') : t('from ruler {number}', { number });
export const versionText = (answered: number, latest: number): string =>
  t('Answered in version {answered}. The form is at version {latest}.', { answered, latest });
export const answerLatestText = (latest: number): string => t('Answer version {latest}', { latest });
export const addText = (scope: ItemScope): string => ITEM_NAMES[scope];
const REMOVE: Record<ItemScope, (number: number) => string> = {
  lesion: (number) => t('Remove lesion {number}', { number }),
  series: (number) => t('Remove series {number}', { number }),
  slice: (number) => t('Remove slice {number}', { number }),
};
export const removeItemText = (scope: ItemScope, number: number): string => REMOVE[scope](number);
export const ruleSaysText = (option: string): string => t('rule: {option}', { option });

/** `name`: null if the account no longer exists. */
export const answerOfText = (name: string | null): string =>
  name === null
    ? t('The account of the author no longer exists. The answer can only be read.')
    : t('The answer of {name}. It can only be read here.', { name });
