import type { z } from 'zod';
import type { InferredBy, Unlike } from '#contract/ai/inferences.ts';
import type { ShownDecision, ShownProposal } from '#model/ai/shown-proposals.ts';
import type { NoRun } from './device-runs.ts';
import type { ProposalStatus } from './proposal-store.ts';

export const PROPOSAL_TEXTS = {
  tab: 'Proposal',
  title: 'Proposals of models',
  choose: 'Proposal',
  accept: 'Accept',
  correct: 'Correct',
  refuse: 'Refuse',
  doneCorrecting: 'Done correcting',
  notForDiagnosis: 'Not for diagnosis. A proposal counts once somebody has accepted it.',
  withdrawn: 'This version was withdrawn. Its proposal is kept as it was.',
  nothingProposed: 'nothing proposed',
  noSegmentation: 'Choose a segmentation on this series in the tab Segments, or create one: accepted segments go there.',
  notHere: 'Open the segmentation first: accepted segments go there.',
  newSegmentation: 'New segmentation',
  putInto: 'Put them into',
  otherStudy: 'This patient is among those that the model learned from.',
  ownStudy: 'This patient is not among those that the model learned from.',
  notRecorded: 'The decision could not be stored on this device. Try again.',
  notSent: 'on this device, not sent yet',
  notMeasured: 'It could not be compared. Open the segmentation that it was put into.',
  onDevice: 'Models on this device',
  proposeHere: 'Propose on this device',
  running: 'The model runs on this device:',
  cancel: 'Cancel',
  computedHere: 'Computed on this device. It is not stored on the server, and neither is what you decide about it.',
  failed: 'That did not work. Nothing was changed.',
  retry: 'Try again',
} as const;

export const modelText = ({ model: { name, number } }: { model: Pick<InferredBy, 'name' | 'number'> }): string =>
  number === null ? name : `${name} ${number}`;

/** In the list of proposals. */
export const choiceText = ({ model, onDevice }: Pick<ShownProposal, 'model' | 'onDevice'>): string =>
  onDevice === true ? `${modelText({ model })} · this device` : modelText({ model });

export function learnedText({ model }: { model: InferredBy }): string {
  if (model.learned_from === null) return 'What it learned from is not known';
  return model.learned_from === 1 ? 'Learned from 1 patient' : `Learned from ${model.learned_from} patients`;
}

export function diceText({ model: { dice, held_out } }: { model: InferredBy }): string {
  if (dice === null || held_out === null) return 'Its quality was not measured here';
  return `Dice ${dice.toFixed(2)} on ${held_out} unseen ${held_out === 1 ? 'patient' : 'patients'}`;
}

const UNLIKE_TEXTS: Record<z.infer<typeof Unlike>, string> = {
  spacing: 'its voxels have another size',
  extent: 'it shows a larger or smaller part of the body',
  intensity: 'its grey values are different',
  entropy: 'the model is unsure',
};

export function unlikeText(unlike: readonly z.infer<typeof Unlike>[]): string | null {
  return unlike.length === 0 ? null : `Unlike the images that it learned from: ${unlike.map((each) => UNLIKE_TEXTS[each]).join(', ')}.`;
}

export function statusText(status: ProposalStatus): string | null {
  const texts: Record<ProposalStatus, string | null> = {
    loading: 'Loading the proposal …',
    shown: null,
    offline: 'The proposal is not on this device, and there is no connection.',
    changed: 'The proposal that arrived is not the one that was announced.',
    damaged: 'The file of the proposal cannot be read.',
    'too-large': 'The proposal is too large for this device.',
    failed: 'The proposal could not be loaded.',
  };
  return texts[status];
}

export function decidedText({ decision, by, dice }: Pick<ShownDecision, 'decision' | 'by' | 'dice'>): string {
  const who = by === null ? '' : ` by ${by}`;
  return decision === 'corrected' && dice !== null ? `corrected${who}, Dice ${dice.toFixed(2)}` : `${decision}${who}`;
}

/** Why a model has proposed nothing on this device. */
export function noRunText(why: NoRun): string {
  const texts: Record<NoRun, string> = {
    offline: 'The model is not on this device, and there is no connection.',
    failed: 'The model could not be run.',
    'not-read': 'The images are not all here yet. Try again in a moment.',
    'no-volume': 'The slices of this series make no volume.',
    'too-large': 'The series is too large for this device.',
    'no-runtime': 'What runs networks is not on this device, and there is no connection.',
    'model-changed': 'The file of the model is not the one that was announced.',
    'no-engine': 'This device cannot run this kind of model.',
    channels: 'The study does not have a series for each channel of the model.',
    'other-frame': 'The series that the model needs lie in different frames of reference, so nobody knows where one lies in the other.',
    patch: 'The model cannot be run: its manifest is wrong.',
    model: 'The model cannot be run on this device.',
  };
  return texts[why];
}
