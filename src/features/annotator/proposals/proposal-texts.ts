import type { z } from 'zod';
import type { InferredBy, Unlike } from '#contract/ai/inferences.ts';
import { formatDecimal } from '#language/numbers.ts';
import { t } from '#language/t.ts';
import type { ShownDecision, ShownProposal } from '#model/ai/shown-proposals.ts';
import type { NoRun } from './device-runs.ts';
import type { ProposalStatus } from './proposal-store.ts';

export const PROPOSAL_TEXTS = {
  tab: t('Proposal'),
  title: t('Proposals of models'),
  choose: t('Proposal'),
  accept: t('Accept'),
  correct: t('Correct'),
  refuse: t('Refuse'),
  doneCorrecting: t('Done correcting'),
  notForDiagnosis: t('Not for diagnosis. A proposal counts once somebody has accepted it.'),
  withdrawn: t('This version was withdrawn. Its proposal is kept as it was.'),
  nothingProposed: t('nothing proposed'),
  noSegmentation: t('Choose a segmentation on this series in the tab Segments, or create one: accepted segments go there.'),
  notHere: t('Open the segmentation first: accepted segments go there.'),
  newSegmentation: t('New segmentation'),
  otherStudy: t('This patient is among those that the model learned from.'),
  ownStudy: t('This patient is not among those that the model learned from.'),
  notRecorded: t('The decision could not be stored on this device. Try again.'),
  notSent: t('on this device, not sent yet'),
  notMeasured: t('It could not be compared. Open the segmentation that it was put into.'),
  onDevice: t('Models on this device'),
  proposeHere: t('Propose on this device'),
  cancel: t('Cancel'),
  computedHere: t('Computed on this device. It is not stored on the server, and neither is what you decide about it.'),
  failed: t('That did not work. Nothing was changed.'),
  retry: t('Try again'),
} as const;

export const modelText = ({ model: { name, number } }: { model: Pick<InferredBy, 'name' | 'number'> }): string =>
  number === null ? name : `${name} ${number}`;

/** In the list of proposals. */
export const choiceText = ({ model, onDevice }: Pick<ShownProposal, 'model' | 'onDevice'>): string =>
  [modelText({ model }), ...(onDevice === true ? [t('this device')] : [])].join(' · ');

export function learnedText({ model }: { model: InferredBy }): string {
  if (model.learned_from === null) return t('What it learned from is not known');
  return t('Learned from {count, plural, one {# patient} other {# patients}}', { count: model.learned_from });
}

export function diceText({ model: { dice, held_out } }: { model: InferredBy }): string {
  if (dice === null || held_out === null) return t('Its quality was not measured here');
  return t('Dice {dice} on {count, plural, one {# unseen patient} other {# unseen patients}}', {
    dice: formatDecimal(dice, 2),
    count: held_out,
  });
}

const UNLIKE_TEXTS: Record<z.infer<typeof Unlike>, string> = {
  spacing: t('its voxels have another size'),
  extent: t('it shows a larger or smaller part of the body'),
  intensity: t('its grey values are different'),
  entropy: t('the model is unsure'),
};

export function unlikeText(unlike: readonly z.infer<typeof Unlike>[]): string | null {
  return unlike.length === 0
    ? null
    : t('Unlike the images that it learned from: {reasons}.', { reasons: unlike.map((each) => UNLIKE_TEXTS[each]).join(', ') });
}

export function statusText(status: ProposalStatus): string | null {
  const texts: Record<ProposalStatus, string | null> = {
    loading: t('Loading the proposal …'),
    shown: null,
    offline: t('The proposal is not on this device, and there is no connection.'),
    changed: t('The proposal that arrived is not the one that was announced.'),
    damaged: t('The file of the proposal cannot be read.'),
    'too-large': t('The proposal is too large for this device.'),
    failed: t('The proposal could not be loaded.'),
  };
  return texts[status];
}

export function decidedText({ decision, by, dice }: Pick<ShownDecision, 'decision' | 'by' | 'dice'>): string {
  if (decision === 'corrected' && dice !== null) {
    const value = formatDecimal(dice, 2);
    return by === null ? t('corrected, Dice {dice}', { dice: value }) : t('corrected by {name}, Dice {dice}', { name: by, dice: value });
  }
  return by === null ? DECIDED[decision] : DECIDED_BY[decision](by);
}

const DECIDED: Record<ShownDecision['decision'], string> = {
  accepted: t('accepted'),
  corrected: t('corrected'),
  refused: t('refused'),
};

const DECIDED_BY: Record<ShownDecision['decision'], (name: string) => string> = {
  accepted: (name) => t('accepted by {name}', { name }),
  corrected: (name) => t('corrected by {name}', { name }),
  refused: (name) => t('refused by {name}', { name }),
};

/** Why a model has proposed nothing on this device. */
export function noRunText(why: NoRun): string {
  const texts: Record<NoRun, string> = {
    offline: t('The model is not on this device, and there is no connection.'),
    failed: t('The model could not be run.'),
    'not-read': t('The images are not all here yet. Try again in a moment.'),
    'no-volume': t('The slices of this series make no volume.'),
    'too-large': t('The series is too large for this device.'),
    'no-runtime': t('What runs networks is not on this device, and there is no connection.'),
    'model-changed': t('The file of the model is not the one that was announced.'),
    'no-engine': t('This device cannot run this kind of model.'),
    channels: t('The study does not have a series for each channel of the model.'),
    'other-frame': t('The series that the model needs lie in different frames of reference, so nobody knows where one lies in the other.'),
    patch: t('The model cannot be run: its manifest is wrong.'),
    model: t('The model cannot be run on this device.'),
  };
  return texts[why];
}
