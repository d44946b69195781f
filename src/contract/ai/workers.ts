import { z } from '#contract/zod.ts';
import { DateText, Sha256, Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { nameUpTo } from '#contract/text.ts';
import { DiceByClass } from './models.ts';
import { JobFailure } from './trainings.ts';

export const WORKER_KINDS = ['train', 'infer'] as const;
export const WorkerKind = z.enum(WORKER_KINDS);
export type WorkerKind = z.infer<typeof WorkerKind>;

/** What a worker can run: `unet`, `trees`, `onnx`, or the name of a model that it brings. */
export const WorkerEngine = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/);

/** The name of an output or an input, as a path below the folder of the job. */
export const JobFileName = z
  .string()
  .max(200)
  .regex(/^[a-zA-Z0-9_-][a-zA-Z0-9._-]*(?:\/[a-zA-Z0-9_-][a-zA-Z0-9._-]*)*$/);

export const Registration = z.object({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/),
  version: z.string().max(32),
  device: z.string().max(64),
  memoryMb: z.number().int().min(0).max(100_000_000),
  engines: z.array(WorkerEngine).min(1).max(32),
  kinds: z.array(WorkerKind).min(1).max(WORKER_KINDS.length),
});
export type Registration = z.infer<typeof Registration>;

/** A job as its worker gets it. `spec` depends on the kind, see docs/workers.md. */
export const ClaimedJob = z.object({
  uuid: Uuid,
  kind: WorkerKind,
  attempt: z.number().int(),
  leaseSeconds: z.number().int(),
  /** Slug. */
  team: z.string(),
  spec: z.record(z.string(), z.unknown()),
  /** Addresses are absolute, need no header and end with the lease. */
  inputs: z.array(z.object({ name: z.string(), url: z.string(), bytes: z.number().int(), sha256: Sha256 })),
});
export type ClaimedJob = z.infer<typeof ClaimedJob>;

export const WorkerEvent = z.object({
  event: z.literal('progress'),
  round: z.number().int().min(0).max(10_000_000),
  metrics: z.object({ dice: DiceByClass.optional(), loss: z.number().optional() }),
});

export const JobProgress = z.object({
  attempt: z.number().int().min(1),
  fraction: z.number().min(0).max(1),
  message: z.string().max(200),
  events: z
    .array(WorkerEvent.partial({ round: true, metrics: true }).loose())
    .max(200)
    .default([]),
  log: z.array(z.string().max(LIMITS.logLineChars)).max(200).default([]),
});
export type JobProgress = z.infer<typeof JobProgress>;

export const FailedJob = z.object({
  attempt: z.number().int().min(1),
  reason: JobFailure.exclude(['no_worker', 'lost', 'no_series', 'withdrawn']),
  /** No patient data and no paths. */
  detail: z.string().max(500),
  /** Another attempt may succeed. */
  again: z.boolean(),
});
export type FailedJob = z.infer<typeof FailedJob>;

/** `lost`: silent for longer than its lease. */
export const WorkerState = z.enum(['idle', 'working', 'draining', 'lost', 'revoked']);

export const AiWorker = z.object({
  uuid: Uuid,
  name: z.string(),
  state: WorkerState,
  /** It belongs to this server and needs no key. */
  built_in: z.boolean(),
  device: z.string(),
  memory_mb: z.number().int(),
  engines: z.array(z.string()),
  kinds: z.array(WorkerKind),
  /** Its job in this team; others are counted only. */
  job: z
    .object({
      kind: WorkerKind,
      title: z.string(),
      fraction: z.number(),
      message: z.string(),
      training: z.number().int().nullable(),
      infer: z.number().int().nullable(),
    })
    .nullable(),
  busy_elsewhere: z.boolean(),
  last_seen: DateText,
  done_24h: z.number().int(),
  key: z.number().int().nullable(),
});
export type AiWorker = z.infer<typeof AiWorker>;

export const WorkerKey = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Engines and models that it may serve; empty: all. */
  engines: z.array(z.string()),
  teams: z.array(z.object({ slug: z.string(), name: z.string() })),
  created_by: z.string().nullable(),
  created_at: DateText,
  revoked_at: DateText.nullable(),
});
export type WorkerKey = z.infer<typeof WorkerKey>;

export const NewWorkerKey = z.object({
  uuid: Uuid,
  name: nameUpTo(64),
  engines: z.array(WorkerEngine).max(32),
});

export const WorkerOverview = z.object({
  workers: z.array(AiWorker),
  keys: z.array(WorkerKey),
  waiting: z.number().int(),
  /** When the longest waiting job was made. */
  oldest: DateText.nullable(),
  running: z.number().int(),
  done_24h: z.number().int(),
  /** Done at the first attempt. */
  first_try_24h: z.number().int(),
  /** Jobs that no worker of now can take: what they need, how many, and when the first one ends. */
  stuck: z.array(z.object({ needs: z.string(), count: z.number().int(), ends: DateText })),
});
export type WorkerOverview = z.infer<typeof WorkerOverview>;
