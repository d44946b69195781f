import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AiInfer, InferBatch, InferredBy, Unlike } from '#contract/ai/inferences.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { InferState } from '#contract/infers.ts';
import type { z } from '#contract/zod.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatCount, formatCountOf, formatMoment, formatDuration, formatTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import type { StatusWord, WorkWord } from '#ui/status/status-looks.ts';

/** Texts of the pages of inferences. */
export const TEXTS = {
  /** given (SIDE-26). */
  infers: 'AI Infers',
  batches: 'Batches',
  batch: 'Batch',
  run: 'Run a model…',
  columns: { patient: 'Patient', result: 'Result', took: 'Took', state: 'State' },
  all: 'All',
  nothingFound: 'No inference in this state',
  empty: 'No inferences yet',
  emptyWhy: 'An inference runs a model on a study. Its result is a proposal that a person accepts, corrects or refuses in the annotator.',
  failed: 'The inferences could not be loaded',
  inferFailed: 'The inference could not be loaded',
  batchesFailed: 'The batches could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  notFound: 'Inference not found',
  notFoundWhy: 'Its study may have been deleted.',
  batchNotFound: 'Batch not found',
  batchNotFoundWhy: 'Only the last hundred batches are listed.',
  noName: 'No patient name',
  open: 'Open',
  retry: 'Retry',
  study: 'Study',
  workers: 'AI workers',
  withdrawnModel: 'its model was withdrawn since',
  notDiagnosis: 'Not for diagnosis. Results stay proposals until a person accepts them; this page can be closed, the run goes on.',
  /** One inference. */
  model: 'Model',
  studyAndSeries: 'Series',
  wholeStudy: 'the whole study',
  startedBy: 'Started by',
  byConversion: 'a conversion',
  created: 'Created',
  started: 'Started',
  ended: 'Ended',
  worker: 'Worker',
  took: 'Took',
  quality: 'Held-out Dice',
  learnedFrom: 'Learned from',
  entropy: 'Mean entropy',
  unlike: 'Unlike the training data',
  segments: 'Proposed segments',
  segment: 'Segment',
  volume: 'Volume',
  decision: 'Decision',
  by: 'By',
  notLookedAt: 'not looked at',
  notMeasured: 'not measured here',
  unknown: 'not known',
  cancel: 'Cancel inference',
  none: '–',
  /** The form. */
  newInfer: 'Run a model',
  modelNeeded: 'Choose a model',
  modelSearch: 'Search models',
  modelNotFound: 'No model matches',
  modelsFailed: 'The models could not be loaded',
  noModels: 'No model of the team is promoted yet.',
  ofTeam: 'Of the team',
  ofWorkers: 'Brought by workers',
  studies: 'Studies',
  noStudies: 'No studies yet',
  addStudies: 'Add studies…',
  addStudiesTitle: 'Add studies',
  studiesNeeded: 'Add at least one study',
  tooManyStudies: 'A batch can have at most 500 studies',
  onlyOne: 'A model that workers bring runs on one study at a time',
  batchTitle: 'Title of the batch',
  titleNeeded: 'Give the batch a title',
  start: 'Start',
  cancelForm: 'Cancel',
  /** Batches. */
  newBatch: 'New batch',
  batchColumns: { title: 'Batch', model: 'Model', progress: 'Finished', created: 'Created', state: 'State' },
  noBatches: 'No batches yet',
  noBatchesWhy: 'A batch runs the promoted version of a model on many studies.',
  timeLeft: 'Time left',
  running: 'Running',
  pause: 'Pause',
  goOn: 'Continue',
  cancelRun: 'Cancel run',
  cancelWhy: 'What waits or runs is cancelled. Results that are there stay.',
  keep: 'Keep running',
} as const;

export const STATES = ['done', 'running', 'queued', 'failed'] as const satisfies readonly InferState[];

/** What was cancelled is no failure. */
export const statusOf = ({ state, failure }: Pick<AiInfer, 'state' | 'failure'>): StatusWord | WorkWord =>
  state === 'failed' && failure === 'cancelled' ? 'cancelled' : state;

export const STATE_LABELS: Record<InferState, string> = { done: 'Done', running: 'Running', queued: 'Queued', failed: 'Failed' };

type Waits = NonNullable<AiInfer['waits']>;

export const WAIT_WORDS: Record<Waits, string> = {
  worker: 'waits for a free worker',
  none: 'no worker can take it; it ends after seven days',
  paused: 'paused with its batch',
};

const UNLIKE_WORDS: Record<z.infer<typeof Unlike>, string> = {
  spacing: 'spacing',
  extent: 'field of view',
  intensity: 'intensities',
  entropy: 'an uncertain result',
};
export const unlikeText = (unlike: readonly z.infer<typeof Unlike>[]): string => unlike.map((each) => UNLIKE_WORDS[each]).join(', ');

/** Words of a row, where they stand alone. */
export const asSentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const inferTitle = (id: number): string => `Inference #${formatCount(id)}`;
export const patientText = ({ patientName }: AiInfer['study']): string => patientNameToText(patientName) || TEXTS.noName;
export const modelText = ({ name, number }: InferredBy): string => (number === null ? name : `${name} v${number}`);
export const mlText = (ml: number): string => `${ml < 10 ? ml.toFixed(1) : formatCount(ml)} ml`;
export const diceText = (dice: number): string => dice.toFixed(2);
export const heldOutText = ({ dice, held_out: patients }: InferredBy): string =>
  dice === null
    ? TEXTS.notMeasured
    : [diceText(dice), patients !== null && `on ${formatCountOf(patients, 'unseen patient', 'unseen patients')}`].filter(Boolean).join(' ');
export const learnedText = (patients: number | null): string =>
  patients === null ? TEXTS.unknown : formatCountOf(patients, 'patient', 'patients');
export const whenText = (at: string | null): string => formatMoment(at === null ? null : parseWireDate(at), TEXTS.none);
export const tookText = (seconds: number | null): string => (seconds === null ? '' : formatDuration(seconds));
export const runningText = ({ worker, message }: AiInfer): string => [worker, message].filter(Boolean).join(', ');

export const finishedText = (total: number): string => `of ${formatCount(total)} finished`;
export const batchHeadText = ({ title }: Pick<InferBatch, 'title'>, studies: number): string =>
  `${title}, ${formatCountOf(studies, 'study', 'studies')}`;
export const doneAboutText = (seconds: number, now: number): string =>
  `done about ${formatTime(now + seconds * 1_000, { seconds: false })}`;
export const retryText = (some: number, failed: number): string => `Retry ${formatCount(some)} of ${formatCount(failed)} failed`;
export const openText = (name: string): string => `${TEXTS.open} ${name} in the annotator`;
export const retryOneText = (name: string): string => `${TEXTS.retry} ${name}`;
export const studyText = (name: string): string => `${TEXTS.study} of ${name}`;
export const removeText = (name: string): string => `Remove ${name}`;
export const startText = (studies: number): string => (studies < 2 ? TEXTS.start : `${TEXTS.start} on ${formatCount(studies)} studies`);
export const workersText = (workers: readonly string[]): string => workers.join(', ');

export const failureText = (failure: ApiFailure): string => changeFailureText(failure, { not_found: DELETED_MEANWHILE });
