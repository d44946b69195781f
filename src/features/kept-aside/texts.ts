import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AsideDecided, AsideGroup } from '#contract/aside-groups.ts';
import type { AsideReason } from '#contract/mask-operations.ts';
import { formatBytes, formatCountOf } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

export const TEXTS = {
  title: 'Kept aside',
  note: 'Changes of masks that could not take effect when they arrived. Nobody sees them in a mask. Authors see their own, and administrators of the team see all of them.',
  columns: { author: 'Author', what: 'Segmentation', why: 'Why', when: 'Last change', actions: 'Actions' },
  gone: 'A segmentation that was deleted, or that you may not see',
  closed: 'Account closed',
  openStudy: 'Open the study',
  apply: 'Apply',
  save: 'Save to a file',
  discard: 'Discard',
  keep: 'Keep',
  discardTitle: 'Discard these changes?',
  empty: 'Nothing was kept aside',
  emptyWhy:
    'What somebody draws without the right to, or in a segment that was deleted meanwhile, is kept here until it is applied or discarded.',
  toStudies: 'Go to Studies',
  failed: 'What was kept aside could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'This needs the network.',
  cancel: 'Cancel',
  close: 'Close',
  saving: 'Reading from the server',
  unloaded: 'Not all of it could be read from the server. No file was saved. Try again.',
  decided: 'Somebody has applied or discarded it meanwhile. No file was saved.',
} as const;

const REASONS: Record<AsideReason, string> = {
  access: 'The author may not draw there any more, or the segmentation is gone.',
  segment: 'The segment was deleted.',
  grid: 'It was drawn on other slices than the mask has now.',
};
export const reasonText = (reason: AsideReason): string => REASONS[reason];

export const authorText = ({ user }: Pick<AsideGroup, 'user'>): string => user?.name ?? TEXTS.closed;
export const structureText = ({ structure }: Pick<AsideGroup, 'structure'>): string => structure ?? TEXTS.gone;
export const changesText = (count: number): string => formatCountOf(count, 'change', 'changes');
export const sizeText = ({ count, bytes }: Pick<AsideGroup, 'count' | 'bytes'>): string => `${changesText(count)}, ${formatBytes(bytes)}`;

/** For the name of the menu of a row. */
export const actionsText = (group: AsideGroup): string => `${TEXTS.columns.actions}: ${authorText(group)}, ${structureText(group)}`;

export const discardWhy = (group: AsideGroup): string =>
  `${changesText(group.count)} by ${authorText(group)} ${group.count === 1 ? 'is' : 'are'} deleted on the server, and on the devices of the author. This cannot be undone. Save ${group.count === 1 ? 'it' : 'them'} to a file first, if somebody may need ${group.count === 1 ? 'it' : 'them'}.`;

export function appliedText({ done, stayed }: Omit<AsideDecided, 'next'>): string {
  const stays = `${changesText(stayed)} still cannot take effect and ${stayed === 1 ? 'stays' : 'stay'} here.`;
  if (done === 0) return stayed === 0 ? 'Nothing was left to apply.' : stays;
  const applied = `${changesText(done)} ${done === 1 ? 'was' : 'were'} applied.`;
  return stayed === 0 ? applied : `${applied} ${stays}`;
}

export const discardedText = (done: number): string => `${changesText(done)} ${done === 1 ? 'was' : 'were'} discarded.`;

/** Who can open the file. */
export const fileText = (group: AsideGroup): string =>
  `${changesText(group.count)} ${group.count === 1 ? 'goes' : 'go'} into the file, but no images and no names of patients. Only ${authorText(group)} can open it: in Lightship, in the annotator, with the passphrase. Without the passphrase nobody can.`;

export const savedText = (name: string, count: number): string => `${name} was saved, with ${changesText(count)}. Nothing was deleted.`;

export function failureText(failure: ApiFailure): string {
  return changeFailureText(failure, { not_allowed: 'To apply it, you must be allowed to draw on this segmentation. Nothing was changed.' });
}
