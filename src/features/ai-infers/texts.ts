import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AiInfer, InferBatch, InferredBy, Unlike } from '#contract/ai/inferences.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { InferState } from '#contract/infers.ts';
import type { z } from '#contract/zod.ts';
import { inContext, t, translated } from '#language/t.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatCount, formatDecimal, formatMoment, formatDuration, formatTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import type { StatusWord, WorkWord } from '#ui/status/status-looks.ts';

/** Texts of the pages of inferences. */
export const TEXTS = {
  /** given (SIDE-26). */
  infers: t('AI Infers'),
  batches: t('Batches'),
  batch: t('Batch'),
  run: t('Run a model…'),
  columns: { patient: t('Patient'), result: t('Result'), took: t('Took'), state: t('State') },
  all: t('All'),
  nothingFound: t('No inference in this state'),
  empty: t('No inferences yet'),
  emptyWhy: t(
    'An inference runs a model on a study. Its result is a proposal that a person accepts, corrects or refuses in the annotator.',
  ),
  failed: t('The inferences could not be loaded'),
  inferFailed: t('The inference could not be loaded'),
  batchesFailed: t('The batches could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  notFound: t('Inference not found'),
  notFoundWhy: t('Its study may have been deleted.'),
  batchNotFound: t('Batch not found'),
  batchNotFoundWhy: t('Only the last hundred batches are listed.'),
  noName: t('No patient name'),
  open: inContext('verb', 'Open'),
  retry: t('Retry'),
  study: t('Study'),
  workers: t('AI workers'),
  withdrawnModel: t('its model was withdrawn since'),
  notDiagnosis: t('Not for diagnosis. Results stay proposals until a person accepts them; this page can be closed, the run goes on.'),
  /** One inference. */
  model: t('Model'),
  studyAndSeries: inContext('one', 'Series'),
  wholeStudy: t('the whole study'),
  startedBy: t('Started by'),
  byConversion: t('a conversion'),
  created: t('Created'),
  started: t('Started'),
  ended: t('Ended'),
  worker: t('Worker'),
  took: t('Took'),
  quality: t('Held-out Dice'),
  learnedFrom: t('Learned from'),
  entropy: t('Mean entropy'),
  unlike: t('Unlike the training data'),
  segments: t('Proposed segments'),
  segment: t('Segment'),
  volume: t('Volume'),
  decision: t('Decision'),
  by: t('By'),
  notLookedAt: t('not looked at'),
  notMeasured: t('not measured here'),
  unknown: t('not known'),
  cancel: t('Cancel inference'),
  none: '–',
  modality: t('Modality'),
  /** The form. */
  newInfer: t('Run a model'),
  modelNeeded: t('Choose a model'),
  modelSearch: t('Search models'),
  modelNotFound: t('No model matches'),
  modelsFailed: t('The models could not be loaded'),
  noModels: t('No model of the team is promoted yet.'),
  ofTeam: t('Of the team'),
  ofWorkers: t('Brought by workers'),
  studies: t('Studies'),
  noStudies: t('No studies yet'),
  addStudies: t('Add studies…'),
  addStudiesTitle: t('Add studies'),
  studiesNeeded: t('Add at least one study'),
  tooManyStudies: t('A batch can have at most 500 studies'),
  onlyOne: t('A model that workers bring runs on one study at a time'),
  batchTitle: t('Title of the batch'),
  titleNeeded: t('Give the batch a title'),
  start: t('Start'),
  cancelForm: t('Cancel'),
  /** Batches. */
  newBatch: t('New batch'),
  batchColumns: { title: t('Batch'), model: t('Model'), progress: t('Finished'), created: t('Created'), state: t('State') },
  noBatches: t('No batches yet'),
  noBatchesWhy: t('A batch runs the promoted version of a model on many studies.'),
  timeLeft: t('Time left'),
  running: t('Running'),
  pause: inContext('run', 'Pause'),
  goOn: inContext('run', 'Continue'),
  cancelRun: t('Cancel run'),
  cancelWhy: t('What waits or runs is cancelled. Results that are there stay.'),
  keep: t('Keep running'),
} as const;

export const STATES = ['done', 'running', 'queued', 'failed'] as const satisfies readonly InferState[];

/** What was cancelled is no failure. */
export const statusOf = ({ state, failure }: Pick<AiInfer, 'state' | 'failure'>): StatusWord | WorkWord =>
  state === 'failed' && failure === 'cancelled' ? 'cancelled' : state;

export const STATE_LABELS: Record<InferState, string> = {
  done: t('Done'),
  running: t('Running'),
  queued: t('Queued'),
  failed: t('Failed'),
};

type Waits = NonNullable<AiInfer['waits']>;

export const WAIT_WORDS: Record<Waits, string> = {
  worker: t('waits for a free worker'),
  none: t('no worker can take it; it ends after seven days'),
  paused: t('paused with its batch'),
};

const UNLIKE_WORDS: Record<z.infer<typeof Unlike>, string> = {
  spacing: t('spacing'),
  extent: t('field of view'),
  intensity: t('intensities'),
  entropy: t('an uncertain result'),
};
export const unlikeText = (unlike: readonly z.infer<typeof Unlike>[]): string => unlike.map((each) => UNLIKE_WORDS[each]).join(', ');

/** Words of a row, where they stand alone. */
export const asSentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const inferTitle = (id: number): string => t('Inference #{id}', { id: formatCount(id) });
export const patientText = ({ patientName }: AiInfer['study']): string => patientNameToText(patientName) || TEXTS.noName;
export const modelText = ({ name, number }: InferredBy): string => (number === null ? name : `${name} v${number}`);
export const mlText = (ml: number): string => `${ml < 10 ? formatDecimal(ml, 1) : formatCount(ml)} ml`;
export const diceText = (dice: number): string => formatDecimal(dice, 2);
export function heldOutText({ dice: of, held_out: patients }: InferredBy): string {
  if (of === null) return TEXTS.notMeasured;
  const dice = diceText(of);
  return patients === null ? dice : t('{dice} on {patients, plural, one {# unseen patient} other {# unseen patients}}', { dice, patients });
}
export const qualityText = (model: InferredBy): string => t('Held-out Dice {dice}', { dice: heldOutText(model) });
export const learnedText = (patients: number | null): string =>
  patients === null ? TEXTS.unknown : t('{patients, plural, one {# patient} other {# patients}}', { patients });
export const whenText = (at: string | null): string => formatMoment(at === null ? null : parseWireDate(at), TEXTS.none);
export const tookText = (seconds: number | null): string => (seconds === null ? '' : formatDuration(seconds));
export const runningText = ({ worker, message }: AiInfer): string => [worker, translated(message)].filter(Boolean).join(', ');

export const doneOfText = (done: number, total: number): string =>
  t('{done} of {total} finished', { done: formatCount(done), total: formatCount(total) });
export const finishedText = (total: number): string => t('of {total} finished', { total: formatCount(total) });
export const batchHeadText = ({ title }: Pick<InferBatch, 'title'>, studies: number): string =>
  t('{title}, {studies, plural, one {# study} other {# studies}}', { title, studies });
export const doneAboutText = (seconds: number, now: number): string =>
  t('done about {time}', { time: formatTime(now + seconds * 1_000, { seconds: false }) });
export const retryText = (some: number, failed: number): string =>
  t('Retry {some} of {failed} failed', { some: formatCount(some), failed: formatCount(failed) });
export const openText = (name: string): string => t('Open {name} in the annotator', { name });
export const retryOneText = (name: string): string => t('Retry {name}', { name });
export const studyText = (name: string): string => t('Study of {name}', { name });
export const removeText = (name: string): string => t('Remove {name}', { name });
export const startText = (studies: number): string =>
  studies < 2 ? TEXTS.start : t('Start on {count} studies', { count: formatCount(studies) });
export const cancelTitle = (title: string): string => t('Cancel run “{title}”?', { title });
export const workersText = (workers: readonly string[]): string => workers.join(', ');

export const failureText = (failure: ApiFailure): string => changeFailureText(failure, { not_found: DELETED_MEANWHILE });
