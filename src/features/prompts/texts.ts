import type { ApiFailure } from '#api/result.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { PromptType } from '#contract/recognition.ts';
import { t } from '#language/t.ts';
import { formatDateTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the prompt pages. */
export const TEXTS = {
  /** given (SIDE-36). */
  prompts: t('AI prompts'),
  newPrompt: t('New version'),
  columns: { prompt: t('Prompt'), version: t('Version'), state: t('State'), made: t('Made') },
  active: t('in use'),
  inactive: t('not in use'),
  /** Before the models. */
  noModels: t(
    'This server has no language model: series are recognised by rules, and prompts are not used. The administrator of the server can configure a model.',
  ),
  empty: t('No prompts yet'),
  emptyWhy: t('The built-in prompts are used.'),
  failed: t('The prompts could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  modality: t('Modality'),
  modalityWrong: t('Two to four capital letters, such as MR'),
  type: t('Input of the model'),
  text: t('Prompt'),
  textNeeded: t('This field is required'),
  textNote: t('Instructions for the answer format are added automatically.'),
  use: t('Use this version from now on'),
  save: t('Save as a new version'),
  cancel: t('Cancel'),
  askNow: t('Use this version'),
  stopUse: t('Stop using'),
  edit: t('Edit as a new version'),
  delete: t('Delete version'),
  keep: t('Keep'),
  deleteWhy: t('This cannot be undone. If this version is in use, the built-in prompt is used instead.'),
  versions: t('Versions'),
  none: t('Prompt not found'),
  noneWhy: t('It may have been deleted.'),
} as const;

const TYPE_WORDS: Record<PromptType, string> = { text: t('headers'), image: t('pictures') };
export const typeText = (type: PromptType): string => TYPE_WORDS[type];
export const promptName = ({ modality, type }: { modality: string; type: PromptType }): string => `${modality}, ${typeText(type)}`;
export const versionText = (version: number): string => t('Version {version}', { version });
export const deleteTitle = (version: number): string => t('Delete version {version}?', { version });
export const modelsText = ({ text, image }: { text: string | null; image: string | null }): string =>
  [
    text === null ? t('Headers are read by rules') : t('Headers are read by {model}', { model: text }),
    image === null ? t('pictures are measured') : t('pictures are read by {model}', { model: image }),
  ].join(', ');
export function madeText(at: string, by: string | null): string {
  const made = parseWireDate(at);
  return [made ? formatDateTime(made) : '', by === null ? '' : t('by {name}', { name: by })].filter((part) => part !== '').join(' ');
}

export function failureText(failure: ApiFailure): string {
  if (failure.kind === 'network') return t('The server could not be reached. Your text is still here.');
  return failure.kind === 'refused' ? failure.message : t('The answer of the server could not be read. Your text is still here.');
}
