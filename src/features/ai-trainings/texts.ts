import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AiTraining, AiTrainingDetail, TrainingEngine, TrainingState, TrainSegmentation } from '#contract/ai/trainings.ts';
import { parseWireDate } from '#contract/dates.ts';
import { FAILURE_WORDS } from '#model/ai/job-words.ts';
import { formatCount, formatCountOf, formatMoment, formatDuration, formatTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import type { StatusWord, WorkWord } from '#ui/status/status-looks.ts';

/** Texts of the pages of trainings. */
export const TEXTS = {
  /** given (SIDE-25). */
  trainings: 'AI Trainings',
  state: 'State',
  anyState: 'Any state',
  newTraining: 'New training',
  columns: { model: 'Training', dataset: 'Dataset', dice: 'Dice', progress: 'Progress', started: 'Started', state: 'State' },
  nothingFound: 'No training matches',
  empty: 'No trainings yet',
  emptyWhy: 'A training makes a version of a model from a frozen dataset of the team.',
  failed: 'The trainings could not be loaded',
  trainingFailed: 'The training could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  notFound: 'Training not found',
  notFoundWhy: 'It may belong to a model that was deleted.',
  datasetDeleted: 'deleted dataset',
  /** The form. */
  model: 'Model',
  modelSearch: 'Search models',
  modelNotFound: 'No model matches',
  modelsFailed: 'The models could not be loaded',
  modelNeeded: 'Choose a model',
  noModels: 'There is no model yet. Create one first.',
  dataset: 'Dataset',
  datasetSearch: 'Search datasets',
  datasetNotFound: 'No dataset matches',
  datasetsFailed: 'The datasets could not be loaded',
  datasetsNotAllowed: 'You cannot see datasets. Ask somebody who can.',
  version: 'Frozen version',
  versionChoose: 'Choose a version',
  versionNeeded: 'Choose a frozen version of a dataset',
  versionsFailed: 'The versions of the dataset could not be loaded',
  noVersions: 'This dataset has no frozen version. Freeze it on its page first.',
  segmentsDiffer: 'The segments of this version are not those of the model.',
  engine: 'Engine',
  seconds: 'Time for learning, in seconds',
  secondsNote: 'The network stops then, with the best that it has. 47 seconds are enough for a first look, 420 for a good one.',
  secondsWrong: 'Whole seconds from 10 to 2592000',
  seed: 'Seed',
  seedNote: 'The same seed on the same data and machine gives the same model.',
  seedWrong: 'A whole number from 0 to 2147483647',
  create: 'Create training',
  createAndStart: 'Create and start',
  cancel: 'Cancel',
  check: 'Segmentations that fit',
  checkEmpty: 'There is no segmentation of the structure yet.',
  noAuthor: 'An account that no longer exists',
  checkFailed: 'The segmentations could not be checked',
  fits: 'fits',
  noName: 'No patient name',
  /** The page. */
  start: 'Start',
  stop: 'Stop',
  goOn: 'Continue',
  round: 'Round',
  timeLeft: 'Time left',
  took: 'Took',
  meanDice: 'Mean Dice',
  loss: 'Loss',
  cases: 'Studies',
  worker: 'Worker',
  none: '–',
  diceBySegment: 'Dice by segment',
  onValidation: 'validation',
  rounds: 'Rounds',
  time: 'Time',
  linear: 'Linear',
  log: 'Log',
  noRounds: 'Nothing was measured yet.',
  noLoss: 'This engine has no loss.',
  xAxis: 'Axis',
  yAxis: 'Scale',
  hardest: 'Hardest held-out cases',
  hardestNote: 'lowest Dice first',
  hardestLater: 'They are known once the training is complete.',
  pictures: 'Pictures of held-out slices',
  logTitle: 'Log',
  logEmpty: 'The worker wrote nothing yet.',
  download: 'Download',
  whole: 'Whole',
  openVersion: 'Open version',
  workers: 'AI workers',
  notDiagnosis: 'Not for diagnosis. A version runs on studies only once somebody promotes it.',
} as const;

export const STATUS_OF: Record<TrainingState, StatusWord | WorkWord> = {
  created: 'not started',
  queued: 'queued',
  uploading: 'loading images',
  running: 'running',
  stopped: 'stopped',
  failed: 'failed',
  complete: 'done',
};

export const ENGINE_WORDS: Record<TrainingEngine, { name: string; note: string }> = {
  trees: {
    name: 'Trees',
    note: 'Built in: useful after five patients and done in seconds, without a worker. It hardly gets better with more than forty.',
  },
  unet: {
    name: 'U-Net',
    note: 'A network that a worker trains. Better from about five patients on, and with each further one. Runs on devices without a network connection too.',
  },
  'unet-clicks': {
    name: 'U-Net for clicks',
    note: 'A network that a worker trains to correct masks: in the annotator, a click says where a segment is wrong. It proposes nothing by itself, and needs a model of its own.',
  },
};

type Waits = NonNullable<AiTraining['waits']>;

const WAIT_WORDS: Record<Waits, { fact: string; next: string }> = {
  worker: { fact: 'Waits for a free worker', next: 'Those that could take it are busy. It starts by itself.' },
  none: {
    fact: 'No worker can take it',
    next: 'Start a worker that can, or ask an administrator. A job that no worker could take ends after seven days.',
  },
  paused: { fact: 'Paused', next: '' },
};

/** Why it does not run, and what to do about it; null if it does, or has ended well. */
export function troubleOf({ state, waits, failure }: AiTraining): { fact: string; next: string; isFailed: boolean } | null {
  if (state === 'failed') return { ...FAILURE_WORDS[failure ?? 'error'], isFailed: true };
  return state === 'queued' && waits !== null ? { ...WAIT_WORDS[waits], isFailed: false } : null;
}

export const REASON_WORDS: Record<NonNullable<TrainSegmentation['reason']>, string> = {
  count: 'it has another number of segments than the model',
  segments: 'its segments have other titles or values than those of the model',
  'nothing-drawn': 'nothing is drawn in it',
};

export const trainingTitle = ({ id, model }: Pick<AiTraining, 'id' | 'model'>): string => `${model.name} #${id}`;
export const datasetText = (dataset: AiTraining['dataset']): string =>
  dataset === null ? TEXTS.datasetDeleted : `${dataset.name}, version ${dataset.version}`;
export const diceText = (dice: number): string => dice.toFixed(3);
export const lossText = (loss: number): string => (loss >= 0.001 || loss === 0 ? loss.toFixed(3) : loss.toExponential(1));
export const whenText = (at: string | null): string => formatMoment(at === null ? null : parseWireDate(at));
export const casesText = ({ train, validation, test }: AiTrainingDetail['cases']): string =>
  [`${formatCount(train)} train`, `${formatCount(validation)} validate`, ...(test > 0 ? [`${formatCount(test)} test`] : [])].join(' · ');
export const withdrawnText = (withdrawn: number): string =>
  `${formatCountOf(withdrawn, 'case was', 'cases were')} withdrawn since: its study or segmentation was deleted.`;
export const leftText = (seconds: number): string => formatDuration(seconds);
export const doneAboutText = (seconds: number, now: number): string =>
  `done about ${formatTime(now + seconds * 1_000, { seconds: false })}`;
export const bestText = (dice: number, round: number): string => `best ${diceText(dice)} at ${formatCount(round)}`;
export const roundText = (round: number): string => formatCount(round);
export const logLineText = (at: string, line: string): string => {
  const date = parseWireDate(at);
  return `${date === null ? '' : `${formatTime(date)} `}${line}`;
};
/** Of those that changed last, and how many there are in all. */
export const fitText = (valid: number, checked: number, all: number): string =>
  checked < all
    ? `${formatCount(valid)} of the ${formatCount(checked)} that changed last fit the model; there are ${formatCount(all)}`
    : `${formatCount(valid)} of ${formatCount(all)} fit the model`;

export const failureText = (failure: ApiFailure): string => changeFailureText(failure, { not_found: DELETED_MEANWHILE });
