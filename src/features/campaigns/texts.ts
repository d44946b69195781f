import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { Agreement, CampaignPart, CampaignRead, CampaignState, OwnRead, SkipReason } from '#contract/campaigns.ts';
import { formatCount, formatCountOf, formatDuration } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import type { NotComparedGroup } from './agreement/not-compared.ts';

/** Texts of reading campaigns. */
export const TEXTS = {
  reviews: 'Reviews',
  campaigns: 'Campaigns',
  search: 'Search title',
  state: 'State',
  anyState: 'Any state',
  newCampaign: 'New campaign',
  columns: { title: 'Campaign', you: 'You', reads: 'Reads', due: 'Due', state: 'State' },
  nothingFound: 'No campaign matches',
  empty: 'No campaigns yet',
  emptyWhy:
    'In a campaign, several readers read the same cases, and their agreement is computed. Create one, or wait for somebody to add you.',
  failed: 'The campaigns could not be loaded',
  campaignFailed: 'The campaign could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  notFound: 'Campaign not found',
  notFoundWhy: 'It may have been deleted, or you are no part of it.',
  needed: 'This field is required',
  wholeFrom1: 'Enter a whole number from 1 to 50',
  wholeFrom0: 'Enter a whole number from 0 to 1000',
  cancel: 'Cancel',
  blinded: 'Blinded',
  /** The form. */
  editDraft: 'Edit draft',
  editRunning: 'Guideline and date',
  title: 'Title',
  guideline: 'Guideline',
  guidelineNote: 'Readers see it beside each case. Lines are kept as you write them.',
  preview: 'Preview',
  write: 'Write',
  nothingWritten: 'Nothing is written yet.',
  form: 'Form',
  formNote: 'Each read fills it in.',
  formSearch: 'Search forms',
  formNotFound: 'No form matches',
  formsLoading: 'Forms are being loaded',
  formsFailed: 'The forms could not be loaded',
  formsNotAllowed: 'Forms belong to projects, which you cannot see.',
  formRetired: 'This form is retired.',
  structure: 'Structure',
  structureNote: 'Each read makes a segmentation of it.',
  structureSearch: 'Search structures',
  structureNotFound: 'No structure matches',
  structuresFailed: 'The structures could not be loaded',
  blindedNote:
    'While it runs, readers see of a case only what they make in the present read. Whoever leads or reviews it does not read in it.',
  cases: 'Cases',
  noCases: 'No cases yet',
  addCases: 'Add cases…',
  addCasesTitle: 'Add cases',
  known: 'Known',
  knownNote: 'Known cases have a reference reading. Readers are compared with it, and do not learn which cases they are.',
  gone: 'This study is no longer there',
  noName: 'No patient name',
  readers: 'Readers',
  peopleFailed: 'The members could not be loaded',
  readsPerCase: 'Readers of each case',
  repeats: 'Hidden repeats of each reader',
  repeatsNote: 'So many cases come a second time, without being announced.',
  reviewer: 'Reviewer',
  reviewerNote: 'Accepts each finished read or sends it back.',
  noReviewer: 'Nobody',
  due: 'Due date',
  save: 'Save draft',
  saveRunning: 'Save',
  saved: 'Draft saved',
  fixed: 'Once a campaign has started, only its guideline and its date can be changed.',
  finishedNote: 'This campaign is finished. It can only be read.',
  conflict: 'Somebody else has changed this campaign. Reload the page to see the change; what you entered here is then gone.',
  notLead: 'Only whoever leads the campaign can change it.',
  start: 'Start campaign',
  startMenu: 'Start…',
  notYet: 'Not yet',
  actions: 'Actions of the campaign',
  remove: 'Delete draft',
  removeMenu: 'Delete draft…',
  removeWhy: 'Its cases stay in the team. This cannot be undone.',
  keep: 'Keep draft',
  /** The page of whoever leads or reviews. */
  campaignTab: 'Campaign',
  ownReadsTab: 'Your reads',
  export: 'Export',
  exportReads: 'Reads as CSV',
  exportAgreement: 'Agreement as CSV',
  editRunningMenu: 'Guideline and date…',
  legend: 'Legend',
  finish: 'Finish campaign',
  finishMenu: 'Finish…',
  reads: 'Reads',
  left: 'Left',
  sameReader: 'Same reader twice',
  readersAndCases: 'Readers and cases',
  reader: 'Reader',
  read: 'Read',
  done: 'Done',
  median: 'Median',
  leftTeam: 'left the team',
  noAccount: 'deleted account',
  gridOfReads: 'Reads by reader and case',
  skippedReads: 'Skipped',
  agreementFailed: 'The agreement could not be loaded',
  noAgreement: 'Agreement is shown once two readers have read the same case.',
  noDays: 'No day with two reads of one case yet.',
  onMasks: 'Agreement on masks',
  meanDice: 'mean Dice',
  allSegments: 'All segments',
  masksCompared: 'Masks compared on this device',
  stopComparing: 'Stop',
  comparingOffline: 'The server did not answer. What is compared is kept; compare the others when it can be reached.',
  comparingFailed: 'The comparison broke off. What is compared is kept; try again.',
  kappa: 'kappa',
  field: 'Field',
  between: 'between',
  same: 'same reader',
  asTable: 'Show as a table',
  asChart: 'Show as a chart',
  day: 'Day',
  figures: 'All figures of agreement',
  what: 'What',
  betweenReaders: 'Between readers',
  weighted: 'Weighted',
  ofCases: 'Cases',
  knownRight: 'Known cases',
  casesToTalk: 'Cases to talk about',
  noCasesToTalk: 'No case stands out yet.',
  /** The page of a reader. */
  ownReads: 'Your reads',
  startReading: 'Start reading',
  continueReading: 'Continue reading',
  allRead: 'You have read all your cases.',
  noReads: 'No case is yours to read',
  noReadsWhy: 'The studies of your cases may have been deleted.',
  noGuideline: 'The campaign has no guideline.',
  openRead: 'Open case',
  columnsOfReads: { number: 'Case', state: 'State', time: 'Time' },
  toRead: 'Campaigns to read in',
} as const;

