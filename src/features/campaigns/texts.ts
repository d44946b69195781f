import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { Agreement, CampaignPart, CampaignRead, CampaignState, OwnRead, SkipReason } from '#contract/campaigns.ts';
import { inContext, t } from '#language/t.ts';
import { NO_LESION_TEXT, shownTitle } from '#model/campaigns/compared-fields.ts';
import { formatCount, formatDecimal, formatDuration } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import type { NotComparedGroup } from './agreement/not-compared.ts';

/** Texts of reading campaigns. */
export const TEXTS = {
  reviews: t('Reviews'),
  campaigns: t('Campaigns'),
  search: t('Search title'),
  state: t('State'),
  anyState: t('Any state'),
  newCampaign: t('New campaign'),
  columns: { title: t('Campaign'), you: t('You'), reads: t('Reads'), due: t('Due'), state: t('State') },
  nothingFound: t('No campaign matches'),
  empty: t('No campaigns yet'),
  emptyWhy: t(
    'In a campaign, several readers read the same cases, and their agreement is computed. Create one, or wait for somebody to add you.',
  ),
  failed: t('The campaigns could not be loaded'),
  campaignFailed: t('The campaign could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  notFound: t('Campaign not found'),
  notFoundWhy: t('It may have been deleted, or you are no part of it.'),
  needed: t('This field is required'),
  wholeFrom1: t('Enter a whole number from 1 to 50'),
  wholeFrom0: t('Enter a whole number from 0 to 1000'),
  cancel: t('Cancel'),
  blinded: t('Blinded'),
  /** The form. */
  editDraft: t('Edit draft'),
  editRunning: t('Guideline and date'),
  title: t('Title'),
  guideline: t('Guideline'),
  guidelineNote: t('Readers see it beside each case. Lines are kept as you write them.'),
  preview: t('Preview'),
  write: t('Write'),
  nothingWritten: t('Nothing is written yet.'),
  form: t('Form'),
  formNote: t('Each read fills it in.'),
  formSearch: t('Search forms'),
  formNotFound: t('No form matches'),
  formsLoading: t('Forms are being loaded'),
  formsFailed: t('The forms could not be loaded'),
  formsNotAllowed: t('Forms belong to projects, which you cannot see.'),
  formRetired: t('This form is retired.'),
  structure: t('Structure'),
  structureNote: t('Each read makes a segmentation of it.'),
  structureSearch: t('Search structures'),
  structureNotFound: t('No structure matches'),
  structuresFailed: t('The structures could not be loaded'),
  blindedNote: t(
    'While it runs, readers see of a case only what they make in the present read. Whoever leads or reviews it does not read in it.',
  ),
  cases: t('Cases'),
  noCases: t('No cases yet'),
  addCases: t('Add cases…'),
  addCasesTitle: t('Add cases'),
  known: t('Known'),
  knownNote: t('Known cases have a reference reading. Readers are compared with it, and do not learn which cases they are.'),
  modality: t('Modality'),
  gone: t('This study is no longer there'),
  noName: t('No patient name'),
  readers: t('Readers'),
  peopleFailed: t('The members could not be loaded'),
  readsPerCase: t('Readers of each case'),
  repeats: t('Hidden repeats of each reader'),
  repeatsNote: t('So many cases come a second time, without being announced.'),
  reviewer: t('Reviewer'),
  reviewerNote: t('Accepts each finished read or sends it back.'),
  noReviewer: t('Nobody'),
  due: t('Due date'),
  save: t('Save draft'),
  saveRunning: t('Save'),
  saved: t('Draft saved'),
  fixed: t('Once a campaign has started, only its guideline and its date can be changed.'),
  finishedNote: t('This campaign is finished. It can only be read.'),
  conflict: t('Somebody else has changed this campaign. Reload the page to see the change; what you entered here is then gone.'),
  notLead: t('Only whoever leads the campaign can change it.'),
  start: t('Start campaign'),
  startMenu: t('Start…'),
  notYet: t('Not yet'),
  actions: t('Actions of the campaign'),
  remove: t('Delete draft'),
  removeMenu: t('Delete draft…'),
  removeAsk: (name: string): string => t('Delete draft “{name}”?', { name }),
  removeWhy: t('Its cases stay in the team. This cannot be undone.'),
  keep: t('Keep draft'),
  /** The page of whoever leads or reviews. */
  campaignTab: t('Campaign'),
  ownReadsTab: t('Your reads'),
  export: t('Export'),
  exportReads: t('Reads as CSV'),
  exportAgreement: t('Agreement as CSV'),
  editRunningMenu: t('Guideline and date…'),
  legend: t('Legend'),
  finish: t('Finish campaign'),
  finishMenu: t('Finish…'),
  reads: t('Reads'),
  left: inContext('remaining', 'Left'),
  sameReader: t('Same reader twice'),
  readersAndCases: t('Readers and cases'),
  reader: t('Reader'),
  read: inContext('campaign', 'Read'),
  done: t('Done'),
  median: t('Median'),
  leftTeam: t('left the team'),
  noAccount: t('deleted account'),
  gridOfReads: t('Reads by reader and case'),
  skippedReads: t('Skipped'),
  agreementFailed: t('The agreement could not be loaded'),
  noAgreement: t('Agreement is shown once two readers have read the same case.'),
  noDays: t('No day with two reads of one case yet.'),
  onMasks: t('Agreement on masks'),
  meanDice: t('mean Dice'),
  allSegments: t('All segments'),
  masksCompared: t('Masks compared on this device'),
  stopComparing: t('Stop'),
  comparingOffline: t('The server did not answer. What is compared is kept; compare the others when it can be reached.'),
  comparingFailed: t('The comparison broke off. What is compared is kept; try again.'),
  kappa: t('kappa'),
  field: t('Field'),
  between: t('between'),
  same: t('same reader'),
  asTable: t('Show as a table'),
  asChart: t('Show as a chart'),
  day: t('Day'),
  figures: t('All figures of agreement'),
  what: t('What'),
  betweenReaders: t('Between readers'),
  weighted: t('Weighted'),
  ofCases: t('Cases'),
  knownRight: t('Known cases'),
  casesToTalk: t('Cases to talk about'),
  noCasesToTalk: t('No case stands out yet.'),
  /** The page of a reader. */
  ownReads: t('Your reads'),
  startReading: t('Start reading'),
  continueReading: t('Continue reading'),
  allRead: t('You have read all your cases.'),
  noReads: t('No case is yours to read'),
  noReadsWhy: t('The studies of your cases may have been deleted.'),
  noGuideline: t('The campaign has no guideline.'),
  openRead: t('Open case'),
  columnsOfReads: { number: t('Case'), state: t('State'), time: t('Time') },
  toRead: t('Campaigns to read in'),
} as const;

export const STATE_TEXTS: Record<CampaignState, string> = {
  draft: t('draft'),
  running: t('running'),
  finished: inContext('campaign', 'finished'),
};
export const PART_TEXTS: Record<CampaignPart, string> = { lead: t('lead'), reviewer: t('reviewer'), reader: t('reader') };

/** `you lead, you do not read`. */
export function youText(you: readonly CampaignPart[]): string {
  const acts = { lead: t('you lead'), reviewer: t('you review'), reader: t('you read') } satisfies Record<CampaignPart, string>;
  const leadsOnly = you.includes('lead') && !you.includes('reader');
  return [...you.map((part) => acts[part]), ...(leadsOnly ? [t('you do not read')] : [])].join(', ');
}

export const SKIP_TEXTS: Record<SkipReason, string> = {
  unreadable: t('the images cannot be read'),
  series_missing: t('a series is missing'),
  patient_known: t('the patient is known to the reader'),
  other: t('another reason'),
};

export const readsText = (reads: number): string => t('{reads, plural, one {# read} other {# reads}}', { reads });
export const casesText = (cases: number): string => t('{cases, plural, one {# case} other {# cases}}', { cases });
export const caseText = (number: number): string => t('Case {number}', { number: formatCount(number) });
export const dueText = (due: string): string => t('due {due}', { due: dayText(due) });
/** `2026-11-27` becomes `27.11.2026`. */
export const dayText = (day: string): string => day.split('-').toReversed().join('.');

export const skippedText = (reads: number): string => t('{reads} skipped', { reads: formatCount(reads) });

export const formLabel = (title: string, project: string): string => `${title} · ${project}`;
export const formVersionText = (version: number): string => t('version {version}', { version: formatCount(version) });
export const olderFormText = (version: number, latest: number): string =>
  t('This draft has version {version} of the form. The latest is version {latest}.', {
    version: formatCount(version),
    latest: formatCount(latest),
  });

export const knownText = (name: string): string => t('{name} is a known case', { name });
export const removeCaseText = (name: string): string => t('Remove {name} from the cases', { name });

export const plannedText = (reads: number): string => t('These are {reads, plural, one {# read} other {# reads}} in all.', { reads });
export const tooManyReadsText = (most: number): string =>
  t('A campaign can have at most {most, plural, one {# read} other {# reads}}.', { most });

export const startTitle = (title: string): string => t('Start “{title}”?', { title });
export const startWhyText = (readers: number): string =>
  t(
    'Cases, readers, form, structure, repeats, reviewer and blinding are fixed from then on. {readers, plural, one {# reader is} other {# readers are}} told, and a campaign that was started is never deleted.',
    { readers },
  );

export const finishTitle = (title: string): string => t('Finish “{title}”?', { title });
export function finishWhyText(left: number, isBlinded: boolean): string {
  const open =
    left === 0
      ? t('All reads are done.')
      : t('{left, plural, one {# read is} other {# reads are}} left and can no longer be made.', { left });
  const blinding = isBlinded ? [t('Blinding ends: readers see each other’s work.')] : [];
  return [open, ...blinding, t('A finished campaign cannot be reopened.')].join(' ');
}

/** `Remind readers 3 and 5`. */
export function remindText(numbers: readonly number[]): string {
  if (numbers.length > 3) return t('Remind {count, plural, one {# reader} other {# readers}}', { count: numbers.length });
  const [last, ...others] = [...numbers].reverse().map(String);
  if (last === undefined) return t('Remind readers');
  return others.length === 0
    ? t('Remind reader {last}', { last })
    : t('Remind readers {others} and {last}', { others: others.reverse().join(', '), last });
}
export const remindedText = (told: number): string =>
  told === 0 ? t('Nobody has reads left.') : t('{told, plural, one {# reader was} other {# readers were}} reminded', { told });

export const leftTimeText = (ms: number | null): string =>
  ms === null ? '' : t('about {time}', { time: formatDuration(roundedSeconds(ms)) });
/** An estimate has no seconds, and no minutes from ten hours on. */
function roundedSeconds(ms: number): number {
  const step = ms >= 36_000_000 ? 3_600 : 60;
  return Math.max(step, Math.round(ms / 1_000 / step) * step);
}

/** What is compared, as it is shown; exports have it in English. */
export const ALL_SEGMENTS = 'All segments';
export const titleText = (title: string): string => (title === ALL_SEGMENTS ? TEXTS.allSegments : shownTitle(title));
const valueText = (value: string): string => (value === NO_LESION_TEXT ? t('no lesion') : value);

export const agreementText = (title: string): string => t('Agreement, {title}', { title: titleText(title) });
export const onFieldText = (title: string): string => t('Agreement on {title}', { title: titleText(title) });
export const kappaText = (value: number | null): string => `κ ${figureText(value)}`;
export const diceText = (value: number | null): string => t('Dice {value}', { value: figureText(value) });
/** Null: not defined. */
export const figureText = (value: number | null): string => (value === null ? t('not defined') : formatDecimal(value, 2));
export const intervalText = ([low, high]: readonly [number, number]): string =>
  t('{low} to {high}', { low: formatDecimal(low, 2), high: formatDecimal(high, 2) });
/** Why a case is worth talking about: `PI-RADS: 2, 5`. */
export function aboutText(about: Agreement['cases'][number]['about']): string {
  if (about.kind === 'values') return `${titleText(about.title)}: ${about.values.map(valueText).join(', ')}`;
  if (about.kind === 'mask') return `${titleText(about.title)}: ${diceText(about.dice)}`;
  return `${skippedText(about.reasons.length)}: ${[...new Set(about.reasons)].map((reason) => SKIP_TEXTS[reason]).join(', ')}`;
}

export const comparedText = (done: number, pairs: number): string =>
  t('{done} of {pairs, plural, one {# pair} other {# pairs}} of masks compared', { done: formatCount(done), pairs });
export const compareMoreText = (done: number, left: number): string =>
  done === 0
    ? t('Compare {left, plural, one {# pair} other {# pairs}}', { left })
    : t('Compare the other {left}', { left: formatCount(left) });

const NOT_COMPARED_TEXTS: Record<NotComparedGroup['why'], string> = {
  none: t('a read made no segmentation of the structure'),
  several: t('a read has several segmentations that were drawn on'),
  'no-reference': t('whoever made the campaign has not drawn the known case, or has drawn it more than once'),
  'nothing-drawn': t('nothing is drawn in either mask'),
  'other-grid': t('they are drawn on different slices'),
  gone: t('a mask was deleted, or you may not see it'),
  damaged: t('a mask cannot be read'),
};
const MOST_CASES_NAMED = 8;
/** `2 pairs have no Dice: they are drawn on different slices (cases 3, 5).` */
export function notComparedText(why: NotComparedGroup['why'], count: number, cases: readonly number[]): string {
  const values = { count, why: NOT_COMPARED_TEXTS[why], cases: cases.length, named: cases.slice(0, MOST_CASES_NAMED).join(', ') };
  return t(
    '{count, plural, one {# pair has} other {# pairs have}} no Dice: {why} ({cases, plural, one {case} other {cases}} {named}{more, plural, =0 {} other { and # more}}).',
    { ...values, more: Math.max(0, cases.length - MOST_CASES_NAMED) },
  );
}
export const knownDiceText = (reader: string, value: number, cases: number): string => `${reader}: ${diceText(value)}, ${casesText(cases)}`;

export const rightText = (reader: string, right: number, cases: number): string =>
  t('{reader}: {right} of {cases}', { reader, right: formatCount(right), cases: formatCount(cases) });

/** What a cell of the grid says; null: not read yet. */
export function readText({ state, skipped, repeat }: Pick<CampaignRead, 'state' | 'skipped' | 'repeat'>): string {
  const word = {
    done: inContext('campaign', 'read'),
    started: t('open now'),
    returned: t('sent back'),
    open: skipped === null ? t('not read yet') : t('skipped: {reason}', { reason: SKIP_TEXTS[skipped] }),
  }[state];
  return repeat ? t('hidden repeat: {word}', { word }) : word;
}

export const LEGEND = [
  { look: 'read', text: inContext('campaign', 'read') },
  { look: 'open', text: t('open now') },
  { look: 'returned', text: t('sent back') },
  { look: 'skipped', text: t('skipped, with a reason') },
  { look: 'repeat', text: t('hidden repeat') },
  { look: 'known', text: t('known case') },
] as const;

export const gridNoteText = (cases: string, repeats: number): string =>
  repeats === 0 ? cases : [cases, t('{repeats, plural, one {# hidden repeat} other {# hidden repeats}}', { repeats })].join(', ');
export const skippedReadText = (reader: number, of: number, reason: string): string => `${readerText(reader)}, ${caseText(of)}: ${reason}`;
export const guidelineText = (version: number): string => t('Guideline v{version}', { version });

export const readerText = (number: number): string => t('Reader {number}', { number });
export const caseHeadText = (number: number, isKnown: boolean): string =>
  isKnown ? t('Case {number}, known', { number: formatCount(number) }) : caseText(number);

/** Why a read is where it is. */
export function whyText({ state, skipped, reason }: Pick<OwnRead, 'state' | 'skipped' | 'reason'>): string {
  if (state === 'returned') return reason;
  return state === 'open' && skipped !== null ? t('skipped: {reason}', { reason: SKIP_TEXTS[skipped] }) : '';
}
export const openReadText = (number: number): string => `${TEXTS.openRead}: ${caseText(number)}`;
export const leftToReadText = (left: number): string => t('{left, plural, one {# case} other {# cases}} left to read', { left });

export const readOfText = (done: number, total: number): string =>
  t('{done} of {total}', { done: formatCount(done), total: formatCount(total) });

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: TEXTS.notLead,
    conflict: TEXTS.conflict,
    too_large:
      failure.kind === 'refused' && failure.limit
        ? t('A team can have at most {max} campaigns. Delete a draft first.', { max: formatCount(failure.limit.max) })
        : undefined,
  });
