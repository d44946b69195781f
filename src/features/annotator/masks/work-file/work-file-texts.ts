import type { WorkFileRefusal } from '#localdb/masks/work-file.ts';
import { formatCountOf } from '#ui/format.ts';

export const WORK_FILE_TEXTS = {
  save: 'Save my work to a file',
  open: 'Open a file of unsent work',
  keptAside: 'Show what was kept aside',
  openWhy:
    'Choose a file that you saved with Lightship on another device, or on this one. What is in it is sent as if you had drawn it here.',
  choose: 'Choose a file',
  passphrase: 'Passphrase',
  sealed:
    'Only you can open it: in Lightship, signed in to the same account and team, with the passphrase. Without the passphrase nobody can open the file.',
  noNames: 'It has what you drew, but no images and no names of patients.',
  staysHere: 'Saving deletes nothing on this device. What waits is still sent from here.',
  saving: 'Saving the file',
  opening: 'Opening the file',
  cancel: 'Cancel',
  close: 'Close',
  goneWhy:
    'Nothing of it is lost: what this device has not sent yet is sent, and the server keeps it for you and the administrators of the team.',
  nothing: 'Nothing waits on this device, and nothing was kept aside. There is nothing to save.',
  saveFailed: 'The file could not be saved. Nothing was changed.',
  openFailed: 'The file could not be opened. Nothing was changed.',
  unreadable: 'The file could not be read. Choose it again.',
  noRoom: 'This device is full. Nothing was added. Free up space, and open the file again.',
  noFile: 'Choose a file first.',
} as const;

const REFUSED: Record<WorkFileRefusal, string> = {
  'not-a-work-file': 'This is not a file of unsent work. Nothing was added.',
  'newer-version': 'This file was saved by a newer version of Lightship. Reload this page to update it, and open the file again.',
  damaged: 'This file is damaged. Nothing was added. If there is a copy of it, open that one.',
  passphrase: 'The passphrase is not the one that the file was saved with. Nothing was added.',
  'other-user': 'This file was saved by another account. Only that account can open it. Nothing was added.',
  'other-team': 'This file was saved in another team. Open it there. Nothing was added.',
};
export const refusedText = (why: WorkFileRefusal): string => REFUSED[why];

const changesText = (count: number): string => formatCountOf(count, 'change of a mask', 'changes of masks');

export const goneText = (count: number): string =>
  `${changesText(count)} in this study, on this device, ${count === 1 ? 'is' : 'are'} in no mask on the server.`;

/** What the file will have. */
export const contentText = (count: number): string =>
  `${changesText(count)} ${count === 1 ? 'goes' : 'go'} into the file: all that you drew on this device and that no mask on the server has, in all studies of this team.`;

export const savedText = (name: string, { count, unread }: { count: number; unread: number }): string =>
  `${name} was saved, with ${changesText(count)}.${unread === 0 ? '' : ` ${changesText(unread)} cannot be read any more and ${unread === 1 ? 'is' : 'are'} not in it.`}`;

export function openedText({ added, known }: { added: number; known: number }): string {
  const before = known === 0 ? '' : ` ${changesText(known)} ${known === 1 ? 'was' : 'were'} on this device already.`;
  if (added === 0) return `Nothing was added.${before}`;
  return `${changesText(added)} ${added === 1 ? 'was' : 'were'} added, and ${added === 1 ? 'is' : 'are'} sent when the server can be reached.${before}`;
}
