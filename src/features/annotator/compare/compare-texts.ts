import { t } from '#language/t.ts';
import type { MaskFollowing } from '#workers/masks/handle.ts';
import type { MaskComparison } from '#workers/comparison/handle.ts';
import type { Agreed, NotCompared } from '#workers/masks/types.ts';
import type { ShownProposal } from '#model/ai/shown-proposals.ts';
import { modelText } from '#features/annotator/proposals/proposal-texts.ts';
import { refusedText } from '#features/annotator/masks/mask-texts.ts';
import type { DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import { formatDecimal } from '#ui/format.ts';
import type { SideStatus } from './compare-store.ts';

export const COMPARE_TEXTS = {
  tab: t('Compare'),
  begin: t('Compare'),
  end: t('End the comparison'),
  onlyOne: t('A comparison needs two segmentations of this study, a named state of one, or the result of a model.'),
  gridWaits: t('Where the slices of one of the series are is not known yet.'),
  otherGrid: t('One of them belongs to other slices than its series has now, so it cannot be compared.'),
  table: t('How the segments differ'),
  segment: t('Segment'),
  computing: t('computing'),
  notDefined: t('not defined'),
  lowest: t('lowest'),
  noRows: t('Nothing was drawn in either of them.'),
  resample: t('Resample B to the slices of A'),
  resampleWhy: t('B lies on other voxels than A. Resampled, its borders move by up to half a voxel, and volumes may differ.'),
  resampled: t('B was resampled to the slices of A.'),
  cut: t('Some of B lies beyond the slices of A, and is left out.'),
  bySlice: t('Dice by slice'),
  before: t('Previous difference'),
  after: t('Next difference'),
  difference: t('Difference'),
  same: t('There is no difference.'),
  csv: t('Save the table as CSV'),
  majority: t('Majority'),
  atLeast: t('Votes that a voxel needs'),
  make: t('Make new segmentation'),
  made: t('Open it'),
  mayNot: t('You may not make segmentations here.'),
  needsTwo: t('Choose at least two that are drawn on the same slices.'),
  failed: t('It could not be computed.'),
} as const;

/** Of a segmentation. What the server has not received is one's own. */
export function authorText({ id, user }: Pick<DrawnSegmentation, 'id' | 'user'>, own: number): string {
  if (id === null || user?.id === own) return t('You');
  return user?.name ?? t('An account that no longer exists');
}

/** Of the result of a model. */
export const proposalText = (proposal: ShownProposal): string =>
  `${modelText(proposal)} · ${proposal.onDevice === true ? t('proposed on this device') : t('proposed')}`;

const NOT_COMPARED: Record<NotCompared | 'failed', string> = {
  closed: t('One of them is not open.'),
  'not-asked': COMPARE_TEXTS.resampleWhy,
  'frame-of-reference': t(
    'They lie in different frames of reference, so nobody knows where one lies in the other. They cannot be compared.',
  ),
  'no-volume': t('They lie on different slices, and the slices of one of them make no volume. They cannot be compared.'),
  failed: COMPARE_TEXTS.failed,
};
export const notComparedText = (why: NotCompared | 'failed'): string => NOT_COMPARED[why];

/** Why there are no mm; null if there are. */
export function noDistancesText(why: MaskComparison['noDistances']): string | null {
  switch (why) {
    case 'no-volume':
      return t('The slices make no volume, so there are no mm between slices and no ml. Dice counts voxels.');
    case 'tilted':
      return t('The slices are tilted, so distances of surfaces are not computed.');
    case 'too-large':
      return t('Both together are too large for distances of surfaces to be computed on this device.');
    case 'empty':
      return t('One of them is empty, so there are no distances.');
    case null:
      return null;
  }
}

/** Why a side cannot be compared; null: it is open. */
export function sideText(name: 'A' | 'B', status: SideStatus | null, following: MaskFollowing | null, at: unknown): string | null {
  switch (status) {
    case 'grid':
      return t('{name} belongs to other slices than the series has now.', { name });
    case 'damaged':
      return t('Something that was drawn in {name} cannot be read.', { name });
    case 'failed':
      return t('{name} could not be opened.', { name });
    case 'not-here':
      return t('What was drawn in {name} up to this state is not on this device yet.', { name });
    case 'offline':
      return t('{name} is not on this device, and the server cannot be reached.', { name });
    case 'opening':
    case null:
      return t('Opening {name}', { name });
    case 'open':
      if (following === 'ended') return t('You may not see {name} any more. What is on this device is compared.', { name });
      return following === 'waiting' && at === null
        ? t('{name} is as this device has it. Whether others have drawn since is not known.', { name })
        : null;
  }
}

export const diceText = (dice: number): string => formatDecimal(dice, 2);
export const mmText = (mm: number, digits: 1 | 2): string => formatDecimal(mm, digits);
export const onlyText = (side: 'A' | 'B'): string => t('only in {side}', { side });

/** B less A, in ml and as a share of A. */
export function differenceText({ onlyA, onlyB, both }: { onlyA: number; onlyB: number; both: number }): string {
  const less = onlyB - onlyA;
  const sign = less < 0 ? '−' : less > 0 ? '+' : '';
  const share = onlyA + both === 0 ? '' : `, ${sign}${Math.round((Math.abs(less) / (onlyA + both)) * 100)} %`;
  return `${sign}${formatDecimal(Math.abs(less), 2)} ml${share}`;
}

/** Of how many voters a voxel needs how many. */
export const agreeText = (atLeast: number, voters: number): string => t('{atLeast} of {voters} agree', { atLeast, voters });

/** What became of a majority. */
export function agreedText(answer: Agreed, segments: number): string {
  if (answer.ok) return t('Made a new segmentation with {count, plural, one {# segment} other {# segments}}.', { count: segments });
  switch (answer.why) {
    case 'empty':
      return t('They agree on no voxel. Nothing was made.');
    case 'other-grid':
    case 'grid':
    case 'damaged':
      return t('One of them is on other slices, or cannot be read. Nothing was made.');
    default:
      return refusedText(answer.why);
  }
}
