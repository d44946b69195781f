import { t } from '#language/t.ts';
import type { WorkFileRefusal } from '#localdb/masks/work-file.ts';

export const WORK_FILE_TEXTS = {
  save: t('Save my work to a file'),
  open: t('Open a file of unsent work'),
  keptAside: t('Show what was kept aside'),
  openWhy: t(
    'Choose a file that you saved with Lightship on another device, or on this one. What is in it is sent as if you had drawn it here.',
  ),
  choose: t('Choose a file'),
  passphrase: t('Passphrase'),
  sealed: t(
    'Only you can open it: in Lightship, signed in to the same account and team, with the passphrase. Without the passphrase nobody can open the file.',
  ),
  noNames: t('It has what you drew, but no images and no names of patients.'),
  staysHere: t('Saving deletes nothing on this device. What waits is still sent from here.'),
  saving: t('Saving the file'),
  opening: t('Opening the file'),
  cancel: t('Cancel'),
  close: t('Close'),
  goneWhy: t(
    'Nothing of it is lost: what this device has not sent yet is sent, and the server keeps it for you and the administrators of the team.',
  ),
  nothing: t('Nothing waits on this device, and nothing was kept aside. There is nothing to save.'),
  saveFailed: t('The file could not be saved. Nothing was changed.'),
  openFailed: t('The file could not be opened. Nothing was changed.'),
  unreadable: t('The file could not be read. Choose it again.'),
  noRoom: t('This device is full. Nothing was added. Free up space, and open the file again.'),
  noFile: t('Choose a file first.'),
} as const;

const REFUSED: Record<WorkFileRefusal, string> = {
  'not-a-work-file': t('This is not a file of unsent work. Nothing was added.'),
  'newer-version': t('This file was saved by a newer version of Lightship. Reload this page to update it, and open the file again.'),
  damaged: t('This file is damaged. Nothing was added. If there is a copy of it, open that one.'),
  passphrase: t('The passphrase is not the one that the file was saved with. Nothing was added.'),
  'other-user': t('This file was saved by another account. Only that account can open it. Nothing was added.'),
  'other-team': t('This file was saved in another team. Open it there. Nothing was added.'),
};
export const refusedText = (why: WorkFileRefusal): string => REFUSED[why];

export const goneText = (count: number): string =>
  t(
    '{count, plural, one {# change of a mask in this study, on this device, is} other {# changes of masks in this study, on this device, are}} in no mask on the server.',
    { count },
  );

/** What the file will have. */
export const contentText = (count: number): string =>
  t(
    '{count, plural, one {# change of a mask goes} other {# changes of masks go}} into the file: all that you drew on this device and that no mask on the server has, in all studies of this team.',
    { count },
  );

export function savedText(name: string, { count, unread }: { count: number; unread: number }): string {
  const saved = t('{name} was saved, with {count, plural, one {# change of a mask} other {# changes of masks}}.', { name, count });
  if (unread === 0) return saved;
  const left = t(
    '{count, plural, one {# change of a mask cannot be read any more and is} other {# changes of masks cannot be read any more and are}} not in it.',
    { count: unread },
  );
  return `${saved} ${left}`;
}

export function openedText({ added, known }: { added: number; known: number }): string {
  const said =
    added === 0
      ? t('Nothing was added.')
      : t(
          '{count, plural, one {# change of a mask was added, and is} other {# changes of masks were added, and are}} sent when the server can be reached.',
          { count: added },
        );
  if (known === 0) return said;
  const before = t('{count, plural, one {# change of a mask was} other {# changes of masks were}} on this device already.', {
    count: known,
  });
  return `${said} ${before}`;
}
