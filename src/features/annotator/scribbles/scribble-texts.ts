import type { Drawn } from '#workers/masks/types.ts';
import type { ScribbleFacts, ScribbleRefusal } from '#workers/scribbles/types.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { length } from '#model/pictures/vector.ts';
import { refusedText } from '#features/annotator/masks/mask-texts.ts';

/** Why strokes found nothing. `no-volume`, `no-values`, `too-large`: of the series. */
export type ScribbleProblem = ScribbleRefusal | 'no-volume' | 'no-values' | 'too-large' | 'closed' | 'failed';

export const SCRIBBLE_TEXTS = {
  says: 'What a stroke says',
  inside: 'Inside',
  outside: 'Outside',
  width: 'Width',
  region: 'What is computed',
  near: '20 mm around',
  whole: 'Whole series',
  how: 'What taking does',
  add: 'Add to segment',
  replace: 'Replace segment',
  hint: 'Draw over the structure, and over what is beside it. With Alt, a stroke says the other of the two.',
  loading: 'Reading the values of the series …',
  visible: 'Visible slices',
  all: 'All slices',
  take: 'Take as segment',
  undo: 'Undo stroke',
  discard: 'Discard',
  here: 'Computed on this device, also without a network.',
  notForDiagnosis: 'Not for diagnosis. Nothing counts before you have taken it.',
} as const;

const PROBLEMS: Record<ScribbleProblem, string> = {
  'one-kind': 'Strokes of both kinds are needed: inside and outside.',
  few: 'That is too little to learn from. Draw longer or wider strokes.',
  'no-volume': 'The slices of this series make no volume, so strokes cannot teach a segment.',
  'no-values': 'Strokes need all values of the series, in full resolution and not in colour.',
  'too-large': 'This series is too large for this device to compute with it.',
  closed: 'The segmentation was closed.',
  failed: 'That did not work. Nothing was changed.',
};

export const problemText = (problem: ScribbleProblem): string => PROBLEMS[problem];

/** Why what was found was not taken. The strokes stay. */
export const notTakenText = (why: Exclude<Drawn, { ok: true }>['why'] | 'failed'): string => refusedText(why);

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

export function strokesText(inside: number, outside: number): string {
  const missing = inside === 0 ? ' Draw one inside, too.' : outside === 0 ? ' Draw one outside, too.' : '';
  return `${counted(inside, 'stroke')} inside, ${outside} outside.${missing}`;
}

/** What the result was computed from. */
export function factsText({ inside, outside, box: { from, to }, steps }: ScribbleFacts, space: Pick<VoxelSpace, 'steps'>): string {
  const mm = space.steps.map(length);
  const sides = mm.map((each, axis) => Math.round((to[axis]! - from[axis]! + 1) * each)).join(' × ');
  const coarse = mm.map((each, axis) => (each * steps[axis]!).toFixed(1)).join(' × ');
  return `From ${inside} voxels inside and ${outside} outside, in ${sides} mm, at ${coarse} mm.`;
}

export const secondsText = (ms: number): string => `in ${(ms / 1000).toFixed(1)} s`;
export const partText = (done: number, total: number): string => `${done} of ${total}`;