export const STATE_TEXTS: Record<CampaignState, string> = { draft: 'draft', running: 'running', finished: 'finished' };
export const PART_TEXTS: Record<CampaignPart, string> = { lead: 'lead', reviewer: 'reviewer', reader: 'reader' };

/** `you lead, you do not read`. */
export function youText(you: readonly CampaignPart[]): string {
  const acts = { lead: 'you lead', reviewer: 'you review', reader: 'you read' } satisfies Record<CampaignPart, string>;
  const said = you.map((part) => acts[part]).join(', ');
  return you.includes('lead') && !you.includes('reader') ? `${said}, you do not read` : said;
}

export const SKIP_TEXTS: Record<SkipReason, string> = {
  unreadable: 'the images cannot be read',
  series_missing: 'a series is missing',
  patient_known: 'the patient is known to the reader',
  other: 'another reason',
};

export const readsText = (reads: number): string => formatCountOf(reads, 'read', 'reads');
export const casesText = (cases: number): string => formatCountOf(cases, 'case', 'cases');
export const caseText = (number: number): string => `Case ${formatCount(number)}`;
export const dueText = (due: string): string => `due ${dayText(due)}`;
/** `2026-11-27` becomes `27.11.2026`. */
export const dayText = (day: string): string => day.split('-').toReversed().join('.');

export const skippedText = (reads: number): string => `${formatCount(reads)} skipped`;

export const formLabel = (title: string, project: string): string => `${title} · ${project}`;
export const formVersionText = (version: number): string => `version ${formatCount(version)}`;
export const olderFormText = (version: number, latest: number): string =>
  `This draft has ${formVersionText(version)} of the form. The latest is ${formVersionText(latest)}.`;

export const knownText = (name: string): string => `${name} is a known case`;
export const removeCaseText = (name: string): string => `Remove ${name} from the cases`;

export const plannedText = (reads: number): string => `These are ${readsText(reads)} in all.`;
export const tooManyReadsText = (most: number): string => `A campaign can have at most ${readsText(most)}.`;

export const startTitle = (title: string): string => `Start “${title}”?`;
export const startWhyText = (readers: number): string =>
  `Cases, readers, form, structure, repeats, reviewer and blinding are fixed from then on. ${formatCountOf(readers, 'reader is', 'readers are')} told, and a campaign that was started is never deleted.`;

export const finishTitle = (title: string): string => `Finish “${title}”?`;
export function finishWhyText(left: number, isBlinded: boolean): string {
  const open = left === 0 ? 'All reads are done.' : `${formatCountOf(left, 'read is', 'reads are')} left and can no longer be made.`;
  const blinding = isBlinded ? ' Blinding ends: readers see each other’s work.' : '';
  return `${open}${blinding} A finished campaign cannot be reopened.`;
}

/** `Remind readers 3 and 5`. */
export function remindText(numbers: readonly number[]): string {
  if (numbers.length > 3) return `Remind ${formatCount(numbers.length)} readers`;
  const [last, ...others] = [...numbers].reverse().map(String);
  if (last === undefined) return 'Remind readers';
  return others.length === 0 ? `Remind reader ${last}` : `Remind readers ${others.reverse().join(', ')} and ${last}`;
}
export const remindedText = (told: number): string =>
  told === 0 ? 'Nobody has reads left.' : `${formatCountOf(told, 'reader was', 'readers were')} reminded`;

export const leftTimeText = (ms: number | null): string => (ms === null ? '' : `about ${formatDuration(roundedSeconds(ms))}`);
/** An estimate has no seconds, and no minutes from ten hours on. */
function roundedSeconds(ms: number): number {
  const step = ms >= 36_000_000 ? 3_600 : 60;
  return Math.max(step, Math.round(ms / 1_000 / step) * step);
}

