import { PipelineDefinition, type Blueprint, type BlueprintFields, type BlueprintParameter } from '#contract/pipelines.ts';
import { marked } from '#language/t.ts';

/** Values of parameters by name: an id, or a person or role. */
export type BlueprintValues = Readonly<Record<string, unknown>>;

/** The definition that a blueprint makes of these values; null: one is missing, or the result is no definition. */
export function fillBlueprint({ template, parameters }: Pick<BlueprintFields, 'template' | 'parameters'>, values: BlueprintValues) {
  const names = new Set(parameters.map(({ name }) => name));
  const read = parseJson(template);
  const filled = replaceTexts(read, (text) => {
    const name = text.slice(1);
    return text.startsWith('$') && names.has(name) ? values[name] : text;
  });
  return PipelineDefinition.safeParse(filled).data ?? null;
}

/** A blueprint of a definition: each model, label, project, dataset and person or role that it names becomes a parameter. */
export function blueprintOf(definition: PipelineDefinition): Pick<Blueprint, 'parameters' | 'template'> {
  const parameters: BlueprintParameter[] = [];
  const open = (kind: BlueprintParameter['kind'], id: string): string => {
    const name = `${kind}_${id.replaceAll('-', '_')}`.slice(0, 30);
    parameters.push({ name, title: TITLES[kind], kind });
    return `$${name}`;
  };
  const steps = definition.steps.map((step) => {
    switch (step.type) {
      case 'infer':
        return { ...step, model: open('model', step.id) };
      case 'label':
        return { ...step, label: open('label', step.id) };
      case 'project':
        return { ...step, project: open('project', step.id) };
      case 'dataset':
        return { ...step, dataset: open('dataset', step.id) };
      case 'ask':
        return { ...step, to: open('holder', step.id) };
      case 'notify':
        return step.to === 'uploader' ? step : { ...step, to: open('holder', step.id) };
      default:
        return step;
    }
  });
  return { parameters, template: JSON.stringify({ ...definition, steps }, null, 2) };
}

/** They become data of the team, and are shown in the language of the page. */
const TITLES: Record<BlueprintParameter['kind'], string> = {
  model: marked('Model'),
  label: marked('Label'),
  project: marked('Project'),
  dataset: marked('Dataset'),
  holder: marked('Person or role'),
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function replaceTexts(value: unknown, replace: (text: string) => unknown): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, replace));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceTexts(each, replace)]));
}
