import { z } from './zod.ts';
import { DateText, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { FlowCounts, StepId, StepResult } from './pipelines.ts';
import { nameUpTo } from './text.ts';

/** `running`: the server or a worker is at it. `waits_data`: series have not arrived. */
export const FLOW_STATES = ['running', 'waits_data', 'waits_person', 'failed', 'done', 'cancelled'] as const;
export const FlowState = z.enum(FLOW_STATES);
export type FlowState = z.infer<typeof FlowState>;

export const FLOW_STEP_STATES = ['not_started', 'running', 'waits_data', 'waits_person', 'failed', 'done', 'skipped'] as const;
export const FlowStepState = z.enum(FLOW_STEP_STATES);
export type FlowStepState = z.infer<typeof FlowStepState>;

/** Why a step waits, failed or was skipped, or what it did. `values`: what the sentence names, never a patient. */
export const FLOW_REASONS = [
  'acquisitions_missing',
  'acquisitions_found',
  'converting',
  'converted',
  'nothing_converted',
  'series_missing',
  'checking',
  'checked',
  'registering',
  'registered',
  'registration_failed',
  'registration_error',
  'segment_made',
  'nothing_proposed',
  'model_runs',
  'model_done',
  'model_failed',
  'model_not_promoted',
  'person_asked',
  'person_answered',
  'task_cancelled',
  'condition',
  'skipped_by',
  'author_gone',
  'gone',
  'refused',
  'broke',
] as const;
export const FlowReason = z.object({ code: z.enum(FLOW_REASONS), values: z.array(z.string()) });
export type FlowReason = z.infer<typeof FlowReason>;

/** What a step made. `id`: a number for an inference, a UUID for a task. */
export const FlowLink = z.object({ kind: z.enum(['infer', 'task', 'segmentation', 'registration']), id: z.string() });
export type FlowLink = z.infer<typeof FlowLink>;

export const FlowStep = z.object({
  id: StepId,
  type: z.string(),
  state: FlowStepState,
  reason: FlowReason.nullable(),
  results: z.array(StepResult),
  links: z.array(FlowLink),
  /** How many times it was begun. */
  tries: z.number().int(),
  started_at: DateText.nullable(),
  ended_at: DateText.nullable(),
});
export type FlowStep = z.infer<typeof FlowStep>;

export const ListedFlow = z.object({
  id: z.number().int(),
  pipeline: z.object({ id: z.number().int(), name: z.string(), version: z.number().int() }),
  study: z.object({
    uuid: Uuid,
    /** Empty if the caller may not see studies. */
    patientName: z.string(),
    modality: z.string(),
  }),
  state: FlowState,
  /** Of all steps, in their order. */
  steps: z.array(z.object({ id: StepId, type: z.string(), state: FlowStepState })),
  /** Index of the step that it is at; the number of steps once it has ended. */
  position: z.number().int(),
  reason: FlowReason.nullable(),
  /** Null: because the study arrived. */
  started_by: z.string().nullable(),
  created_at: DateText,
  updated_at: DateText,
});
export type ListedFlow = z.infer<typeof ListedFlow>;

export const Flow = ListedFlow.extend({ steps: z.array(FlowStep) });
export type Flow = z.infer<typeof Flow>;

export const FlowList = z.object({
  data: z.array(ListedFlow),
  counts: FlowCounts,
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
});
export type FlowList = z.infer<typeof FlowList>;

export const StartedFlows = z.object({
  /** Chosen by the client. Repeating the call has no effect. */
  request: Uuid,
  pipeline: z.number().int().min(1),
  studies: z.array(Uuid).min(1).max(LIMITS.studiesPerChange),
});

export const SkippedStep = z.object({ step: StepId, reason: nameUpTo(500) });
