import type { FlowReason, FlowState, FlowStepState } from '#contract/flows.ts';
import type { Condition, PipelineChoices, PipelineProblem, PipelineStep, StepResult, StepType, When } from '#contract/pipelines.ts';
import type { TaskHolder, TaskKind } from '#contract/tasks.ts';

/** Words for steps of pipelines and flows, shown on several pages. */
export const STEP_NAMES: Record<StepType, string> = {
  wait: 'Wait for acquisitions',
  convert: 'Convert',
  check: 'Check quality',
  register: 'Register',
  infer: 'Infer',
  segment: 'Make a segmentation',
  ask: 'Ask a person',
  label: 'Label',
  project: 'Add to project',
  dataset: 'Add to dataset',
  notify: 'Notify',
};

export const FLOW_STATE_WORDS = {
  running: 'running',
  waits_data: 'waits for data',
  waits_person: 'waits for a person',
  failed: 'failed',
  done: 'done',
  cancelled: 'cancelled',
} as const satisfies Record<FlowState, string>;

export const STEP_STATE_WORDS = {
  not_started: 'not started',
  running: 'running',
  waits_data: 'waits for data',
  waits_person: 'waits for a person',
  failed: 'failed',
  done: 'done',
  skipped: 'skipped',
} as const satisfies Record<FlowStepState, string>;

export const RESULT_WORDS: Record<StepResult, string> = {
  done: 'is done',
  failed: 'failed',
  skipped: 'was skipped',
  unlike: 'found an unusual image',
  accepted: 'was accepted',
  changes: 'asked for changes',
};

export const KIND_WORDS: Record<TaskKind, string> = { annotate: 'annotation', review: 'review', answer: 'answer' };

type Names = Pick<PipelineChoices, 'models' | 'labels' | 'projects' | 'datasets' | 'people' | 'roles'>;
const nameIn = (list: readonly { id: number; name: string }[], id: number): string => list.find((each) => each.id === id)?.name ?? `#${id}`;

/** What a step does, in a few words beside its name. */
export function stepSummary(step: PipelineStep, names: Names): string {
  switch (step.type) {
    case 'wait':
      return `${step.acquisitions.join(' and ')}, at most ${step.hours} h`;
    case 'convert':
      return 'every series';
    case 'check':
      return 'of every series';
    case 'register':
      return `${step.moving} to ${step.fixed}, accepted up to ${step.max_mm} mm`;
    case 'segment':
      return `as ${step.from} proposes`;
    case 'infer':
      return [nameIn(names.models, step.model), step.acquisition !== null && `on ${step.acquisition}`].filter(Boolean).join(' ');
    case 'ask':
      return [KIND_WORDS[step.kind], `by ${holderName(step.to, names)}`, step.days !== undefined && `in ${daysText(step.days)}`]
        .filter(Boolean)
        .join(' ');
    case 'label':
      return nameIn(names.labels, step.label);
    case 'project':
      return nameIn(names.projects, step.project);
    case 'dataset':
      return nameIn(names.datasets, step.dataset);
    case 'notify':
      return step.to === 'uploader' ? 'uploader' : holderName(step.to, names);
  }
}

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);
const holderName = (to: TaskHolder, { people, roles }: Names): string =>
  'person' in to ? nameIn(people, to.person) : nameIn(roles, to.role);

/** `if step 3 failed or asked for changes`. `steps`: all, in their order. */
export function whenText(when: When, steps: readonly { id: string }[], names: Pick<Names, 'labels'>): string {
  const said = when.conditions.map((condition) => conditionText(condition, steps, names));
  return `if ${said.join(when.match === 'all' ? ' and ' : ', or ')}`;
}

function conditionText(condition: Condition, steps: readonly { id: string }[], { labels }: Pick<Names, 'labels'>): string {
  switch (condition.what) {
    case 'step':
      return `step ${steps.findIndex(({ id }) => id === condition.step) + 1} ${condition.is.map((each) => RESULT_WORDS[each]).join(' or ')}`;
    case 'finding':
      return `it has a finding, ${condition.at_least} or more`;
    case 'label':
      return `labelled ${condition.is.map((id) => nameIn(labels, id)).join(' or ')}`;
    case 'acquisition':
      return `it has ${condition.is.join(' or ')}`;
    case 'modality':
      return `modality is ${condition.is.join(' or ')}`;
    case 'body_part':
      return `body part is ${condition.is.join(' or ')}`;
  }
}

