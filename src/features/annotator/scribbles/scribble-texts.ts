import { formatDecimal } from '#language/numbers.ts';
import { t } from '#language/t.ts';
import type { Drawn } from '#workers/masks/types.ts';
import type { ScribbleFacts, ScribbleRefusal } from '#workers/scribbles/types.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { length } from '#model/pictures/vector.ts';
import { refusedText } from '#features/annotator/masks/mask-texts.ts';

/** Why strokes found nothing. `no-volume`, `no-values`, `too-large`: of the series. */
export type ScribbleProblem = ScribbleRefusal | 'no-volume' | 'no-values' | 'too-large' | 'closed' | 'failed';

export const SCRIBBLE_TEXTS = {
  says: t('What a stroke says'),
  inside: t('Inside'),
  outside: t('Outside'),
  width: t('Width'),
  region: t('What is computed'),
  near: t('20 mm around'),
  whole: t('Whole series'),
  how: t('What taking does'),
  add: t('Add to segment'),
  replace: t('Replace segment'),
  hint: t('Draw over the structure, and over what is beside it. With Alt, a stroke says the other of the two.'),
  loading: t('Reading the values of the series …'),
  all: t('All slices'),
  take: t('Take as segment'),
  undo: t('Undo stroke'),
  discard: t('Discard'),
  here: t('Computed on this device, also without a network.'),
  notForDiagnosis: t('Not for diagnosis. Nothing counts before you have taken it.'),
} as const;

const PROBLEMS: Record<ScribbleProblem, string> = {
  'one-kind': t('Strokes of both kinds are needed: inside and outside.'),
  few: t('That is too little to learn from. Draw longer or wider strokes.'),
  'no-volume': t('The slices of this series make no volume, so strokes cannot teach a segment.'),
  'no-values': t('Strokes need all values of the series, in full resolution and not in colour.'),
  'too-large': t('This series is too large for this device to compute with it.'),
  closed: t('The segmentation was closed.'),
  failed: t('That did not work. Nothing was changed.'),
};

export const problemText = (problem: ScribbleProblem): string => PROBLEMS[problem];

/** Why what was found was not taken. The strokes stay. */
export const notTakenText = (why: Exclude<Drawn, { ok: true }>['why'] | 'failed'): string => refusedText(why);

export function strokesText(inside: number, outside: number): string {
  const counts = t('{inside, plural, one {# stroke} other {# strokes}} inside, {outside} outside.', { inside, outside });
  const missing = inside === 0 ? t('Draw one inside, too.') : outside === 0 ? t('Draw one outside, too.') : null;
  return missing === null ? counts : `${counts} ${missing}`;
}

/** What the result was computed from. */
export function factsText({ inside, outside, box: { from, to }, steps }: ScribbleFacts, space: Pick<VoxelSpace, 'steps'>): string {
  const mm = space.steps.map(length);
  const sides = mm.map((each, axis) => Math.round((to[axis]! - from[axis]! + 1) * each)).join(' × ');
  const coarse = mm.map((each, axis) => formatDecimal(each * steps[axis]!, 1)).join(' × ');
  return t('From {inside} voxels inside and {outside} outside, in {sides} mm, at {coarse} mm.', { inside, outside, sides, coarse });
}

export const visibleText = (ms: number): string => t('Visible slices in {seconds} s', { seconds: formatDecimal(ms / 1000, 1) });
export const partText = (done: number, total: number): string => t('{done} of {total}', { done, total });
