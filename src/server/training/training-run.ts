import type { ModelManifest } from '#model/ai/manifest.ts';
import type { Dice } from './dice.ts';

/** Input of the process. */
export interface TrainingRun {
  /** Of the dataset: see dataset-folder.ts. */
  folder: string;
  seed: number;
  threads: number;
}

/** Sent while it runs; the same as the lines of a worker in Python. */
export interface TrainingProgress {
  event: 'progress';
  /** 0 to 1. */
  fraction: number;
  message: string;
  round: number;
  metrics: { dice?: Dice };
}

export interface HeldOutCase {
  id: string;
  part: 'validation' | 'test';
  dice: Dice;
}

/** `report.json`. */
export interface TrainingReport {
  engine: 'trees';
  seed: number;
  seconds: number;
  heldOut: HeldOutCase[];
  /** Over the cases for testing, or over those for validation where there are none: `settings.meanOf`. */
  mean: Dice;
  deviation: Dice;
  settings: Record<string, unknown>;
}

export type TrainingAnswer =
  | { ok: true; model: Uint8Array; manifest: ModelManifest; report: TrainingReport }
  /** `detail` is for a person. */
  | { ok: false; why: 'bad_input'; detail: string };
