import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AiModelDetail, AiModelVersion } from '#contract/ai/models.ts';
import type { ModelManifest } from '#contract/ai/manifest.ts';
import { parseWireDate } from '#contract/dates.ts';
import { t } from '#language/t.ts';
import type { MeanDice } from '#model/ai/held-out.ts';
import { formatFigure } from '#language/numbers.ts';
import { formatBytes, formatCount, formatDate, formatDecimal, formatDuration } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the pages of models. */
export const TEXTS = {
  /** given (SIDE-24). */
  models: t('AI Models'),
  search: t('Search name or code'),
  newModel: t('New model'),
  columns: { name: t('Model'), structure: t('Structure'), dice: t('Dice'), version: t('Version'), state: t('State') },
  nothingFound: t('No model matches'),
  empty: t('No models yet'),
  emptyWhy: t(
    'A model outlines the segments of a structure by itself. Create one, then train it with a frozen dataset of the team, or add a network of another maker.',
  ),
  failed: t('The models could not be loaded'),
  modelFailed: t('The model could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  notFound: t('Model not found'),
  notFoundWhy: t('It may have been deleted.'),
  noVersion: t('no version'),
  promoted: t('promoted'),
  notPromoted: t('not promoted'),
  notMeasured: t('not measured'),
  /** The form. */
  editModel: t('Edit model'),
  copyModel: t('Copy of a model'),
  name: t('Name'),
  code: t('Code'),
  codeNote: t('Names the model in results and files. Made from the name if empty.'),
  codeWrong: t('Use lower-case letters and digits, separated by single hyphens'),
  codeNeeded: t('A name without Latin letters needs a code'),
  description: t('Description'),
  descriptionNote: t('What it outlines, on which images, and what it is not for.'),
  structure: t('Structure'),
  structureSearch: t('Search structures'),
  structureNotFound: t('No structure matches'),
  structuresFailed: t('The structures could not be loaded'),
  structureNeeded: t('Choose a structure'),
  segments: t('Segments'),
  segmentsNote: t('A segmentation fits the model if it has the same segments, by title and value.'),
  segmentsFixed: t('Structure and segments cannot change once the model has a version or a training.'),
  segmentTitle: t('Title'),
  segmentValue: t('Value'),
  addSegment: t('Add segment'),
  segmentNeeded: t('A model has at least one segment'),
  titleNeeded: t('Each segment needs a title'),
  valueWrong: t('Values are whole numbers from 1 to 255, each used once'),
  needed: t('This field is required'),
  create: t('Create model'),
  save: t('Save'),
  cancel: t('Cancel'),
  /** The page of a model. */
  actions: t('Actions of the model'),
  run: t('Run on studies…'),
  card: t('Model card'),
  put: t('Put into files'),
  train: t('Train…'),
  addVersion: t('Add a version of another maker…'),
  edit: t('Edit…'),
  copy: t('Make a copy…'),
  remove: t('Delete model'),
  removeMenu: t('Delete model…'),
  removeWhy: t('This cannot be undone. A model with results or trainings cannot be deleted; withdraw its versions instead.'),
  keep: t('Keep'),
  noDescription: t('No description.'),
  made: t('Created'),
  copyOf: t('Copy of'),
  modality: t('Channels'),
  spacing: t('Spacing'),
  patch: t('Patch'),
  orientation: t('Orientation'),
  orientationAny: t('any, turned by the program'),
  field: t('Extent'),
  learnedFrom: t('Learned from'),
  file: t('File'),
  anySeries: t('any series'),
  unknown: t('not known'),
  versions: t('Versions'),
  version: t('Version'),
  noVersions: t('No version yet'),
  noVersionsWhy: t('A version is made by a training, or by adding a network of another maker.'),
  heldOut: t('Held-out Dice'),
  compareWith: t('Compare with'),
  nothing: t('nothing'),
  segment: t('Segment'),
  whole: t('Whole'),
  gain: t('Gain'),
  unmeasuredVersion: t('This version was uploaded, and nothing was measured here.'),
  validationNote: t('The same patients chose the settings of the training, so new ones may be worse.'),
  otherPatients: t('The two versions were measured on other patients, so they cannot be compared.'),
  cases: t('Held-out cases'),
  lowestFirst: t('lowest Dice first'),
  fewerCases: t('Fewer'),
  pictures: t('Pictures of held-out slices'),
  noCases: t('No case was held out.'),
  inUse: t('In use'),
  inUseNote: t('Dice of what people kept with what was proposed'),
  notUsed: t('Nobody has decided about a result yet.'),
  week: t('Week from'),
  accepted: t('accepted'),
  corrected: t('corrected'),
  refused: t('refused'),
  undecided: t('not looked at'),
  reason: t('Reason, kept in the history'),
  reasonNeeded: t('Give a reason'),
  notUseful: t('Not useful yet'),
  notDiagnosis: t('Not for diagnosis. Results are proposals that a person accepts.'),
  /** The card. */
  download: t('Download'),
  print: t('Print'),
  /** A version of another maker. */
  addTitle: t('Add a version of another maker'),
  network: t('Network, as an ONNX file'),
  networkNote: t(
    'One input of float32 [1, channels, slices, rows, columns], one output of logits [1, classes + 1, slices, rows, columns].',
  ),
  manifest: t('Manifest, as a JSON file'),
  manifestNote: t('Says how the network is run: spacing, channels, normalisation, patch, overlap and classes.'),
  chooseFile: t('Choose a file'),
  fileNeeded: t('Choose a file'),
  notJson: t('This is not a JSON file'),
  add: t('Add version'),
  sending: t('Sending'),
  added: t('Version added'),
} as const;

export const USEFUL_WORDS = {
  unmeasured: t('Nothing was measured on patients of this team.'),
  'few-patients': t('It was measured on fewer than three held-out patients.'),
  'low-dice': t('Its mean Dice on held-out patients is below 0.50.'),
} as const;

export const versionText = (number: number): string => `v${number}`;
export const diceText = (dice: number): string => formatDecimal(dice, 2);
export const intervalText = ({ low, high }: MeanDice): string =>
  low === null || high === null ? '' : t('{low} to {high}', { low: diceText(low), high: diceText(high) });
export const gainText = (gain: number): string => `${gain < 0 ? '−' : '+'}${formatDecimal(Math.abs(gain), 2)}`;
export const patientsText = (patients: number): string => t('{patients, plural, one {# patient} other {# patients}}', { patients });
export const heldOutText = (patients: number): string =>
  t('{patients, plural, one {# patient} other {# patients}}, none trained on, 95 % interval', { patients });
export const versionsText = (versions: number): string => t('{count}, whole Dice', { count: formatCount(versions) });
export const dayText = (at: string): string => {
  const date = parseWireDate(at);
  return date === null ? '' : formatDate(date);
};

/** What a version says beside its number. */
export function madeText({ report, manifest }: Pick<AiModelVersion, 'report' | 'manifest'>): string {
  const learned = manifest.trainedOn === null ? '' : patientsText(manifest.trainedOn.patients);
  return report === null
    ? t('uploaded')
    : [learned, t('fit in {time}', { time: formatDuration(report.seconds) })].filter(Boolean).join(', ');
}

const mm = (values: readonly number[]): string => values.map((value) => formatFigure(Number(value.toFixed(2)))).join(' × ');
export const millimetresText = (values: readonly number[]): string => `${mm(values)} mm`;
export const rangeText = ({ least, most }: { least: readonly number[]; most: readonly number[] }): string =>
  t('{least} to {most} mm', { least: mm(least), most: mm(most) });
export const channelsText = (channels: ModelManifest['channels']): string =>
  channels.map(({ name, acquisition }) => `${name} (${acquisition ?? TEXTS.anySeries})`).join(', ');
/** Trees take the whole image at once. */
export const patchText = ({ engine, patch, overlap }: Pick<ModelManifest, 'engine' | 'patch' | 'overlap'>): string =>
  engine === 'trees'
    ? t('the whole image')
    : t('{size} voxels, overlap {overlap} %', { size: patch.join(' × '), overlap: Math.round(overlap * 100) });
export const fileText = (engine: ModelManifest['engine'], bytes: number): string =>
  `${engine === 'onnx' ? 'ONNX' : t('trees')}, ${formatBytes(bytes)}`;

export const createdText = ({ created_at, user_name }: Pick<AiModelDetail, 'created_at' | 'user_name'>): string =>
  [dayText(created_at), user_name].filter(Boolean).join(', ');
export const modelText = (id: number): string => t('Model {id}', { id });
export const promoteText = (number: number): string => t('Promote {version}', { version: versionText(number) });
export const promoteWhyText = (other: number | null): string =>
  other === null
    ? t('Runs on new studies as the AI model configuration says, and where somebody starts it.')
    : t('Runs instead of {other}. Earlier results keep their version.', { other: versionText(other) });
export const withdrawTitle = (number: number): string => t('Withdraw {version}', { version: versionText(number) });
export const withdrawWhyText = (isPromoted: boolean): string =>
  isPromoted
    ? t('It never runs again, and no version of this model runs until another one is promoted. Earlier results stay, marked.')
    : t('It never runs again. Earlier results stay, marked.');
export function promotedText({ number, reason, by, at }: { number: number; reason: string; by: string | null; at: string }): string {
  const of = { version: versionText(number), date: dayText(at), reason };
  return by === null
    ? t('{version} promoted {date}: {reason}', of)
    : t('{version} promoted {date} by {name}: {reason}', { ...of, name: by });
}
export const isPromotedText = (number: number): string => t('{version} promoted', { version: versionText(number) });
export const withdrawnText = (number: number, reason: string): string =>
  t('{version}, It no longer runs. Its earlier results stay, marked. {reason}', { version: versionText(number), reason });
export const deleteTitle = (name: string): string => t('Delete model “{name}”?', { name });
export const allCasesText = (count: number): string => t('All {count}', { count });
export const inUseText = (number: number): string => `${TEXTS.inUse}, ${versionText(number)}`;
export const proposedText = (proposed: number): string =>
  t('{proposed, plural, one {# proposed segment} other {# proposed segments}}', { proposed });
export const removeSegmentText = (title: string): string => (title === '' ? t('Remove segment') : t('Remove {name}', { name: title }));
export const tooLargeText = (most: number): string => t('The file is larger than {size}.', { size: formatBytes(most) });
export const fallText = (by: number): string => t('Fell by {dice} since the first weeks', { dice: diceText(by) });

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    too_large:
      failure.kind === 'refused' && failure.limit
        ? t('A team can have at most {max} models. Delete one first.', { max: formatCount(failure.limit.max) })
        : undefined,
  });

export const putWhyText = (number: number): string => t('The file of version {number}, in the files of the team', { number });
