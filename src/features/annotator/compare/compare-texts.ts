import type { MaskFollowing } from '#workers/masks/handle.ts';
import type { MaskComparison } from '#workers/comparison/handle.ts';
import type { Agreed, NotCompared } from '#workers/masks/types.ts';
import type { ShownProposal } from '#model/ai/shown-proposals.ts';
import { modelText } from '#features/annotator/proposals/proposal-texts.ts';
import { refusedText } from '#features/annotator/masks/mask-texts.ts';
import type { DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import type { SideStatus } from './compare-store.ts';

export const COMPARE_TEXTS = {
  tab: 'Compare',
  begin: 'Compare',
  end: 'End the comparison',
  onlyOne: 'A comparison needs two segmentations of this study, a named state of one, or the result of a model.',
  gridWaits: 'Where the slices of one of the series are is not known yet.',
  otherGrid: 'One of them belongs to other slices than its series has now, so it cannot be compared.',
  table: 'How the segments differ',
  segment: 'Segment',
  computing: 'computing',
  notDefined: 'not defined',
  lowest: 'lowest',
  noRows: 'Nothing was drawn in either of them.',
  resample: 'Resample B to the slices of A',
  resampleWhy: 'B lies on other voxels than A. Resampled, its borders move by up to half a voxel, and volumes may differ.',
  resampled: 'B was resampled to the slices of A.',
  cut: 'Some of B lies beyond the slices of A, and is left out.',
  bySlice: 'Dice by slice',
  before: 'Previous difference',
  after: 'Next difference',
  difference: 'Difference',
  same: 'There is no difference.',
  csv: 'Save the table as CSV',
  majority: 'Majority',
  atLeast: 'Votes that a voxel needs',
  make: 'Make new segmentation',
  made: 'Open it',
  mayNot: 'You may not make segmentations here.',
  needsTwo: 'Choose at least two that are drawn on the same slices.',
  failed: 'It could not be computed.',
} as const;

/** Of a segmentation. What the server has not received is one's own. */
export function authorText({ id, user }: Pick<DrawnSegmentation, 'id' | 'user'>, own: number): string {
  if (id === null || user?.id === own) return 'You';
  return user?.name ?? 'An account that no longer exists';
}

/** Of the result of a model. */
export const proposalText = (proposal: ShownProposal): string =>
  `${modelText(proposal)} · ${proposal.onDevice === true ? 'proposed on this device' : 'proposed'}`;

const NOT_COMPARED: Record<NotCompared | 'failed', string> = {
  closed: 'One of them is not open.',
  'not-asked': COMPARE_TEXTS.resampleWhy,
  'frame-of-reference': 'They lie in different frames of reference, so nobody knows where one lies in the other. They cannot be compared.',
  'no-volume': 'They lie on different slices, and the slices of one of them make no volume. They cannot be compared.',
  failed: COMPARE_TEXTS.failed,
};
export const notComparedText = (why: NotCompared | 'failed'): string => NOT_COMPARED[why];

/** Why there are no mm; null if there are. */
export function noDistancesText(why: MaskComparison['noDistances']): string | null {
  switch (why) {
    case 'no-volume':
      return 'The slices make no volume, so there are no mm between slices and no ml. Dice counts voxels.';
    case 'tilted':
      return 'The slices are tilted, so distances of surfaces are not computed.';
    case 'too-large':
      return 'Both together are too large for distances of surfaces to be computed on this device.';
    case 'empty':
      return 'One of them is empty, so there are no distances.';
    case null:
      return null;
  }
}

/** Why a side cannot be compared; null: it is open. */
export function sideText(name: 'A' | 'B', status: SideStatus | null, following: MaskFollowing | null, at: unknown): string | null {
  switch (status) {
    case 'grid':
      return `${name} belongs to other slices than the series has now.`;
    case 'damaged':
      return `Something that was drawn in ${name} cannot be read.`;
    case 'failed':
      return `${name} could not be opened.`;
    case 'not-here':
      return `What was drawn in ${name} up to this state is not on this device yet.`;
    case 'offline':
      return `${name} is not on this device, and the server cannot be reached.`;
    case 'opening':
    case null:
      return `Opening ${name}`;
    case 'open':
      if (following === 'ended') return `You may not see ${name} any more. What is on this device is compared.`;
      return following === 'waiting' && at === null
        ? `${name} is as this device has it. Whether others have drawn since is not known.`
        : null;
  }
}

export const diceText = (dice: number): string => dice.toFixed(2);
export const mmText = (mm: number, digits: 1 | 2): string => mm.toFixed(digits);
export const onlyText = (side: 'A' | 'B'): string => `only in ${side}`;

/** B less A, in ml and as a share of A. */
export function differenceText({ onlyA, onlyB, both }: { onlyA: number; onlyB: number; both: number }): string {
  const less = onlyB - onlyA;
  const sign = less < 0 ? '−' : less > 0 ? '+' : '';
  const share = onlyA + both === 0 ? '' : `, ${sign}${Math.round((Math.abs(less) / (onlyA + both)) * 100)} %`;
  return `${sign}${Math.abs(less).toFixed(2)} ml${share}`;
}

/** Of how many voters a voxel needs how many. */
export const agreeText = (atLeast: number, voters: number): string => `${atLeast} of ${voters} agree`;

/** What became of a majority. */
export function agreedText(answer: Agreed, segments: number): string {
  if (answer.ok) return `Made a new segmentation with ${segments} ${segments === 1 ? 'segment' : 'segments'}.`;
  switch (answer.why) {
    case 'empty':
      return 'They agree on no voxel. Nothing was made.';
    case 'other-grid':
    case 'grid':
    case 'damaged':
      return 'One of them is on other slices, or cannot be read. Nothing was made.';
    default:
      return refusedText(answer.why);
  }
}
