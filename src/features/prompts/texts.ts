import type { ApiFailure } from '#api/result.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { PromptType } from '#contract/recognition.ts';
import { formatDateTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the prompt pages. */
export const TEXTS = {
  /** given (SIDE-36). */
  prompts: 'AI prompts',
  newPrompt: 'New version',
  columns: { prompt: 'Prompt', version: 'Version', state: 'State', made: 'Made' },
  active: 'in use',
  inactive: 'not in use',
  /** Before the models. */
  noModels:
    'This server has no language model: series are recognised by rules, and prompts are not used. The administrator of the server can configure a model.',
  empty: 'No prompts yet',
  emptyWhy: 'The built-in prompts are used.',
  failed: 'The prompts could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  modality: 'Modality',
  modalityWrong: 'Two to four capital letters, such as MR',
  type: 'Input of the model',
  text: 'Prompt',
  textNeeded: 'This field is required',
  textNote: 'Instructions for the answer format are added automatically.',
  use: 'Use this version from now on',
  save: 'Save as a new version',
  cancel: 'Cancel',
  askNow: 'Use this version',
  stopUse: 'Stop using',
  edit: 'Edit as a new version',
  delete: 'Delete version',
  keep: 'Keep',
  deleteWhy: 'This cannot be undone. If this version is in use, the built-in prompt is used instead.',
  versions: 'Versions',
  none: 'Prompt not found',
  noneWhy: 'It may have been deleted.',
} as const;

const TYPE_WORDS: Record<PromptType, string> = { text: 'headers', image: 'pictures' };
export const typeText = (type: PromptType): string => TYPE_WORDS[type];
export const promptName = ({ modality, type }: { modality: string; type: PromptType }): string => `${modality}, ${typeText(type)}`;
export const versionText = (version: number): string => `Version ${version}`;
export const modelsText = ({ text, image }: { text: string | null; image: string | null }): string =>
  [
    text === null ? 'Headers are read by rules' : `Headers are read by ${text}`,
    image === null ? 'pictures are measured' : `pictures are read by ${image}`,
  ].join(', ');
export function madeText(at: string, by: string | null): string {
  const made = parseWireDate(at);
  return [made ? formatDateTime(made) : '', by === null ? '' : `by ${by}`].filter((part) => part !== '').join(' ');
}

export function failureText(failure: ApiFailure): string {
  if (failure.kind === 'network') return 'The server could not be reached. Your text is still here.';
  return failure.kind === 'refused' ? failure.message : 'The answer of the server could not be read. Your text is still here.';
}
