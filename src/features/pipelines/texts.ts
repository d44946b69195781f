import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { Blueprint } from '#contract/pipelines.ts';
import { inContext, t, translated } from '#language/t.ts';
import type { TrialOutcome } from '#model/pipelines/try-pipeline.ts';
import { formatCount, formatMoment } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

const askToDelete = (name: string): string => t('Delete “{name}”?', { name });

/** Texts of the pages of pipelines. */
export const TEXTS = {
  /** given (SIDE-30). */
  pipelines: t('Pipelines'),
  blueprints: t('Blueprints'),
  columns: { name: t('Pipeline'), modality: t('Modality'), acquisitions: t('Acquisitions') },
  newPipeline: t('New pipeline'),
  fromBlueprint: t('From a blueprint'),
  empty: t('No pipelines yet'),
  emptyWhy: t('A pipeline is what happens to a study: waiting for series, a model, a person, a dataset. It starts by itself or by hand.'),
  failed: t('The pipelines could not be loaded'),
  oneFailed: t('The pipeline could not be loaded'),
  blueprintsFailed: t('The blueprints could not be loaded'),
  choicesFailed: t('What can be chosen could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  notFound: t('Pipeline not found'),
  notFoundWhy: t('It may have been deleted.'),
  none: '–',
  edit: t('Edit'),
  run: t('Run on studies…'),
  runTitle: t('Run on studies'),
  more: t('More'),
  saveAsBlueprint: t('Save as blueprint'),
  savedAsBlueprint: t('Saved as a blueprint'),
  delete: {
    menu: t('Delete…'),
    ask: askToDelete,
    act: t('Delete'),
    why: t('Its open flows are cancelled. What they have done stays.'),
    keep: t('Keep'),
  },
  deleteBlueprint: {
    menu: t('Delete…'),
    ask: askToDelete,
    act: t('Delete'),
    why: t('Pipelines that were made from it stay.'),
    keep: t('Keep'),
  },
  ships: t('part of Lightship'),
  use: t('Use'),
  noSteps: t('It has no steps yet'),
  noStepsWhy: t('It can be chosen at an upload, and requires its acquisitions.'),
  versions: t('Versions'),
  flows: t('Flows'),
  /** The form. */
  name: t('Name'),
  code: t('Code'),
  codeNote: t('Lower-case letters, digits and hyphens. It cannot be changed later.'),
  codeTaken: t('Another pipeline has this code, or somebody else has saved meanwhile. Load the page again.'),
  modality: t('Modality'),
  bodyPart: t('Body part'),
  any: t('any'),
  required: t('Acquisitions that an upload needs'),
  starts: t('Starts for every new study'),
  startsNote: t('Otherwise only for studies that are uploaded with it or chosen by hand.'),
  steps: t('Steps'),
  form: t('Form'),
  text: t('Text'),
  textLabel: t('Steps as text'),
  addStep: t('Step'),
  moveUp: t('Move up'),
  moveDown: t('Move down'),
  remove: t('Remove'),
  problems: t('Before you save'),
  changes: t('Changes'),
  trial: t('Trial'),
  tryOn: t('Try on a study…'),
  trialTitle: t('Try on a study'),
  trialNote: t('What the steps would do to a study as it is now. Nothing is run.'),
  noName: t('No name'),
  graph: t('Graph'),
  graphNote: t('follows the form'),
  discard: t('Discard'),
  ready: t('Nothing keeps this from being saved.'),
  model: t('Model'),
  on: inContext('series', 'On'),
  suitable: t('the most suitable series'),
  hours: t('At most, in hours'),
  moving: t('Register'),
  fixed: inContext('registration', 'To'),
  maxMm: t('Accepted up to, in mm'),
  from: t('As proposed by'),
  acquisitions: t('Acquisitions'),
  task: t('Task'),
  to: inContext('recipient', 'To'),
  people: t('People'),
  roles: t('Roles'),
  uploader: t('who uploaded it'),
  days: t('Due after days'),
  note: t('Note'),
  notice: t('Text'),
  label: t('Label'),
  project: t('Project'),
  dataset: t('Dataset'),
  fails: t('When it fails'),
  tries: [t('try once'), t('try twice'), t('try three times')],
  next: { stop: t('then stop'), continue: t('then go on') },
  when: t('Runs'),
  always: t('always'),
  match: { all: t('if all of these hold'), any: t('if one of these holds') },
  what: {
    step: t('Earlier step'),
    modality: t('Modality'),
    body_part: t('Body part'),
    acquisition: t('Acquisition'),
    label: t('Label'),
    finding: t('Finding'),
  },
  severities: { info: t('any'), warning: t('a warning or an error'), error: t('an error') },
  is: t('Is one of'),
  addCondition: t('Condition'),
  fill: t('Make a pipeline'),
  notFilled: t('Choose each of them.'),
} as const;

/** Behind the name of a step. */
export const TRIAL_WORDS: Record<TrialOutcome, string> = {
  done: t('is done already:'),
  runs: t('would run:'),
  waits: t('would wait:'),
  fails: t('would fail:'),
  skipped: t('would be skipped:'),
  depends: t('is not known yet:'),
  unreached: t('is not reached:'),
};
export const stepNumber = (at: number): string => t('Step {number}', { number: at + 1 });
export const saveText = (version: number): string => t('Save version {version}', { version });
export const sameText = (version: number): string => t('The steps are those of version {version}.', { version });
export const versionText = (version: number): string => t('version {version}', { version });
export const runsNowText = (version: number, open: number): string =>
  open === 0
    ? t('Version {version} runs now. It has no open flows.', { version })
    : t(
        'Version {version} runs now. Its {open, plural, one {# open flow keeps} other {# open flows keep}} it; new ones take the next version.',
        { version, open },
      );
export function startsText(modality: string, bodyPart: string): string {
  const kinds = [modality, bodyPart].filter(Boolean).join(', ');
  return kinds === '' ? t('Starts for every new study') : t('Starts for every new study of {kinds}', { kinds });
}
export const byHandText = t('Starts by hand, or for studies that are uploaded with it');
export const startedText = (started: number, known: number): string =>
  known === 0
    ? t('Started on {started, plural, one {# study} other {# studies}}', { started })
    : t('Started on {started, plural, one {# study} other {# studies}}; it already runs on {known}', {
        started,
        known: formatCount(known),
      });
export const conditionLabel = (at: number): string => t('Condition {number}', { number: at + 1 });
export const removeConditionText = (at: number): string => t('Remove Condition {number}', { number: at + 1 });
/** Those of the product are translated; a team has its own words. */
export const wordsOf = ({ title, description, ships }: Blueprint): { title: string; description: string } =>
  ships ? { title: translated(title), description: translated(description) } : { title, description };
export const useText = (name: string): string => t('Use {name}', { name });
export const whenText = (at: string): string => formatMoment(parseWireDate(at), TEXTS.none);
export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, { not_found: DELETED_MEANWHILE, conflict: TEXTS.codeTaken });
