import type { NewTraining, TrainingEngine } from '#contract/ai/trainings.ts';
import { TEXTS } from './texts.ts';

/** What the form holds, as it was typed. */
export interface TrainingDraft {
  model: { id: number; name: string; structure_id: number | null; segments: readonly { title: string; value: number }[] } | null;
  dataset: { id: number; name: string } | null;
  version: { uuid: string; fits: boolean } | null;
  engine: TrainingEngine;
  seconds: string;
  seed: string;
}

export type DraftFaults = Partial<Record<'model' | 'version' | 'seconds' | 'seed', string>>;

export const NEW_TRAINING: TrainingDraft = { model: null, dataset: null, version: null, engine: 'unet', seconds: '420', seed: '1' };

export function faultsOf({ model, version, engine, seconds, seed }: TrainingDraft): DraftFaults {
  return {
    ...(model === null && { model: TEXTS.modelNeeded }),
    ...(version === null && { version: TEXTS.versionNeeded }),
    ...(version !== null && !version.fits && { version: TEXTS.segmentsDiffer }),
    ...(engine !== 'trees' && !isWithin(seconds, 10, 2_592_000) && { seconds: TEXTS.secondsWrong }),
    ...(!isWithin(seed, 0, 2_147_483_647) && { seed: TEXTS.seedWrong }),
  };
}

const isWithin = (text: string, least: number, most: number): boolean =>
  /^\d{1,10}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

/** Of a draft without faults. Trees take the time that they need. */
export const draftToBody = (draft: TrainingDraft, uuid: string): NewTraining => ({
  uuid,
  model_id: draft.model?.id ?? 0,
  dataset_version: draft.version?.uuid ?? '',
  engine: draft.engine,
  params: { seconds: draft.engine !== 'trees' ? Number(draft.seconds) : 420, seed: Number(draft.seed) },
});
