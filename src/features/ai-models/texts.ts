import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AiModelDetail, AiModelVersion } from '#contract/ai/models.ts';
import type { ModelManifest } from '#contract/ai/manifest.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { MeanDice } from '#model/ai/held-out.ts';
import { formatBytes, formatCount, formatCountOf, formatDate, formatDuration } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the pages of models. */
export const TEXTS = {
  /** given (SIDE-24). */
  models: 'AI Models',
  search: 'Search name or code',
  newModel: 'New model',
  columns: { name: 'Model', structure: 'Structure', dice: 'Dice', version: 'Version', state: 'State' },
  nothingFound: 'No model matches',
  empty: 'No models yet',
  emptyWhy:
    'A model outlines the segments of a structure by itself. Create one, then train it with a frozen dataset of the team, or add a network of another maker.',
  failed: 'The models could not be loaded',
  modelFailed: 'The model could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  notFound: 'Model not found',
  notFoundWhy: 'It may have been deleted.',
  noVersion: 'no version',
  promoted: 'promoted',
  notPromoted: 'not promoted',
  notMeasured: 'not measured',
  /** The form. */
  editModel: 'Edit model',
  copyModel: 'Copy of a model',
  name: 'Name',
  code: 'Code',
  codeNote: 'Names the model in results and files. Made from the name if empty.',
  codeWrong: 'Use lower-case letters and digits, separated by single hyphens',
  codeNeeded: 'A name without Latin letters needs a code',
  description: 'Description',
  descriptionNote: 'What it outlines, on which images, and what it is not for.',
  structure: 'Structure',
  structureSearch: 'Search structures',
  structureNotFound: 'No structure matches',
  structuresFailed: 'The structures could not be loaded',
  structureNeeded: 'Choose a structure',
  segments: 'Segments',
  segmentsNote: 'A segmentation fits the model if it has the same segments, by title and value.',
  segmentsFixed: 'Structure and segments cannot change once the model has a version or a training.',
  segmentTitle: 'Title',
  segmentValue: 'Value',
  addSegment: 'Add segment',
  segmentNeeded: 'A model has at least one segment',
  titleNeeded: 'Each segment needs a title',
  valueWrong: 'Values are whole numbers from 1 to 255, each used once',
  needed: 'This field is required',
  create: 'Create model',
  save: 'Save',
  cancel: 'Cancel',
  /** The page of a model. */
  actions: 'Actions of the model',
  run: 'Run on studies…',
  card: 'Model card',
  train: 'Train…',
  addVersion: 'Add a version of another maker…',
  edit: 'Edit…',
  copy: 'Make a copy…',
  remove: 'Delete model',
  removeMenu: 'Delete model…',
  removeWhy: 'This cannot be undone. A model with results or trainings cannot be deleted; withdraw its versions instead.',
  keep: 'Keep',
  noDescription: 'No description.',
  made: 'Created',
  copyOf: 'Copy of',
  modality: 'Channels',
  spacing: 'Spacing',
  patch: 'Patch',
  orientation: 'Orientation',
  orientationAny: 'any, turned by the program',
  field: 'Extent',
  learnedFrom: 'Learned from',
  file: 'File',
  anySeries: 'any series',
  unknown: 'not known',
  versions: 'Versions',
  version: 'Version',
  noVersions: 'No version yet',
  noVersionsWhy: 'A version is made by a training, or by adding a network of another maker.',
  heldOut: 'Held-out Dice',
  compareWith: 'Compare with',
  nothing: 'nothing',
  segment: 'Segment',
  whole: 'Whole',
  gain: 'Gain',
  unmeasuredVersion: 'This version was uploaded, and nothing was measured here.',
  validationNote: 'The same patients chose the settings of the training, so new ones may be worse.',
  otherPatients: 'The two versions were measured on other patients, so they cannot be compared.',
  cases: 'Held-out cases',
  lowestFirst: 'lowest Dice first',
  allCases: 'All',
  fewerCases: 'Fewer',
  pictures: 'Pictures of held-out slices',
  noCases: 'No case was held out.',
  inUse: 'In use',
  inUseNote: 'Dice of what people kept with what was proposed',
  notUsed: 'Nobody has decided about a result yet.',
  week: 'Week from',
  accepted: 'accepted',
  corrected: 'corrected',
  refused: 'refused',
  undecided: 'not looked at',
  reason: 'Reason, kept in the history',
  reasonNeeded: 'Give a reason',
  withdrawnNote: 'It no longer runs. Its earlier results stay, marked.',
  notUseful: 'Not useful yet',
  notDiagnosis: 'Not for diagnosis. Results are proposals that a person accepts.',
  /** The card. */
  download: 'Download',
  print: 'Print',
  /** A version of another maker. */
  addTitle: 'Add a version of another maker',
  network: 'Network, as an ONNX file',
  networkNote: 'One input of float32 [1, channels, slices, rows, columns], one output of logits [1, classes + 1, slices, rows, columns].',
  manifest: 'Manifest, as a JSON file',
  manifestNote: 'Says how the network is run: spacing, channels, normalisation, patch, overlap and classes.',
  chooseFile: 'Choose a file',
  fileNeeded: 'Choose a file',
  notJson: 'This is not a JSON file',
  add: 'Add version',
  sending: 'Sending',
  added: 'Version added',
} as const;

