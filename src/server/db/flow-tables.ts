import type { Generated } from 'kysely';
import type { FlowState, FlowStepState } from '#contract/flows.ts';
import type { StepType } from '#contract/pipelines.ts';

type Ms = number;

/** Steps of a pipeline. A version never changes. */
export interface PipelineVersionTable {
  id: Generated<number>;
  pipeline_id: number;
  number: number;
  /** JSON: PipelineDefinition. */
  definition: string;
  /** Whose rights its flows have. */
  author_id: number | null;
  created_at: Ms;
}

export interface PipelineBlueprintTable {
  id: Generated<number>;
  team_id: number;
  uuid: string;
  /** JSON: BlueprintFields. */
  fields: string;
  title: string;
  created_by: number | null;
  created_at: Ms;
  updated_at: Ms;
}

/** One run of a version over a study. */
export interface FlowTable {
  id: Generated<number>;
  team_id: number;
  pipeline_id: number;
  version_id: number;
  study_id: number;
  state: FlowState;
  /** Index of the step that it is at. */
  position: number;
  /** Grows when something has happened that its step may wait for. */
  woken: number;
  /** Unique while it has not ended: a pipeline runs once at a time over a study. Failed flows are open. */
  open_key: string | null;
  /** Unique: what it was started by happened once. */
  start_key: string;
  /** Null: the study arrived. */
  started_by: number | null;
  created_at: Ms;
  updated_at: Ms;
  ended_at: Ms | null;
}

export interface FlowStepTable {
  id: Generated<number>;
  flow_id: number;
  position: number;
  /** Its id in the definition. */
  step: string;
  type: StepType;
  state: FlowStepState;
  /** Of this attempt: what it makes is known by it, so that it is made once. */
  uuid: string;
  tries: number;
  /** JSON: FlowReason. */
  reason: string | null;
  /** JSON: StepResult[]. */
  results: string;
  /** JSON: FlowLink[]. */
  links: string;
  started_at: Ms | null;
  ended_at: Ms | null;
}

export interface FlowTables {
  pipeline_version: PipelineVersionTable;
  pipeline_blueprint: PipelineBlueprintTable;
  flow: FlowTable;
  flow_step: FlowStepTable;
}
