import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AiTraining, AiTrainingDetail, TrainingEngine, TrainingState, TrainSegmentation } from '#contract/ai/trainings.ts';
import { parseWireDate } from '#contract/dates.ts';
import { inContext, t } from '#language/t.ts';
import { FAILURE_WORDS } from '#model/ai/job-words.ts';
import { formatCount, formatDecimal, formatMoment, formatDuration, formatTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import type { StatusWord, WorkWord } from '#ui/status/status-looks.ts';

/** Texts of the pages of trainings. */
export const TEXTS = {
  /** given (SIDE-25). */
  trainings: t('AI Trainings'),
  state: t('State'),
  anyState: t('Any state'),
  newTraining: t('New training'),
  columns: {
    model: t('Training'),
    dataset: t('Dataset'),
    dice: t('Dice'),
    progress: t('Progress'),
    started: t('Started'),
    state: t('State'),
  },
  nothingFound: t('No training matches'),
  empty: t('No trainings yet'),
  emptyWhy: t('A training makes a version of a model from a frozen dataset of the team.'),
  failed: t('The trainings could not be loaded'),
  trainingFailed: t('The training could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  notFound: t('Training not found'),
  notFoundWhy: t('It may belong to a model that was deleted.'),
  datasetDeleted: t('deleted dataset'),
  /** The form. */
  model: t('Model'),
  modelSearch: t('Search models'),
  modelNotFound: t('No model matches'),
  modelsFailed: t('The models could not be loaded'),
  modelNeeded: t('Choose a model'),
  noModels: t('There is no model yet. Create one first.'),
  dataset: t('Dataset'),
  datasetSearch: t('Search datasets'),
  datasetNotFound: t('No dataset matches'),
  datasetsFailed: t('The datasets could not be loaded'),
  datasetsNotAllowed: t('You cannot see datasets. Ask somebody who can.'),
  version: t('Frozen version'),
  versionChoose: t('Choose a version'),
  versionNeeded: t('Choose a frozen version of a dataset'),
  versionsFailed: t('The versions of the dataset could not be loaded'),
  noVersions: t('This dataset has no frozen version. Freeze it on its page first.'),
  segmentsDiffer: t('The segments of this version are not those of the model.'),
  engine: t('Engine'),
  seconds: t('Time for learning, in seconds'),
  secondsNote: t('The network stops then, with the best that it has. 47 seconds are enough for a first look, 420 for a good one.'),
  secondsWrong: t('Whole seconds from 10 to 2592000'),
  seed: t('Seed'),
  seedNote: t('The same seed on the same data and machine gives the same model.'),
  seedWrong: t('A whole number from 0 to 2147483647'),
  create: t('Create training'),
  createAndStart: t('Create and start'),
  cancel: t('Cancel'),
  check: t('Segmentations that fit'),
  checkEmpty: t('There is no segmentation of the structure yet.'),
  noAuthor: t('An account that no longer exists'),
  checkFailed: t('The segmentations could not be checked'),
  fits: t('fits'),
  noName: t('No patient name'),
  /** The page. */
  start: t('Start'),
  stop: t('Stop'),
  goOn: inContext('run', 'Continue'),
  round: t('Round'),
  timeLeft: t('Time left'),
  took: t('Took'),
  meanDice: t('Mean Dice'),
  loss: t('Loss'),
  cases: t('Studies'),
  worker: t('Worker'),
  none: '–',
  diceBySegment: t('Dice by segment'),
  onValidation: t('validation'),
  rounds: t('Rounds'),
  time: t('Time'),
  linear: t('Linear'),
  log: inContext('scale', 'Log'),
  noRounds: t('Nothing was measured yet.'),
  noLoss: t('This engine has no loss.'),
  xAxis: t('Axis'),
  yAxis: t('Scale'),
  hardest: t('Hardest held-out cases'),
  hardestNote: t('lowest Dice first'),
  hardestLater: t('They are known once the training is complete.'),
  pictures: t('Pictures of held-out slices'),
  logTitle: t('Log'),
  logEmpty: t('The worker wrote nothing yet.'),
  download: t('Download'),
  whole: t('Whole'),
  openVersion: t('Open version'),
  workers: t('AI workers'),
  notDiagnosis: t('Not for diagnosis. A version runs on studies only once somebody promotes it.'),
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
    name: t('Trees'),
    note: t('Built in: useful after five patients and done in seconds, without a worker. It hardly gets better with more than forty.'),
  },
  unet: {
    name: t('U-Net'),
    note: t(
      'A network that a worker trains. Better from about five patients on, and with each further one. Runs on devices without a network connection too.',
    ),
  },
  'unet-clicks': {
    name: t('U-Net for clicks'),
    note: t(
      'A network that a worker trains to correct masks: in the annotator, a click says where a segment is wrong. It proposes nothing by itself, and needs a model of its own.',
    ),
  },
};

type Waits = NonNullable<AiTraining['waits']>;

const WAIT_WORDS: Record<Waits, { fact: string; next: string }> = {
  worker: { fact: t('Waits for a free worker'), next: t('Those that could take it are busy. It starts by itself.') },
  none: {
    fact: t('No worker can take it'),
    next: t('Start a worker that can, or ask an administrator. A job that no worker could take ends after seven days.'),
  },
  paused: { fact: t('Paused'), next: '' },
};

/** Why it does not run, and what to do about it; null if it does, or has ended well. */
export function troubleOf({ state, waits, failure }: AiTraining): { fact: string; next: string; isFailed: boolean } | null {
  if (state === 'failed') return { ...FAILURE_WORDS[failure ?? 'error'], isFailed: true };
  return state === 'queued' && waits !== null ? { ...WAIT_WORDS[waits], isFailed: false } : null;
}

export const REASON_WORDS: Record<NonNullable<TrainSegmentation['reason']>, string> = {
  count: t('it has another number of segments than the model'),
  segments: t('its segments have other titles or values than those of the model'),
  'nothing-drawn': t('nothing is drawn in it'),
};

export const trainingTitle = ({ id, model }: Pick<AiTraining, 'id' | 'model'>): string => `${model.name} #${id}`;
export const versionLabel = ({ number, title }: { number: number; title: string }, patients: number): string =>
  t('{number} {title}, {patients, plural, one {# patient} other {# patients}}', { number, title, patients });
export const datasetText = (dataset: AiTraining['dataset']): string =>
  dataset === null ? TEXTS.datasetDeleted : t('{name}, version {version}', { name: dataset.name, version: dataset.version });
export const diceText = (dice: number): string => formatDecimal(dice, 3);
export const lossText = (loss: number): string => (loss >= 0.001 || loss === 0 ? formatDecimal(loss, 3) : loss.toExponential(1));
export const whenText = (at: string | null): string => formatMoment(at === null ? null : parseWireDate(at));
export const casesText = ({ train, validation, test }: AiTrainingDetail['cases']): string =>
  [
    t('{count} train', { count: formatCount(train) }),
    t('{count} validate', { count: formatCount(validation) }),
    ...(test > 0 ? [t('{count} test', { count: formatCount(test) })] : []),
  ].join(' · ');
export const withdrawnText = (withdrawn: number): string =>
  t('{withdrawn, plural, one {# case was} other {# cases were}} withdrawn since: its study or segmentation was deleted.', { withdrawn });
export const leftText = (seconds: number): string => formatDuration(seconds);
export const doneAboutText = (seconds: number, now: number): string =>
  t('done about {time}', { time: formatTime(now + seconds * 1_000, { seconds: false }) });
export const bestText = (dice: number, round: number): string =>
  t('best {dice} at {round}', { dice: diceText(dice), round: formatCount(round) });
export const roundText = (round: number): string => formatCount(round);
export const logLineText = (at: string, line: string): string => {
  const date = parseWireDate(at);
  return `${date === null ? '' : `${formatTime(date)} `}${line}`;
};
/** Of those that changed last, and how many there are in all. */
export const fitText = (valid: number, checked: number, all: number): string =>
  checked < all
    ? t('{valid} of the {checked} that changed last fit the model; there are {all}', {
        valid: formatCount(valid),
        checked: formatCount(checked),
        all: formatCount(all),
      })
    : t('{valid} of {all} fit the model', { valid: formatCount(valid), all: formatCount(all) });

export const failureText = (failure: ApiFailure): string => changeFailureText(failure, { not_found: DELETED_MEANWHILE });