/** Why a step waits, failed or was skipped, or what it did. */
export function reasonText({ code, values }: FlowReason): string {
  const [first = '', second = ''] = values;
  switch (code) {
    case 'acquisitions_missing':
      return `${values.join(', ')} ${values.length === 1 ? 'is' : 'are'} missing`;
    case 'acquisitions_found':
      return `${values.join(', ')} found`;
    case 'converting':
      return `${first} of ${second} series converted`;
    case 'converted':
      return `${first} of ${second} series`;
    case 'nothing_converted':
      return 'No series could be converted';
    case 'series_missing':
      return first === '' ? 'No series suits the model' : `There is no converted ${first}`;
    case 'checking':
      return 'The quality of its series is being checked';
    case 'checked':
      return first === '0' ? 'Nothing was found' : `${first} ${first === '1' ? 'finding' : 'findings'}`;
    case 'registering':
      return 'The series are being registered';
    case 'registered':
      return `Error ${first} mm`;
    case 'registration_failed':
      return 'The series could not be registered';
    case 'registration_error':
      return `Error ${first} mm, allowed are ${second} mm. The patient moved between the series, or the field of view is cut`;
    case 'segment_made':
      return `${first} ${first === '1' ? 'segment was' : 'segments were'} drawn as proposed`;
    case 'nothing_proposed':
      return 'The step before has proposed nothing';
    case 'model_runs':
      return 'The model runs, or waits for a worker';
    case 'model_done':
      return values.length === 0 ? 'A proposal was made' : 'A proposal was made, of an image unlike those of the training';
    case 'model_failed':
      return 'The model failed';
    case 'model_not_promoted':
      return 'The model has no promoted version';
    case 'person_asked':
      return first === '' ? 'A person was asked' : `A person was asked, due ${first.split('-').toReversed().join('.')}`;
    case 'person_answered':
      return first === 'changes' ? 'Changes were asked for' : first === 'accepted' ? 'Accepted' : 'Answered';
    case 'task_cancelled':
      return 'The task was cancelled';
    case 'condition':
      return 'Its condition does not hold';
    case 'skipped_by':
      return `Skipped by ${first}: ${second}`;
    case 'author_gone':
      return 'Whoever saved this version has left the team. Save the pipeline again';
    case 'gone':
      return 'What the step names was deleted';
    case 'refused':
      return REFUSED[first] ?? 'The step was refused';
    case 'broke':
      return 'The server failed at this step';
  }
}

const REFUSED: Readonly<Record<string, string>> = {
  not_allowed: 'Whoever saved this version may no longer do this',
  project_closed: 'The project has started and takes no more studies',
  case_of_campaign: 'The study is read in a campaign',
};

export function problemText({ code, values: [first = ''] }: PipelineProblem): string {
  switch (code) {
    case 'step_twice':
      return 'Another step has the same name.';
    case 'step_unknown':
      return `The condition names ${first}, which is not an earlier step.`;
    case 'not_a_model':
      return 'Choose an earlier step that runs a model.';
    case 'same_acquisition':
      return 'Choose two acquisitions.';
    case 'acquisition_unknown':
      return `${first} is not an acquisition of this modality.`;
    case 'model_gone':
      return 'Choose a model.';
    case 'model_not_promoted':
      return `${first} has no promoted version.`;
    case 'label_gone':
      return 'Choose a label.';
    case 'project_gone':
      return 'Choose a project.';
    case 'project_started':
      return `${first} has started and takes no more studies.`;
    case 'dataset_gone':
      return 'Choose a dataset.';
    case 'holder_gone':
      return 'Choose a person or a role.';
    case 'permission_missing':
      return `You need the permission ${first}.`;
    case 'incomplete':
      return 'Fill in its fields.';
  }
}
