import type { FlowReason, FlowState, FlowStepState } from '#contract/flows.ts';
import type { Condition, PipelineChoices, PipelineProblem, PipelineStep, StepResult, StepType, When } from '#contract/pipelines.ts';
import type { TaskHolder, TaskKind } from '#contract/tasks.ts';
import { inContext, t, translated } from '#language/t.ts';
import { formatFigure } from '#language/numbers.ts';

/** Words for steps of pipelines and flows, shown on several pages. */
export const STEP_NAMES: Record<StepType, string> = {
  wait: t('Wait for acquisitions'),
  convert: t('Convert'),
  check: t('Check quality'),
  register: t('Register'),
  infer: t('Infer'),
  segment: t('Make a segmentation'),
  ask: t('Ask a person'),
  label: t('Label'),
  project: t('Add to project'),
  dataset: t('Add to dataset'),
  notify: t('Notify'),
};

/** Keys of statuses, which are shown in the language of the page. */
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
  done: t('is done'),
  failed: t('failed'),
  skipped: t('was skipped'),
  unlike: t('found an unusual image'),
  accepted: t('was accepted'),
  changes: t('asked for changes'),
};

/** The same at the end of a condition: `if step 3 failed`. */
const RESULTS_OF_STEP: Record<StepResult, string> = {
  done: inContext('in a condition', 'is done'),
  failed: inContext('in a condition', 'failed'),
  skipped: inContext('in a condition', 'was skipped'),
  unlike: inContext('in a condition', 'found an unusual image'),
  accepted: inContext('in a condition', 'was accepted'),
  changes: inContext('in a condition', 'asked for changes'),
};

export const KIND_WORDS: Record<TaskKind, string> = { annotate: t('annotation'), review: t('review'), answer: t('answer') };

type Names = Pick<PipelineChoices, 'models' | 'labels' | 'projects' | 'datasets' | 'people' | 'roles'>;
const nameIn = (list: readonly { id: number; name: string }[], id: number): string => list.find((each) => each.id === id)?.name ?? `#${id}`;

/** What a step does, in a few words beside its name. */
export function stepSummary(step: PipelineStep, names: Names): string {
  switch (step.type) {
    case 'wait':
      return t('{acquisitions}, at most {hours} h', { acquisitions: allOf(step.acquisitions), hours: step.hours });
    case 'convert':
      return t('every series');
    case 'check':
      return t('of every series');
    case 'register':
      return t('{moving} to {fixed}, accepted up to {most} mm', {
        moving: step.moving,
        fixed: step.fixed,
        most: formatFigure(step.max_mm),
      });
    case 'segment':
      return t('as {step} proposes', { step: step.from });
    case 'infer': {
      const model = nameIn(names.models, step.model);
      return step.acquisition === null ? model : t('{model} on {acquisition}', { model, acquisition: step.acquisition });
    }
    case 'ask': {
      const of = { kind: step.kind, holder: holderName(step.to, names) };
      return step.days === undefined
        ? t('{kind, select, annotate {annotation} review {review} other {answer}} by {holder}', of)
        : t(
            '{kind, select, annotate {annotation} review {review} other {answer}} by {holder} in {days, plural, one {# day} other {# days}}',
            { ...of, days: step.days },
          );
    }
    case 'label':
      return nameIn(names.labels, step.label);
    case 'project':
      return nameIn(names.projects, step.project);
    case 'dataset':
      return nameIn(names.datasets, step.dataset);
    case 'notify':
      return step.to === 'uploader' ? inContext('person', 'uploader') : holderName(step.to, names);
  }
}

const joined = (words: readonly string[], join: (before: string, word: string) => string): string =>
  words.length === 0 ? '' : words.reduce(join);
const allOf = (words: readonly string[]): string => joined(words, (before, word) => t('{before} and {word}', { before, word }));
const oneOf = (words: readonly string[]): string => joined(words, (before, word) => t('{before} or {word}', { before, word }));
const holderName = (to: TaskHolder, { people, roles }: Names): string =>
  'person' in to ? nameIn(people, to.person) : translated(nameIn(roles, to.role));

/** `if step 3 failed or asked for changes`. `steps`: all, in their order. */
export function whenText(when: When, steps: readonly { id: string }[], names: Pick<Names, 'labels'>): string {
  const said = when.conditions.map((condition) => conditionText(condition, steps, names));
  const conditions = when.match === 'all' ? allOf(said) : joined(said, (before, word) => t('{before}, or {word}', { before, word }));
  return t('if {conditions}', { conditions });
}

