import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { TrialOutcome } from '#model/pipelines/try-pipeline.ts';
import { formatCount, formatCountOf, formatMoment } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the pages of pipelines. */
export const TEXTS = {
  /** given (SIDE-30). */
  pipelines: 'Pipelines',
  blueprints: 'Blueprints',
  columns: { name: 'Pipeline', modality: 'Modality', acquisitions: 'Acquisitions' },
  newPipeline: 'New pipeline',
  fromBlueprint: 'From a blueprint',
  empty: 'No pipelines yet',
  emptyWhy: 'A pipeline is what happens to a study: waiting for series, a model, a person, a dataset. It starts by itself or by hand.',
  failed: 'The pipelines could not be loaded',
  oneFailed: 'The pipeline could not be loaded',
  blueprintsFailed: 'The blueprints could not be loaded',
  choicesFailed: 'What can be chosen could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  notFound: 'Pipeline not found',
  notFoundWhy: 'It may have been deleted.',
  none: '–',
  edit: 'Edit',
  run: 'Run on studies…',
  runTitle: 'Run on studies',
  more: 'More',
  saveAsBlueprint: 'Save as blueprint',
  savedAsBlueprint: 'Saved as a blueprint',
  delete: { menu: 'Delete…', act: 'Delete', why: 'Its open flows are cancelled. What they have done stays.', keep: 'Keep' },
  deleteBlueprint: { menu: 'Delete…', act: 'Delete', why: 'Pipelines that were made from it stay.', keep: 'Keep' },
  ships: 'part of Lightship',
  use: 'Use',
  noSteps: 'It has no steps yet',
  noStepsWhy: 'It can be chosen at an upload, and requires its acquisitions.',
  versions: 'Versions',
  flows: 'Flows',
  /** The form. */
  name: 'Name',
  code: 'Code',
  codeNote: 'Lower-case letters, digits and hyphens. It cannot be changed later.',
  codeTaken: 'Another pipeline has this code, or somebody else has saved meanwhile. Load the page again.',
  modality: 'Modality',
  bodyPart: 'Body part',
  any: 'any',
  required: 'Acquisitions that an upload needs',
  starts: 'Starts for every new study',
  startsNote: 'Otherwise only for studies that are uploaded with it or chosen by hand.',
  steps: 'Steps',
  form: 'Form',
  text: 'Text',
  textLabel: 'Steps as text',
  addStep: 'Step',
  moveUp: 'Move up',
  moveDown: 'Move down',
  remove: 'Remove',
  problems: 'Before you save',
  changes: 'Changes',
  trial: 'Trial',
  tryOn: 'Try on a study…',
  trialTitle: 'Try on a study',
  trialNote: 'What the steps would do to a study as it is now. Nothing is run.',
  noName: 'No name',
  graph: 'Graph',
  graphNote: 'follows the form',
  discard: 'Discard',
  ready: 'Nothing keeps this from being saved.',
  model: 'Model',
  on: 'On',
  suitable: 'the most suitable series',
  hours: 'At most, in hours',
  moving: 'Register',
  fixed: 'To',
  maxMm: 'Accepted up to, in mm',
  from: 'As proposed by',
  acquisitions: 'Acquisitions',
  task: 'Task',
  to: 'To',
  people: 'People',
  roles: 'Roles',
  uploader: 'who uploaded it',
  days: 'Due after days',
  note: 'Note',
  notice: 'Text',
  label: 'Label',
  project: 'Project',
  dataset: 'Dataset',
  fails: 'When it fails',
  tries: ['try once', 'try twice', 'try three times'],
  next: { stop: 'then stop', continue: 'then go on' },
  when: 'Runs',
  always: 'always',
  match: { all: 'if all of these hold', any: 'if one of these holds' },
  what: {
    step: 'Earlier step',
    modality: 'Modality',
    body_part: 'Body part',
    acquisition: 'Acquisition',
    label: 'Label',
    finding: 'Finding',
  },
  severities: { info: 'any', warning: 'a warning or an error', error: 'an error' },
  is: 'Is one of',
  addCondition: 'Condition',
  fill: 'Make a pipeline',
  notFilled: 'Choose each of them.',
} as const;

/** Behind the name of a step. */
export const TRIAL_WORDS: Record<TrialOutcome, string> = {
  done: 'is done already:',
  runs: 'would run:',
  waits: 'would wait:',
  fails: 'would fail:',
  skipped: 'would be skipped:',
  depends: 'is not known yet:',
  unreached: 'is not reached:',
};
export const stepNumber = (at: number): string => `Step ${at + 1}`;
export const saveText = (version: number): string => `Save version ${version}`;
export const sameText = (version: number): string => `The steps are those of version ${version}.`;
export const versionText = (version: number): string => `version ${version}`;
export const runsNowText = (version: number, open: number): string =>
  `Version ${version} runs now. ${open === 0 ? 'It has no open flows.' : `Its ${formatCountOf(open, 'open flow keeps', 'open flows keep')} it; new ones take the next version.`}`;
export const startsText = (modality: string, bodyPart: string): string =>
  `Starts for every new study${[modality, bodyPart].filter(Boolean).length === 0 ? '' : ` of ${[modality, bodyPart].filter(Boolean).join(', ')}`}`;
export const byHandText = 'Starts by hand, or for studies that are uploaded with it';
export const startedText = (started: number, known: number): string =>
  [`Started on ${formatCountOf(started, 'study', 'studies')}`, known > 0 && `it already runs on ${formatCount(known)}`]
    .filter(Boolean)
    .join('; ');
export const whenText = (at: string): string => formatMoment(parseWireDate(at), TEXTS.none);
export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, { not_found: DELETED_MEANWHILE, conflict: TEXTS.codeTaken });
