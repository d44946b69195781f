import { t } from '#language/t.ts';
import type { Drawn } from '#workers/masks/types.ts';
import type { MaskState } from '#features/annotator/masks/mask-store.ts';
import { hiddenText, lockedText, nameOf, refusedText } from '#features/annotator/masks/mask-texts.ts';

export const REARRANGE_TEXTS = {
  title: t('Merge and split'),
  other: t('Segment to merge into this one'),
  choose: t('Another segment'),
  merge: t('Merge'),
  split: t('Split into islands'),
  counting: t('Counting islands'),
  running: t('Moving voxels'),
  oneIsland: t('It is one piece. Nothing was changed.'),
  empty: t('It has no voxels. Nothing was changed.'),
  cancel: t('Cancel'),
} as const;

/** More new segments than these are asked for first. */
export const MOST_UNASKED = 5;
/** More islands stay where they are: a list of hundreds helps nobody. */
export const MOST_NEW = 50;

/** How many segments a split makes, and how many islands stay beside the largest. */
export function splitOf(islands: number): { made: number; left: number } {
  const made = Math.min(Math.max(0, islands - 1), MOST_NEW);
  return { made, left: Math.max(0, islands - 1 - made) };
}

export function askText(islands: number): string {
  const { made, left } = splitOf(islands);
  return [
    t('It has {islands} islands. The largest stays, and {made} new segments are made.', { islands, made }),
    left > 0 && t('The {count} smallest stay with it.', { count: left }),
    t('Undo brings the voxels back; the new segments stay in the list, empty.'),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

export function splitText(islands: number): string {
  const { made, left } = splitOf(islands);
  const said = t('Made {count, plural, one {# segment} other {# segments}}.', { count: made });
  return left === 0 ? said : `${said} ${t('The {count} smallest islands stay.', { count: left })}`;
}

export const mergedText = (name: string): string => t('The voxels of {name} were added, and cleared there.', { name });

/** Why another segment cannot be merged into the current one; null: it can. */
export function whyNotMerged({ segments, locked, hidden, news }: MaskState, other: string): string | null {
  const segment = segments.find(({ uuid }) => uuid === other);
  const name = nameOf(segment?.title ?? null);
  if (locked.has(other)) return lockedText(name);
  if (hidden.has(other)) return hiddenText(name);
  return news?.segments.some(({ uuid }) => uuid === other) ? null : t('{name} has no voxels.', { name });
}

export function answerText(answer: Drawn | { ok: false; why: 'failed' }, done: string): string {
  return answer.ok ? done : refusedText(answer.why);
}