function conditionText(condition: Condition, steps: readonly { id: string }[], { labels }: Pick<Names, 'labels'>): string {
  switch (condition.what) {
    case 'step':
      return t('step {number} {results}', {
        number: steps.findIndex(({ id }) => id === condition.step) + 1,
        results: oneOf(condition.is.map((each) => RESULTS_OF_STEP[each])),
      });
    case 'finding':
      return t('it has a finding, {severity, select, info {info} warning {warning} other {error}} or more', {
        severity: condition.at_least,
      });
    case 'label':
      return t('labelled {labels}', { labels: oneOf(condition.is.map((id) => nameIn(labels, id))) });
    case 'acquisition':
      return t('it has {acquisitions}', { acquisitions: oneOf(condition.is) });
    case 'modality':
      return t('modality is {modalities}', { modalities: oneOf(condition.is) });
    case 'body_part':
      return t('body part is {parts}', { parts: oneOf(condition.is) });
  }
}

/** Why a step waits, failed or was skipped, or what it did. */
export function reasonText({ code, values }: FlowReason): string {
  const [first = '', second = ''] = values;
  switch (code) {
    case 'acquisitions_missing':
      return t('{count, plural, one {{names} is missing} other {{names} are missing}}', { count: values.length, names: values.join(', ') });
    case 'acquisitions_found':
      return t('{names} found', { names: values.join(', ') });
    case 'converting':
      return t('{done} of {total, plural, one {# series} other {# series}} converted', { done: first, total: Number(second) });
    case 'converted':
      return t('{done} of {total, plural, one {# series} other {# series}}', { done: first, total: Number(second) });
    case 'nothing_converted':
      return t('No series could be converted');
    case 'series_missing':
      return first === '' ? t('No series suits the model') : t('There is no converted {acquisition}', { acquisition: first });
    case 'checking':
      return t('The quality of its series is being checked');
    case 'checked':
      return first === '0' ? t('Nothing was found') : t('{count, plural, one {# finding} other {# findings}}', { count: Number(first) });
    case 'registering':
      return t('The series are being registered');
    case 'registered':
      return t('Error {error} mm', { error: formatFigure(first) });
    case 'registration_failed':
      return t('The series could not be registered');
    case 'registration_error':
      return t('Error {error} mm, allowed are {most} mm. The patient moved between the series, or the field of view is cut', {
        error: formatFigure(first),
        most: formatFigure(second),
      });
    case 'segment_made':
      return t('{count, plural, one {# segment was} other {# segments were}} drawn as proposed', { count: Number(first) });
    case 'nothing_proposed':
      return t('The step before has proposed nothing');
    case 'model_runs':
      return t('The model runs, or waits for a worker');
    case 'model_done':
      return values.length === 0 ? t('A proposal was made') : t('A proposal was made, of an image unlike those of the training');
    case 'model_failed':
      return t('The model failed');
    case 'model_not_promoted':
      return t('The model has no promoted version');
    case 'person_asked':
      return first === ''
        ? t('A person was asked')
        : t('A person was asked, due {date}', { date: first.split('-').toReversed().join('.') });
    case 'person_answered':
      return first === 'changes' ? t('Changes were asked for') : first === 'accepted' ? t('Accepted') : t('Answered');
    case 'task_cancelled':
      return t('The task was cancelled');
    case 'condition':
      return t('Its condition does not hold');
    case 'skipped_by':
      return t('Skipped by {name}: {reason}', { name: first, reason: second });
    case 'author_gone':
      return t('Whoever saved this version has left the team. Save the pipeline again');
    case 'gone':
      return t('What the step names was deleted');
    case 'refused':
      return REFUSED[first] ?? t('The step was refused');
    case 'broke':
      return t('The server failed at this step');
  }
}

const REFUSED: Readonly<Record<string, string>> = {
  not_allowed: t('Whoever saved this version may no longer do this'),
  project_closed: t('The project has started and takes no more studies'),
  case_of_campaign: t('The study is read in a campaign'),
};

export function problemText({ code, values: [first = ''] }: PipelineProblem): string {
  switch (code) {
    case 'step_twice':
      return t('Another step has the same name.');
    case 'step_unknown':
      return t('The condition names {step}, which is not an earlier step.', { step: first });
    case 'not_a_model':
      return t('Choose an earlier step that runs a model.');
    case 'same_acquisition':
      return t('Choose two acquisitions.');
    case 'acquisition_unknown':
      return t('{acquisition} is not an acquisition of this modality.', { acquisition: first });
    case 'model_gone':
      return t('Choose a model.');
    case 'model_not_promoted':
      return t('{model} has no promoted version.', { model: first });
    case 'label_gone':
      return t('Choose a label.');
    case 'project_gone':
      return t('Choose a project.');
    case 'project_started':
      return t('{project} has started and takes no more studies.', { project: first });
    case 'dataset_gone':
      return t('Choose a dataset.');
    case 'holder_gone':
      return t('Choose a person or a role.');
    case 'permission_missing':
      return t('You need the permission {permission}.', { permission: first });
    case 'incomplete':
      return t('Fill in its fields.');
  }
}
