import { z } from '#contract/zod.ts';
import { DateText, Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { AiSegment, DiceByClass, ModelReport } from './models.ts';

/**
 * - `created`: never started;
 * - `queued`: waits for a worker;
 * - `uploading`: its worker reads the images;
 * - `running`;
 * - `stopped`: by a person; it can go on from its last checkpoint;
 * - `failed`, `complete`.
 */
export const TRAINING_STATES = ['created', 'queued', 'uploading', 'running', 'stopped', 'failed', 'complete'] as const;
export const TrainingState = z.enum(TRAINING_STATES);
export type TrainingState = z.infer<typeof TrainingState>;

/** `trees`: built in, after five patients and in seconds. `unet`: a network, trained by a worker. `unet-clicks`: such a network that corrects masks by clicks. */
export const TRAINING_ENGINES = ['trees', 'unet', 'unet-clicks'] as const;
export const TrainingEngine = z.enum(TRAINING_ENGINES);
export type TrainingEngine = z.infer<typeof TrainingEngine>;

export const TrainingParams = z.object({
  /** The network stops then, with the best it has. Trees take the time that they need. */
  seconds: z
    .number()
    .int()
    .min(10)
    .max(30 * 86_400)
    .default(420),
  /** The same seed on the same data and machine gives the same model. */
  seed: z.number().int().min(0).max(2_147_483_647).default(1),
});
export type TrainingParams = z.infer<typeof TrainingParams>;

/** What a worker measured at the end of a round or an epoch. */
export const TrainingRound = z.object({ round: z.number().int(), at: DateText, dice: DiceByClass, loss: z.number().nullable() });
export type TrainingRound = z.infer<typeof TrainingRound>;

/** Why a job waits: `worker`: those that could take it are busy; `none`: none could. Why it failed: a word of the worker or of the server. */
export const JobWait = z.enum(['worker', 'none', 'paused']);
export type JobWait = z.infer<typeof JobWait>;
export const JOB_FAILURES = ['out_of_memory', 'bad_input', 'cancelled', 'error', 'lost', 'no_worker', 'no_series', 'withdrawn'] as const;
export const JobFailure = z.enum(JOB_FAILURES);
export type JobFailure = z.infer<typeof JobFailure>;

/** A training in a list. */
export const AiTraining = z.object({
  id: z.number().int(),
  uuid: Uuid,
  model: z.object({ id: z.number().int(), name: z.string() }),
  /** Null: the dataset was deleted. */
  dataset: z.object({ id: z.number().int(), name: z.string(), version: z.number().int() }).nullable(),
  engine: TrainingEngine,
  params: TrainingParams,
  state: TrainingState,
  /** 0 to 1. */
  fraction: z.number(),
  waits: JobWait.nullable(),
  failure: JobFailure.nullable(),
  /** Mean Dice over all foreground of the last round or of the report. */
  dice: z.number().nullable(),
  created_by: z.string().nullable(),
  created_at: DateText,
  /** Of the present run. */
  started_at: DateText.nullable(),
  ended_at: DateText.nullable(),
});
export type AiTraining = z.infer<typeof AiTraining>;

export const AiTrainingDetail = AiTraining.extend({
  segments: z.array(AiSegment),
  /** A short text of the worker, without patient data. */
  message: z.string(),
  worker: z.string().nullable(),
  cases: z.object({ train: z.number().int(), validation: z.number().int(), test: z.number().int(), withdrawn: z.number().int() }),
  /** Oldest first. */
  rounds: z.array(TrainingRound),
  report: ModelReport.nullable(),
  /** The study of each case of the report. Withdrawn ones are left out; the name is empty if the caller may not see studies. */
  studies: z.array(z.object({ id: z.string(), uuid: Uuid, patientName: z.string() })),
  /** The version that it made. */
  version: z.object({ uuid: Uuid, number: z.number().int() }).nullable(),
  /** Names of pictures of held-out slices. */
  previews: z.array(z.string()),
  /** The last lines, oldest first. */
  log: z.array(z.object({ at: DateText, line: z.string() })),
  /** It may be started, or go on. */
  startable: z.boolean(),
});
export type AiTrainingDetail = z.infer<typeof AiTrainingDetail>;

export const AiTrainingList = z.object({
  data: z.array(AiTraining),
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
});

export const NewTraining = z.object({
  /** Repeating the call with it has no effect. */
  uuid: Uuid,
  model_id: z.number().int().min(1),
  /** UUID of a frozen version of a dataset. */
  dataset_version: Uuid,
  engine: TrainingEngine,
  params: TrainingParams,
});
export type NewTraining = z.infer<typeof NewTraining>;

/** AI-003, 004. `reason`: why it does not fit; null if it does. */
export const TrainSegmentation = z.object({
  id: z.number().int(),
  study: z.object({ uuid: Uuid, patientName: z.string() }),
  segments: z.array(AiSegment),
  valid: z.boolean(),
  reason: z.enum(['count', 'segments', 'nothing-drawn']).nullable(),
});
export type TrainSegmentation = z.infer<typeof TrainSegmentation>;

/** Comma list of ids. */
export const SegmentationIds = z
  .string()
  .regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/)
  .refine((text) => text.split(',').length <= LIMITS.segmentationsPerTraining);
