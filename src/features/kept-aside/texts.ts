import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AsideDecided, AsideGroup } from '#contract/aside-groups.ts';
import type { AsideReason } from '#contract/mask-operations.ts';
import { t } from '#language/t.ts';
import { formatBytes } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

export const TEXTS = {
  title: t('Kept aside'),
  note: t(
    'Changes of masks that could not take effect when they arrived. Nobody sees them in a mask. Authors see their own, ' +
      'and administrators of the team see all of them.',
  ),
  columns: { author: t('Author'), what: t('Segmentation'), why: t('Why'), when: t('Last change'), actions: t('Actions') },
  gone: t('A segmentation that was deleted, or that you may not see'),
  closed: t('Account closed'),
  openStudy: t('Open the study'),
  apply: t('Apply'),
  save: t('Save to a file'),
  discard: t('Discard'),
  keep: t('Keep'),
  discardTitle: t('Discard these changes?'),
  empty: t('Nothing was kept aside'),
  emptyWhy: t(
    'What somebody draws without the right to, or in a segment that was deleted meanwhile, is kept here until it is applied or discarded.',
  ),
  toStudies: t('Go to Studies'),
  failed: t('What was kept aside could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('This needs the network.'),
  cancel: t('Cancel'),
  close: t('Close'),
  saving: t('Reading from the server'),
  unloaded: t('Not all of it could be read from the server. No file was saved. Try again.'),
  decided: t('Somebody has applied or discarded it meanwhile. No file was saved.'),
} as const;

const REASONS: Record<AsideReason, string> = {
  access: t('The author may not draw there any more, or the segmentation is gone.'),
  segment: t('The segment was deleted.'),
  grid: t('It was drawn on other slices than the mask has now.'),
};
export const reasonText = (reason: AsideReason): string => REASONS[reason];

export const authorText = ({ user }: Pick<AsideGroup, 'user'>): string => user?.name ?? TEXTS.closed;
export const structureText = ({ structure }: Pick<AsideGroup, 'structure'>): string => structure ?? TEXTS.gone;
export const changesText = (count: number): string => t('{count, plural, one {# change} other {# changes}}', { count });
export const sizeText = ({ count, bytes }: Pick<AsideGroup, 'count' | 'bytes'>): string => `${changesText(count)}, ${formatBytes(bytes)}`;

/** For the name of the menu of a row. */
export const actionsText = (group: AsideGroup): string => `${TEXTS.columns.actions}: ${authorText(group)}, ${structureText(group)}`;

export const discardWhy = (group: AsideGroup): string =>
  t(
    '{count, plural, one {# change by {author} is} other {# changes by {author} are}} deleted on the server, and on the devices of the ' +
      'author. This cannot be undone. Save {count, plural, one {it} other {them}} to a file first, if somebody may need ' +
      '{count, plural, one {it} other {them}}.',
    { count: group.count, author: authorText(group) },
  );

export function appliedText({ done, stayed }: Omit<AsideDecided, 'next'>): string {
  const stays = t(
    '{stayed, plural, one {# change still cannot take effect and stays} other {# changes still cannot take effect and stay}} here.',
    {
      stayed,
    },
  );
  if (done === 0) return stayed === 0 ? t('Nothing was left to apply.') : stays;
  const applied = t('{done, plural, one {# change was} other {# changes were}} applied.', { done });
  return stayed === 0 ? applied : `${applied} ${stays}`;
}

export const discardedText = (done: number): string => t('{done, plural, one {# change was} other {# changes were}} discarded.', { done });

/** Who can open the file. */
export const fileText = (group: AsideGroup): string =>
  t(
    '{count, plural, one {# change goes} other {# changes go}} into the file, but no images and no names of patients. Only {author} ' +
      'can open it: in Lightship, in the annotator, with the passphrase. Without the passphrase nobody can.',
    { count: group.count, author: authorText(group) },
  );

export const savedText = (name: string, count: number): string =>
  t('{name} was saved, with {count, plural, one {# change} other {# changes}}. Nothing was deleted.', { name, count });

export function failureText(failure: ApiFailure): string {
  return changeFailureText(failure, {
    not_allowed: t('To apply it, you must be allowed to draw on this segmentation. Nothing was changed.'),
  });
}