export const agreementText = (title: string): string => `Agreement, ${title}`;
export const onFieldText = (title: string): string => `Agreement on ${title}`;
export const kappaText = (value: number | null): string => `κ ${figureText(value)}`;
export const diceText = (value: number | null): string => `Dice ${figureText(value)}`;
/** Null: not defined. */
export const figureText = (value: number | null): string => (value === null ? 'not defined' : value.toFixed(2));
export const intervalText = ([low, high]: readonly [number, number]): string => `${low.toFixed(2)} to ${high.toFixed(2)}`;
/** Why a case is worth talking about: `PI-RADS: 2, 5`. */
export function aboutText(about: Agreement['cases'][number]['about']): string {
  if (about.kind === 'values') return `${about.title}: ${about.values.join(', ')}`;
  if (about.kind === 'mask') return `${about.title}: ${diceText(about.dice)}`;
  return `${skippedText(about.reasons.length)}: ${[...new Set(about.reasons)].map((reason) => SKIP_TEXTS[reason]).join(', ')}`;
}

export const comparedText = (done: number, pairs: number): string =>
  `${formatCount(done)} of ${formatCountOf(pairs, 'pair', 'pairs')} of masks compared`;
export const compareMoreText = (done: number, left: number): string =>
  done === 0 ? `Compare ${formatCountOf(left, 'pair', 'pairs')}` : `Compare the other ${formatCount(left)}`;

const NOT_COMPARED_TEXTS: Record<NotComparedGroup['why'], string> = {
  none: 'a read made no segmentation of the structure',
  several: 'a read has several segmentations that were drawn on',
  'no-reference': 'whoever made the campaign has not drawn the known case, or has drawn it more than once',
  'nothing-drawn': 'nothing is drawn in either mask',
  'other-grid': 'they are drawn on different slices',
  gone: 'a mask was deleted, or you may not see it',
  damaged: 'a mask cannot be read',
};
const MOST_CASES_NAMED = 8;
/** `2 pairs have no Dice: they are drawn on different slices (cases 3, 5).` */
export function notComparedText(why: NotComparedGroup['why'], count: number, cases: readonly number[]): string {
  const named = cases.slice(0, MOST_CASES_NAMED).join(', ');
  const more = cases.length > MOST_CASES_NAMED ? ` and ${formatCount(cases.length - MOST_CASES_NAMED)} more` : '';
  const have = formatCountOf(count, 'pair has', 'pairs have');
  return `${have} no Dice: ${NOT_COMPARED_TEXTS[why]} (${cases.length === 1 ? 'case' : 'cases'} ${named}${more}).`;
}
export const knownDiceText = (reader: string, value: number, cases: number): string => `${reader}: ${diceText(value)}, ${casesText(cases)}`;

export const rightText = (reader: string, right: number, cases: number): string =>
  `${reader}: ${formatCount(right)} of ${formatCount(cases)}`;

/** What a cell of the grid says; null: not read yet. */
export function readText({ state, skipped, repeat }: Pick<CampaignRead, 'state' | 'skipped' | 'repeat'>): string {
  const word = {
    done: 'read',
    started: 'open now',
    returned: 'sent back',
    open: skipped === null ? 'not read yet' : `skipped: ${SKIP_TEXTS[skipped]}`,
  }[state];
  return repeat ? `hidden repeat: ${word}` : word;
}

export const LEGEND = [
  { look: 'read', text: 'read' },
  { look: 'open', text: 'open now' },
  { look: 'returned', text: 'sent back' },
  { look: 'skipped', text: 'skipped, with a reason' },
  { look: 'repeat', text: 'hidden repeat' },
  { look: 'known', text: 'known case' },
] as const;

export const gridNoteText = (cases: string, repeats: number): string =>
  repeats === 0 ? cases : `${cases}, ${formatCountOf(repeats, 'hidden repeat', 'hidden repeats')}`;
export const skippedReadText = (reader: number, of: number, reason: string): string => `${readerText(reader)}, ${caseText(of)}: ${reason}`;
export const guidelineText = (version: number): string => `${TEXTS.guideline} v${version}`;

export const readerText = (number: number): string => `Reader ${number}`;
export const caseHeadText = (number: number, isKnown: boolean): string => `${caseText(number)}${isKnown ? ', known' : ''}`;

/** Why a read is where it is. */
export function whyText({ state, skipped, reason }: Pick<OwnRead, 'state' | 'skipped' | 'reason'>): string {
  if (state === 'returned') return reason;
  return state === 'open' && skipped !== null ? `skipped: ${SKIP_TEXTS[skipped]}` : '';
}
export const openReadText = (number: number): string => `${TEXTS.openRead}: ${caseText(number)}`;
export const leftToReadText = (left: number): string => `${formatCountOf(left, 'case', 'cases')} left to read`;

export const readOfText = (done: number, total: number): string => `${formatCount(done)} of ${formatCount(total)}`;

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: TEXTS.notLead,
    conflict: TEXTS.conflict,
    too_large:
      failure.kind === 'refused' && failure.limit
        ? `A team can have at most ${formatCount(failure.limit.max)} campaigns. Delete a draft first.`
        : undefined,
  });
