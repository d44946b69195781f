import type { PipelineChoices, PipelineDefinition, PipelineStep } from '#contract/pipelines.ts';
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
    if (old === undefined) return [{ step: step.id, text: `Step ${at + 1} is new: ${described(step, names)}` }];
    return differences(old, step, { before, after, names }).map((text) => ({ step: step.id, text: `Step ${at + 1}: ${text}` }));
  });
  const removed = before.steps.flatMap((step, at): DefinitionChange[] =>
    later.has(step.id) ? [] : [{ step: null, text: `Step ${at + 1} is gone: ${described(step, names)}` }],
  );
  const kept = (steps: readonly PipelineStep[], others: ReadonlyMap<string, PipelineStep>): string =>
    steps.flatMap(({ id }) => (others.has(id) ? id : [])).join(' ');
  const isOrdered = kept(before.steps, later) === kept(after.steps, earlier);
  return [
    ...startsChange(before, after, names),
    ...ofSteps,
    ...removed,
    ...(isOrdered ? [] : [{ step: null, text: `The order is now ${after.steps.map(({ type }) => STEP_NAMES[type]).join(', ')}` }]),
  ];
}

function startsChange(before: PipelineDefinition, after: PipelineDefinition, names: Names): DefinitionChange[] {
  const [was, is] = [startsWords(before, names), startsWords(after, names)];
  return was === is ? [] : [{ step: null, text: `Starts ${is}, before ${was}` }];
}

function startsWords({ starts }: PipelineDefinition, { body_parts }: Names): string {
  if (starts === null) return 'by hand';
  const bodyPart = body_parts.find(({ slug }) => slug === starts.body_part)?.title ?? starts.body_part;
  const of = [starts.modality, bodyPart].filter(Boolean).join(', ');
  return of === '' ? 'for every new study' : `for every new study of ${of}`;
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
  // By what it says: the numbers of steps change when one is added.
  const isSameCondition = JSON.stringify(old.when) === JSON.stringify(step.when);
  return [
    ...(did === does ? [] : [`${does}, before ${did}`]),
    ...(isSameCondition ? [] : [`${STEP_NAMES[step.type]} runs ${runs}, before ${ran}`]),
    ...(failed === fails ? [] : [`${STEP_NAMES[step.type]} ${fails}, before ${failed}`]),
    ...(wordsIn(old) === wordsIn(step) ? [] : [`${STEP_NAMES[step.type]} says “${wordsIn(step)}”, before “${wordsIn(old)}”`]),
  ];
}

const described = (step: PipelineStep, names: Names): string => `${STEP_NAMES[step.type]}, ${stepSummary(step, names)}`;

function conditionOf({ when }: PipelineStep, { steps }: PipelineDefinition, names: Names): string {
  return when === undefined ? 'always' : whenText(when, steps, names);
}

function failureOf({ fails: { tries, next } = { tries: 1, next: 'stop' } }: PipelineStep): string {
  const often = tries === 1 ? 'is tried once' : `is tried ${tries} times`;
  return `${often}, then the flow ${next === 'stop' ? 'stops' : 'goes on'}`;
}

/** What a person reads. */
const wordsIn = (step: PipelineStep): string => (step.type === 'ask' ? step.note : step.type === 'notify' ? step.text : '');
