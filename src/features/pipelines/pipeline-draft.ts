import {
  NewPipeline,
  PipelineDefinition,
  type Blueprint,
  type PipelineDetail,
  type PipelineStep,
  type StepType,
} from '#contract/pipelines.ts';
import { t, translated } from '#language/t.ts';

/** What the form edits. A step may not be complete yet: then its problems are shown, and nothing is saved. */
export interface PipelineDraft {
  /** Null: it exists, and keeps its code. */
  code: string | null;
  name: string;
  modality: string;
  acquisitions: string[];
  definition: PipelineDefinition;
}

const NO_STEPS: PipelineDefinition = { starts: null, steps: [] };

export const NEW_PIPELINE: PipelineDraft = { code: '', name: '', modality: 'MR', acquisitions: [], definition: NO_STEPS };

export const draftOf = ({ name, modality_code, acquisitions, current }: PipelineDetail): PipelineDraft => ({
  ...{ code: null, name, modality: modality_code, acquisitions: acquisitions.map(({ code }) => code) },
  definition: current?.definition ?? NO_STEPS,
});

export const draftOfBlueprint = (
  { title, modality_code, acquisitions }: Pick<Blueprint, 'title' | 'modality_code' | 'acquisitions'>,
  definition: PipelineDefinition,
): PipelineDraft => ({ code: codeOf(title), name: title, modality: modality_code, acquisitions: [...acquisitions], definition });

/** A code made of a name: `Prostate MR` becomes `prostate-mr`. */
export const codeOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);

export type DraftFaults = Partial<Record<'name' | 'code', string>>;

export function faultsOf({ name, code }: PipelineDraft): DraftFaults {
  return {
    ...(name.trim() === '' && { name: t('Give the pipeline a name') }),
    ...(code !== null && !NewPipeline.shape.code.safeParse(code).success && { code: t('Use lower-case letters, digits and hyphens') }),
  };
}

/** A new step, with an id of its own. What has to be chosen is 0 or empty, which `problemsOf` names. */
export function newStep(type: StepType, steps: readonly Pick<PipelineStep, 'id' | 'type'>[]): PipelineStep {
  const id = freeId(type, steps);
  switch (type) {
    case 'wait':
      return { id, type, acquisitions: [], hours: 24 };
    case 'convert':
      return { id, type };
    case 'check':
      return { id, type };
    case 'register':
      // Two that most modalities do not have: `problemsOf` asks for others.
      return { id, type, fixed: 'T2W', moving: 'ADC', max_mm: 2 };
    case 'segment':
      return { id, type, from: steps.findLast((step) => step.type === 'infer')?.id ?? 'infer' };
    case 'infer':
      return { id, type, model: 0, acquisition: null };
    case 'ask':
      return { id, type, kind: 'review', to: { role: 0 }, note: '' };
    case 'label':
      return { id, type, label: 0 };
    case 'project':
      return { id, type, project: 0 };
    case 'dataset':
      return { id, type, dataset: 0 };
    case 'notify':
      return { id, type, to: 'uploader', text: '' };
  }
}

function freeId(type: StepType, steps: readonly { id: string }[]): string {
  const isTaken = (id: string): boolean => steps.some((step) => step.id === id);
  if (!isTaken(type)) return type;
  let number = 2;
  while (isTaken(`${type}-${number}`)) number += 1;
  return `${type}-${number}`;
}

/** With the step at another place. */
export function moved(steps: readonly PipelineStep[], from: number, to: number): PipelineStep[] {
  const next = [...steps];
  const [step] = next.splice(from, 1);
  if (step !== undefined) next.splice(Math.min(Math.max(to, 0), next.length), 0, step);
  return next;
}

/** Without the step, and without conditions on it. */
export function without(steps: readonly PipelineStep[], id: string): PipelineStep[] {
  return steps
    .filter((step) => step.id !== id)
    .map(({ when, ...step }) => {
      const conditions = when?.conditions.filter((condition) => condition.what !== 'step' || condition.step !== id) ?? [];
      return (conditions.length === 0 ? step : { ...step, when: { ...when!, conditions } }) as PipelineStep;
    });
}

/** What the schema of the wire says of a definition, by step: an empty text, no acquisition. */
export function incompleteSteps({ steps, starts }: PipelineDefinition): string[] {
  const read = PipelineDefinition.safeParse({ steps, starts });
  if (read.success) return [];
  const at = read.error.issues.flatMap(({ path: [first, index] }) => (first === 'steps' && typeof index === 'number' ? [index] : []));
  return [...new Set(at)].flatMap((index) => steps[index]?.id ?? []);
}

/** The text of a definition, or why it is none, with the place: `steps.2.model`. */
export function parseDefinition(text: string): { definition: PipelineDefinition } | { fault: string } {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    return { fault: (error as Error).message };
  }
  const { data, error } = PipelineDefinition.safeParse(read);
  if (data !== undefined) return { definition: data };
  const [issue] = error.issues;
  return { fault: `${issue?.path.join('.') ?? ''}: ${translated(issue?.message ?? '')}` };
}
