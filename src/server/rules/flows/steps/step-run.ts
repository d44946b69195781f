import type { Selectable } from 'kysely';
import type { FlowLink, FlowReason } from '#contract/flows.ts';
import type { PipelineStep, StepResult, StepType } from '#contract/pipelines.ts';
import type { StudyTable } from '#server/db/schema.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import type { StepRow } from '#server/rules/flows/flow-rows.ts';

/** What a step is given. It acts with the rights of the author of the version. */
export interface StepOn<T extends StepType = StepType> {
  context: ServerContext;
  author: Member;
  study: Selectable<StudyTable>;
  step: Extract<PipelineStep, { type: T }>;
  /** As it is stored, with the links of this attempt. Its UUID stands for what the attempt makes. */
  row: StepRow;
  pipeline: string;
  /** What each step has made, by its id. */
  links: ReadonlyMap<string, readonly FlowLink[]>;
}

/** `until`: look again then, whatever happens before. */
export type StepOutcome =
  | { is: 'waiting'; state: 'running' | 'waits_data' | 'waits_person'; reason: FlowReason; links?: FlowLink[]; until?: number }
  | { is: 'done'; reason?: FlowReason; results?: StepResult[]; links?: FlowLink[] }
  | { is: 'failed'; reason: FlowReason };

/**
 * Looks at the step, and does what it is for. Called again after a kill, and whenever something about the study changes: what it does twice must have an effect
 * once. A `Refusal` fails the step.
 */
export type StepRun<T extends StepType> = (on: StepOn<T>) => Promise<StepOutcome>;

export const because = (code: FlowReason['code'], ...values: (string | number)[]): FlowReason => ({ code, values: values.map(String) });
