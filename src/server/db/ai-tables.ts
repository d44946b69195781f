import type { Generated } from 'kysely';
import type { BATCH_STATES, ProposalDecision } from '#contract/ai/inferences.ts';
import type { JobFailure, TrainingEngine, TrainingState } from '#contract/ai/trainings.ts';
import type { WorkerKind } from '#contract/ai/workers.ts';

type Ms = number;

/** Bytes that arrived in parts: a model, a checkpoint, a label map. `size`, `sha256`: null until all parts are there. */
export interface AiFileTable {
  id: Generated<number>;
  team_id: number;
  uuid: string;
  parts: number;
  size: number | null;
  sha256: string | null;
  created_at: Ms;
}

export interface AiFilePartTable {
  file_id: number;
  part: number;
  object_key: string;
  size: number;
}

export interface AiModelTable {
  id: Generated<number>;
  team_id: number;
  uuid: string;
  name: string;
  code: string;
  description: string;
  structure_id: number | null;
  /** JSON: AiSegment[]. */
  segments: string;
  parent_id: number | null;
  /** JSON: id of the version, reason, user and time; null: none runs. */
  promoted: string | null;
  created_by: number | null;
  created_at: Ms;
  updated_at: Ms;
}

export interface AiVersionTable {
  id: Generated<number>;
  uuid: string;
  model_id: number;
  number: number;
  state: 'ready' | 'withdrawn';
  reason: string | null;
  /** JSON: ModelManifest. */
  manifest: string;
  /** JSON: ModelReport. */
  report: string | null;
  training_id: number | null;
  file_id: number;
  created_by: number | null;
  created_at: Ms;
}

export interface AiTrainingTable {
  id: Generated<number>;
  uuid: string;
  team_id: number;
  model_id: number;
  /** UUID of a frozen version. It may be deleted later. */
  dataset_version: string;
  engine: TrainingEngine;
  /** JSON: TrainingParams. */
  params: string;
  state: TrainingState;
  report: string | null;
  failure: JobFailure | null;
  /** JSON: UUIDs of the patients that it learned from, once it has started. */
  patients: string;
  created_by: number | null;
  created_at: Ms;
  started_at: Ms | null;
  ended_at: Ms | null;
}

export interface AiTrainingRoundTable {
  training_id: number;
  round: number;
  /** JSON: dice and loss. */
  metrics: string;
  created_at: Ms;
}

export interface AiTrainingLineTable {
  id: Generated<number>;
  training_id: number;
  line: string;
  created_at: Ms;
}

/** Rules of a team (JSON: ModelRule[]). Without a row, those that came with the product hold. */
export interface AiConfigurationTable {
  team_id: number;
  rules: string;
  version: number;
}

export interface AiBatchTable {
  id: Generated<number>;
  team_id: number;
  uuid: string;
  title: string;
  version_id: number;
  state: (typeof BATCH_STATES)[number];
  created_by: number | null;
  created_at: Ms;
}

export interface InferDecisionTable {
  infer_id: number;
  value: number;
  decision: ProposalDecision;
  dice: number | null;
  user_id: number | null;
  created_at: Ms;
}

export interface AiWorkerKeyTable {
  id: Generated<number>;
  uuid: string;
  name: string;
  secret_hash: string;
  /** JSON: what it may serve; empty: everything. */
  engines: string;
  /** Null: every team; of the worker that the server itself has started on its machine. */
  team_id: number | null;
  created_by: number | null;
  created_at: Ms;
  revoked_at: Ms | null;
}

export interface AiWorkerTable {
  id: Generated<number>;
  uuid: string;
  /** Null: it is built into a server of this database, and serves every team. */
  key_id: number | null;
  name: string;
  device: string;
  memory_mb: number;
  /** JSON. */
  engines: string;
  /** JSON. */
  kinds: string;
  draining: 0 | 1;
  last_seen: Ms;
}

/**
 * A training or an inference that a worker does [AI jobs].
 *
 *     queued ──claim──▶ running ──complete──▶ done
 *      ▲  ▲              │  │ └──fail, last attempt──▶ failed
 *      │  └─silent, fail─┘  └──stop──▶ cancelled ◀── queued, paused
 *      └──▶ paused
 */
export interface AiJobTable {
  id: Generated<number>;
  uuid: string;
  team_id: number;
  kind: WorkerKind;
  /** The engine, or the model that a worker brings. */
  needs: string;
  training_id: number | null;
  infer_id: number | null;
  batch_id: number | null;
  /** 0: somebody waits for it; 1: one of many, or after a conversion. */
  priority: 0 | 1;
  state: 'queued' | 'paused' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Number of claims. Only the latest one may change the job. */
  attempt: number;
  /** Claims since somebody asked for it. */
  tries: number;
  worker_id: number | null;
  lease_until: Ms | null;
  /** Of the secret in the addresses of its inputs; it ends with the lease. */
  ticket_hash: string | null;
  fraction: number;
  message: string;
  created_at: Ms;
  started_at: Ms | null;
  ended_at: Ms | null;
}

export interface AiOutputTable {
  job_id: number;
  name: string;
  file_id: number;
}

/**
 * Clicks of a person on a series that a worker answers. The row ends with the session: when it is closed, or when the person has said nothing for a while. A worker
 * that says nothing for as long as its lease loses it to another one.
 */
export interface ClickSessionTable {
  id: Generated<number>;
  uuid: string;
  team_id: number;
  user_id: number;
  study_id: number;
  series_id: number;
  version_id: number;
  grid_hash: string;
  worker_id: number | null;
  lease_until: Ms | null;
  /** Of the secret in the addresses of its inputs. */
  ticket_hash: string | null;
  /** Without another call of the person, it is over then. */
  client_until: Ms;
  created_at: Ms;
}

/** The last prompt of a session. */
export interface ClickPromptTable {
  session_id: number;
  number: number;
  /** JSON, as on the wire. */
  clicks: string;
  mask: string | null;
  state: 'waiting' | 'answered' | 'failed';
  answer: string | null;
  detail: string;
}

export interface AiTables {
  ai_file: AiFileTable;
  ai_file_part: AiFilePartTable;
  ai_model: AiModelTable;
  ai_version: AiVersionTable;
  ai_training: AiTrainingTable;
  ai_training_round: AiTrainingRoundTable;
  ai_training_line: AiTrainingLineTable;
  ai_configuration: AiConfigurationTable;
  ai_batch: AiBatchTable;
  infer_decision: InferDecisionTable;
  ai_worker_key: AiWorkerKeyTable;
  ai_worker: AiWorkerTable;
  ai_job: AiJobTable;
  ai_output: AiOutputTable;
  click_session: ClickSessionTable;
  click_prompt: ClickPromptTable;
}