export const USEFUL_WORDS = {
  unmeasured: 'Nothing was measured on patients of this team.',
  'few-patients': 'It was measured on fewer than three held-out patients.',
  'low-dice': 'Its mean Dice on held-out patients is below 0.50.',
} as const;

export const versionText = (number: number): string => `v${number}`;
export const diceText = (dice: number): string => dice.toFixed(2);
export const intervalText = ({ low, high }: MeanDice): string =>
  low === null || high === null ? '' : `${diceText(low)} to ${diceText(high)}`;
export const gainText = (gain: number): string => `${gain < 0 ? '−' : '+'}${Math.abs(gain).toFixed(2)}`;
export const patientsText = (patients: number): string => formatCountOf(patients, 'patient', 'patients');
export const heldOutText = (patients: number): string => `${patientsText(patients)}, none trained on, 95 % interval`;
export const versionsText = (versions: number): string => `${formatCount(versions)}, whole Dice`;
export const dayText = (at: string): string => {
  const date = parseWireDate(at);
  return date === null ? '' : formatDate(date);
};

/** What a version says beside its number. */
export function madeText({ report, manifest }: Pick<AiModelVersion, 'report' | 'manifest'>): string {
  const learned = manifest.trainedOn === null ? '' : patientsText(manifest.trainedOn.patients);
  return report === null ? 'uploaded' : [learned, `fit in ${formatDuration(report.seconds)}`].filter(Boolean).join(', ');
}

const mm = (values: readonly number[]): string => values.map((value) => Number(value.toFixed(2))).join(' × ');
export const millimetresText = (values: readonly number[]): string => `${mm(values)} mm`;
export const rangeText = ({ least, most }: { least: readonly number[]; most: readonly number[] }): string =>
  `${mm(least)} to ${mm(most)} mm`;
export const channelsText = (channels: ModelManifest['channels']): string =>
  channels.map(({ name, acquisition }) => `${name} (${acquisition ?? TEXTS.anySeries})`).join(', ');
/** Trees take the whole image at once. */
export const patchText = ({ engine, patch, overlap }: Pick<ModelManifest, 'engine' | 'patch' | 'overlap'>): string =>
  engine === 'trees' ? 'the whole image' : `${patch.join(' × ')} voxels, overlap ${Math.round(overlap * 100)} %`;
export const fileText = (engine: ModelManifest['engine'], bytes: number): string =>
  `${engine === 'onnx' ? 'ONNX' : 'trees'}, ${formatBytes(bytes)}`;

export const createdText = ({ created_at, user_name }: Pick<AiModelDetail, 'created_at' | 'user_name'>): string =>
  [dayText(created_at), user_name].filter(Boolean).join(', ');
export const modelText = (id: number): string => `Model ${id}`;
export const promoteText = (number: number): string => `Promote ${versionText(number)}`;
export const promoteWhyText = (other: number | null): string =>
  other === null
    ? 'Runs on new studies as the AI model configuration says, and where somebody starts it.'
    : `Runs instead of ${versionText(other)}. Earlier results keep their version.`;
export const withdrawTitle = (number: number): string => `Withdraw ${versionText(number)}`;
export const withdrawWhyText = (isPromoted: boolean): string =>
  isPromoted
    ? 'It never runs again, and no version of this model runs until another one is promoted. Earlier results stay, marked.'
    : 'It never runs again. Earlier results stay, marked.';
export const promotedText = ({ number, reason, by, at }: { number: number; reason: string; by: string | null; at: string }): string =>
  `${versionText(number)} promoted ${[dayText(at), by === null ? '' : `by ${by}`].filter(Boolean).join(' ')}: ${reason}`;
export const inUseText = (number: number): string => `${TEXTS.inUse}, ${versionText(number)}`;
export const proposedText = (proposed: number): string => formatCountOf(proposed, 'proposed segment', 'proposed segments');
export const removeSegmentText = (title: string): string => `Remove ${title === '' ? 'segment' : title}`;
export const tooLargeText = (most: number): string => `The file is larger than ${formatBytes(most)}.`;
export const fallText = (by: number): string => `Fell by ${by.toFixed(2)} since the first weeks`;

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    too_large:
      failure.kind === 'refused' && failure.limit
        ? `A team can have at most ${formatCount(failure.limit.max)} models. Delete one first.`
        : undefined,
  });
