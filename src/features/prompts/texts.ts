import type { ApiFailure } from '#api/result.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { PromptType } from '#contract/recognition.ts';
import { formatDateTime, formatTime } from '#ui/format.ts';

/** Words of the pages of prompts. */
export const TEXTS = {
  /** given (SIDE-36). */
  prompts: 'AI prompts',
  newPrompt: 'New version',
  columns: { prompt: 'Prompt', version: 'Version', state: 'State', made: 'Made' },
  active: 'in use',
  inactive: 'not in use',
  /** Before the models. */
  noModels: 'No model is set on this server: series are recognised by rules, and no prompt is asked. Who runs the server can name one.',
  empty: 'No prompt was written',
  emptyWhy: 'Models are asked with the words that came with the program.',
  failed: 'The prompts could not be read',
  failedWhy: 'Nothing was changed. Try again.',
  offline: 'This page was not opened before',
  offlineWhy: 'The network is away and the page is not on this device. It is read as soon as the network is back.',
  needsServer: 'Needs the server, which is not reached now',
  modality: 'Modality',
  modalityWrong: 'Two to four capital letters, such as MR',
  type: 'What the model is shown',
  text: 'Prompt',
  textNeeded: 'This field is needed',
  textNote: 'The form of the answer is added by the program.',
  use: 'Ask this version from now on',
  save: 'Save as a new version',
  cancel: 'Cancel',
  askNow: 'Ask this version',
  stopUse: 'Take out of use',
  edit: 'Write a new version from it',
  delete: 'Delete version',
  keep: 'Keep',
  deleteWhy: 'Its text cannot be brought back. If it is the one that is asked, the words that came with the program are asked instead.',
  versions: 'Versions',
  none: 'There is no such prompt',
  noneWhy: 'It may have been deleted.',
} as const;

const TYPE_WORDS: Record<PromptType, string> = { text: 'headers', image: 'pictures' };
export const typeText = (type: PromptType): string => TYPE_WORDS[type];
export const promptName = ({ modality, type }: { modality: string; type: PromptType }): string => `${modality}, ${typeText(type)}`;
export const versionText = (version: number): string => `Version ${version}`;
export const asOfText = (at: number): string => `list as of ${formatTime(at, { seconds: false })}`;
export const modelsText = ({ text, image }: { text: string | null; image: string | null }): string =>
  [
    text === null ? 'Headers are read by rules' : `Headers are read by ${text}`,
    image === null ? 'pictures are measured' : `pictures are looked at by ${image}`,
  ].join(', ');
export function madeText(at: string, by: string | null): string {
  const made = parseWireDate(at);
  return [made ? formatDateTime(made) : '', by === null ? '' : `by ${by}`].filter((part) => part !== '').join(' ');
}

export function failureText(failure: ApiFailure): string {
  if (failure.kind === 'network') return 'The server was not reached. What you wrote is still here.';
  return failure.kind === 'refused' ? failure.message : 'The answer of the server could not be read. What you wrote is still here.';
}
