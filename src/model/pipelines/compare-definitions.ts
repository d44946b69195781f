import type { PipelineChoices, PipelineDefinition, PipelineStep } from '#contract/pipelines.ts';
import { t } from '#language/t.ts';
import { STEP_NAMES, stepSummary, whenText } from './step-words.ts';

type Names = Parameters<typeof stepSummary>[1] & Pick<PipelineChoices, 'body_parts'>;

/** `step`: where it is in the later definition; null: it is not there, or the change is of no step. */
export interface DefinitionChange {
  step: string | null;
  text: string;
}

/** What is different in a later definition, in words, in the order of its steps. A step is the same if its id is. */
export function changesBetween(before: PipelineDefinition, after: PipelineDefinition, names: Names): DefinitionChange[] {
  const earlier = new Map(before.steps.map((step) => [step.id, step]));
  const later = new Map(after.steps.map((step) => [step.id, step]));
  const ofSteps = after.steps.flatMap((step, at): DefinitionChange[] => {
    const old = earlier.get(step.id);
    if (old === undefined)
      return [{ step: step.id, text: t('Step {number} is new: {step}', { number: at + 1, step: described(step, names) }) }];
    return differences(old, step, { before, after, names }).map((text) => ({
      step: step.id,
      text: t('Step {number}: {text}', { number: at + 1, text }),
    }));
  });
  const removed = before.steps.flatMap((step, at): DefinitionChange[] =>
    later.has(step.id) ? [] : [{ step: null, text: t('Step {number} is gone: {step}', { number: at + 1, step: described(step, names) }) }],
  );
  const kept = (steps: readonly PipelineStep[], others: ReadonlyMap<string, PipelineStep>): string =>
    steps.flatMap(({ id }) => (others.has(id) ? id : [])).join(' ');
  const isOrdered = kept(before.steps, later) === kept(after.steps, earlier);
  return [
    ...startsChange(before, after, names),
    ...ofSteps,
    ...removed,
    ...(isOrdered
      ? []
      : [{ step: null, text: t('The order is now {steps}', { steps: after.steps.map(({ type }) => STEP_NAMES[type]).join(', ') }) }]),
  ];
}

function startsChange(before: PipelineDefinition, after: PipelineDefinition, names: Names): DefinitionChange[] {
  const [was, is] = [startsWords(before, names), startsWords(after, names)];
  return was === is ? [] : [{ step: null, text: t('Starts {is}, before {was}', { is, was }) }];
}

function startsWords({ starts }: PipelineDefinition, { body_parts }: Names): string {
  if (starts === null) return t('by hand');
  const bodyPart = body_parts.find(({ slug }) => slug === starts.body_part)?.title ?? starts.body_part;
  const kinds = [starts.modality, bodyPart].filter(Boolean).join(', ');
  return kinds === '' ? t('for every new study') : t('for every new study of {kinds}', { kinds });
}

interface Around {
  before: PipelineDefinition;
  after: PipelineDefinition;
  names: Names;
}

function differences(old: PipelineStep, step: PipelineStep, { before, after, names }: Around): string[] {
  const [did, does] = [described(old, names), described(step, names)];
  const [ran, runs] = [conditionOf(old, before, names), conditionOf(step, after, names)];
  const [failed, fails] = [failureOf(old), failureOf(step)];
  const name = STEP_NAMES[step.type];
  // By what it says: the numbers of steps change when one is added.
  const isSameCondition = JSON.stringify(old.when) === JSON.stringify(step.when);
  return [
    ...(did === does ? [] : [t('{does}, before {did}', { does, did })]),
    ...(isSameCondition ? [] : [t('{name} runs {runs}, before {ran}', { name, runs, ran })]),
    ...(failed === fails ? [] : [t('{name} {fails}, before {failed}', { name, fails, failed })]),
    ...(wordsIn(old) === wordsIn(step)
      ? []
      : [t('{name} says “{says}”, before “{said}”', { name, says: wordsIn(step), said: wordsIn(old) })]),
  ];
}

const described = (step: PipelineStep, names: Names): string => `${STEP_NAMES[step.type]}, ${stepSummary(step, names)}`;

function conditionOf({ when }: PipelineStep, { steps }: PipelineDefinition, names: Names): string {
  return when === undefined ? t('always') : whenText(when, steps, names);
}

function failureOf({ fails: { tries, next } = { tries: 1, next: 'stop' } }: PipelineStep): string {
  return next === 'stop'
    ? t('{tries, plural, one {is tried once} other {is tried # times}}, then the flow stops', { tries })
    : t('{tries, plural, one {is tried once} other {is tried # times}}, then the flow goes on', { tries });
}

/** What a person reads. */
const wordsIn = (step: PipelineStep): string => (step.type === 'ask' ? step.note : step.type === 'notify' ? step.text : '');
