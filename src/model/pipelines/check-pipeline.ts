import type { PipelineChoices, PipelineDefinition, PipelineProblem, PipelineStep } from '#contract/pipelines.ts';
import type { TaskHolder } from '#contract/tasks.ts';

/** What a definition may name, and the modality of the pipeline; without it, acquisitions of every modality are known. */
export type PipelineSurroundings = PipelineChoices & { modality?: string | undefined };

type Code = PipelineProblem['code'];
type Found = readonly [code: Code, ...values: string[]];

/** Steps that act with a permission of the author. */
const NEEDED: Partial<Record<PipelineStep['type'], string>> = {
  register: 'r:studies:detail',
  infer: 'r:ai-infers',
  segment: 'r:segmentations',
  ask: 'r:studies',
  label: 'r:studies',
  project: 'r:projects',
  dataset: 'r:datasets',
};

/** Everything that keeps a definition from being saved, in the order of its steps. The same on the page and on the server. */
export function problemsOf({ steps }: PipelineDefinition, around: PipelineSurroundings): PipelineProblem[] {
  const before = new Map<string, PipelineStep['type']>();
  return steps.flatMap((step) => {
    const found = [...ofOrder(step, before), ...ofPermission(step, around), ...ofNames(step, around)];
    before.set(step.id, step.type);
    return found.map(([code, ...values]) => ({ step: step.id, code, values }));
  });
}

function ofOrder(step: PipelineStep, before: ReadonlyMap<string, PipelineStep['type']>): Found[] {
  const { id, when } = step;
  const asked = when?.conditions.flatMap((condition) => (condition.what === 'step' ? [condition.step] : [])) ?? [];
  const unknown = asked.filter((one) => !before.has(one)).map((one): Found => ['step_unknown', one]);
  const source: Found[] = step.type === 'segment' && before.get(step.from) !== 'infer' ? [['not_a_model', step.from]] : [];
  return [...(before.has(id) ? [['step_twice', id] as const] : []), ...unknown, ...source];
}

function ofPermission({ type }: PipelineStep, { permissions }: PipelineSurroundings): Found[] {
  const needed = NEEDED[type];
  return needed === undefined || permissions.includes(needed) ? [] : [['permission_missing', needed]];
}

function ofNames(step: PipelineStep, around: PipelineSurroundings): Found[] {
  switch (step.type) {
    case 'wait':
      return step.acquisitions.flatMap((code) => ofAcquisition(code, around));
    case 'infer':
      return [...ofModel(step.model, around), ...ofAcquisition(step.acquisition, around)];
    case 'ask':
      return ofHolder(step.to, around);
    case 'notify':
      return step.to === 'uploader' ? [] : ofHolder(step.to, around);
    case 'label':
      return around.labels.some(({ id }) => id === step.label) ? [] : [['label_gone']];
    case 'project': {
      const project = around.projects.find(({ id }) => id === step.project);
      if (project === undefined) return [['project_gone']];
      return project.open ? [] : [['project_started', project.name]];
    }
    case 'dataset':
      return around.datasets.some(({ id }) => id === step.dataset) ? [] : [['dataset_gone']];
    case 'register':
      return [
        ...ofAcquisition(step.fixed, around),
        ...ofAcquisition(step.moving, around),
        ...(step.fixed === step.moving ? [['same_acquisition', step.fixed] as const] : []),
      ];
    case 'convert':
    case 'check':
    case 'segment':
      return [];
  }
}

function ofModel(id: number, { models }: PipelineSurroundings): Found[] {
  const model = models.find((each) => each.id === id);
  if (model === undefined) return [['model_gone']];
  return model.promoted ? [] : [['model_not_promoted', model.name]];
}

function ofAcquisition(code: string | null, { acquisitions, modality }: PipelineSurroundings): Found[] {
  const isKnown = acquisitions.some((one) => one.code === code && (modality === undefined || one.modality === modality));
  return code === null || isKnown ? [] : [['acquisition_unknown', code]];
}

function ofHolder(to: TaskHolder, { people, roles }: PipelineSurroundings): Found[] {
  const isThere = 'person' in to ? people.some(({ id }) => id === to.person) : roles.some(({ id }) => id === to.role);
  return isThere ? [] : [['holder_gone']];
}
