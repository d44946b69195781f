import { z } from '#contract/zod.ts';
import { DateText, Uuid } from '#contract/entities.ts';
import { InferState } from '#contract/infers.ts';
import { LIMITS } from '#contract/limits.ts';
import { nameUpTo } from '#contract/text.ts';
import { ModelClass } from './manifest.ts';
import { JobFailure, JobWait } from './trainings.ts';

/** How an image is unlike those of the training. */
export const UNLIKE = ['spacing', 'extent', 'intensity', 'entropy'] as const;
export const Unlike = z.enum(UNLIKE);

/** Written by whoever ran the model: `summary.json`. */
export const InferSummary = z.object({
  classes: z
    .array(ModelClass.extend({ voxels: z.number().int().min(0), ml: z.number().min(0) }))
    .min(1)
    .max(255),
  /** Mean over the proposed voxels, in nats; null if nothing was proposed or it is not known. */
  entropy: z.number().min(0).nullable(),
  unlike: z.array(Unlike).max(UNLIKE.length),
  seconds: z.number().min(0),
});
export type InferSummary = z.infer<typeof InferSummary>;

/** What somebody did with a segment that was proposed. `dice`: of what was kept with what was proposed. */
export const PROPOSAL_DECISIONS = ['accepted', 'corrected', 'refused'] as const;
export const ProposalDecision = z.enum(PROPOSAL_DECISIONS);
export type ProposalDecision = z.infer<typeof ProposalDecision>;
export const DecidedClass = z.object({
  value: z.number().int().min(1).max(255),
  decision: ProposalDecision,
  dice: z.number().min(0).max(1).nullable(),
  by: z.string().nullable(),
  at: DateText,
});
export type DecidedClass = z.infer<typeof DecidedClass>;

/** The model of an inference. `version`, `number`: null for a model that workers bring. */
export const InferredBy = z.object({
  id: z.number().int().nullable(),
  name: z.string(),
  version: Uuid.nullable(),
  number: z.number().int().nullable(),
  /** Mean Dice over all foreground on unseen patients, and how many; null: not measured here. */
  dice: z.number().nullable(),
  held_out: z.number().int().nullable(),
  /** It learned from so many patients; null: not known. */
  learned_from: z.number().int().nullable(),
  withdrawn: z.boolean(),
});
export type InferredBy = z.infer<typeof InferredBy>;

/** An inference in a list. */
export const AiInfer = z.object({
  id: z.number().int(),
  model: InferredBy,
  study: z.object({
    uuid: Uuid,
    /** Empty if the caller may not see studies. */
    patientName: z.string(),
    modality: z.string(),
  }),
  /** UUID of the series; null: the whole study. */
  series: Uuid.nullable(),
  batch: Uuid.nullable(),
  state: InferState,
  fraction: z.number(),
  message: z.string(),
  waits: JobWait.nullable(),
  failure: JobFailure.nullable(),
  summary: InferSummary.nullable(),
  decided: z.array(DecidedClass),
  /** Null: by a conversion. */
  started_by: z.string().nullable(),
  created_at: DateText,
  started_at: DateText.nullable(),
  ended_at: DateText.nullable(),
  worker: z.string().nullable(),
});
export type AiInfer = z.infer<typeof AiInfer>;

export const InferCounts = z.object({
  queued: z.number().int(),
  running: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
});

export const AiInferList = z.object({
  data: z.array(AiInfer),
  counts: InferCounts,
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
});

/** A result of a series that can be shown beside its images. */
export const Proposal = AiInfer.pick({ id: true, model: true, decided: true, started_by: true, ended_at: true }).extend({
  series: Uuid,
  summary: InferSummary,
  /** Of the label map. */
  size: z.number().int(),
  sha256: z.string(),
  /** The patient of the study is among those that the model learned from; null: not known. */
  learned_from_patient: z.boolean().nullable(),
});
export type Proposal = z.infer<typeof Proposal>;

/** Newest first. `blinded`: the caller reads the study blinded. It is then told of no result, and its device computes none. */
export const StudyProposals = z.object({ data: z.array(Proposal), blinded: z.boolean() });
export type StudyProposals = z.infer<typeof StudyProposals>;

/** One model on many studies. */
export const BATCH_STATES = ['running', 'paused', 'cancelled'] as const;
export const InferBatch = z.object({
  uuid: Uuid,
  title: z.string(),
  model: InferredBy,
  /** `running` also once all have ended. */
  state: z.enum(BATCH_STATES),
  counts: InferCounts,
  created_by: z.string().nullable(),
  created_at: DateText,
});
export type InferBatch = z.infer<typeof InferBatch>;

export const NewInferBatch = z.object({
  uuid: Uuid,
  title: nameUpTo(LIMITS.aiModelNameChars),
  /** Id of a model of the team, of which the promoted version runs. */
  model_id: z.number().int().min(1),
  studies: z.array(Uuid).min(1).max(LIMITS.studiesPerBatch),
});
