import { failureStatus } from '#api/failure-status.ts';
import { CALLS, type Call } from '#contract/calls.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import type { AuditVerdict, LogPerson, RecordKind } from '#contract/logs.ts';
import { formatBytes, formatCount, formatCountOf, formatDuration, formatTime } from '#ui/format.ts';
import type { StepType } from './log-address.ts';

/** Words of the activity log and of the audit trail. */
export const TEXTS = {
  /** given (SIDE-39). */
  sessions: 'Log sessions',
  steps: 'Steps',
  trail: 'Audit trail',
  session: 'Session',
  logs: 'Logs',
  reload: 'Reload',
  filters: 'Filters',
  person: 'Person',
  nobody: 'Nobody of that name',
  from: 'From',
  to: 'To',
  /** given (CONST-08, CONST-10). */
  dateFormat: 'MM/DD/YYYY HH:mm',
  dateWrong: 'As MM/DD/YYYY or MM/DD/YYYY HH:mm',
  period: 'Period',
  today: 'Today',
  lastDays: (days: number) => `Last ${days} days`,
  anyTime: 'Any time',
  allTeams: 'All teams',
  anyType: 'Any type',
  type: 'Type',
  path: 'Path begins with',
  kind: 'Kind',
  result: 'Result',
  study: 'Study (uuid)',
  studyWrong: 'The uuid of a study: 8-4-4-4-12 characters',
  columns: {
    person: 'Person',
    started: 'Started',
    last: 'Last step',
    lasted: 'Lasted',
    steps: 'Steps',
    time: 'Time',
    type: 'Type',
    path: 'Path',
    name: 'What',
    number: 'No.',
    kind: 'Kind',
    call: 'Call',
    about: 'About',
    result: 'Result',
    address: 'Address',
    team: 'Team',
  },
  notSignedIn: 'not signed in',
  openSession: 'Open the session',
  allOfStudy: 'Everything about this study',
  openStudy: 'Open the study',
  newest: 'Newest',
  older: 'Older',
  empty: 'No sessions yet',
  emptyWhy: 'A sign-in stands here with its first step in the team.',
  noSteps: 'No steps yet',
  noStepsWhy: 'Pages that people of the team open stand here.',
  noRecords: 'No records yet',
  noRecordsWhy: 'Everything that anybody asks of the server for this team stands here.',
  nothingFound: 'Nothing matches',
  nothingFoundWhy: 'No entry fits all of the filters.',
  clearFilters: 'Clear filters',
  noSession: 'This session is not in the log',
  noSessionWhy: 'It may be of another team, or older than 90 days.',
  toSessions: 'To the sessions',
  failed: 'The log could not be read',
  failedWhy: 'It is kept on the server. Nothing is lost.',
  offline: 'This page was not opened before',
  offlineWhy: 'The network is away and the page is not on this device. It is read as soon as the network is back.',
  needsServer: 'This needs the server, which is away.',
  export: 'Export',
  exportTable: 'Table (CSV)',
  exportTableNote: 'With names, for a spreadsheet',
  exportLines: 'Lines to check (NDJSON)',
  exportLinesNote: 'Can be verified without this server',
  exportHead: 'Head to keep (JSON)',
  exportHeadNote: 'Number and hash, to compare with later',
  exportFailed: 'The export did not come through. Nothing was saved.',
  stopExport: 'Stop the export',
  verify: 'Verify',
  verifyTitle: 'Verify the audit trail',
  verifyWhy:
    'Each record holds the hash of the one before it. The server walks all of them and finds the first that was changed, removed or put in between.',
  keptTitle: 'A note from an earlier check',
  keptWhy: 'Who owns the database could write a whole new chain. A number and its hash that were kept elsewhere find that, too.',
  keptOpen: 'Open a kept file',
  keptNumber: 'Number',
  keptHash: 'Hash',
  keptWrong: 'A number, and its hash of 64 characters',
  verifyStart: 'Verify now',
  verifyAgain: 'Verify again',
  verifyStop: 'Stop',
  verifyFailed: 'The server did not answer',
  verifyFailedWhy: 'Nothing was found out. Try again.',
  whole: 'The audit trail is whole',
  keepThis: 'Keep this elsewhere',
  keepWhy: 'With it, a later check finds a chain that was written anew.',
  copy: 'Copy',
  copied: 'Copied',
} as const;

export const TYPES: Record<StepType, string> = { route: 'page', click: 'press', other: 'other' };

export const KINDS: Record<RecordKind, string> = { read: 'read', write: 'write', export: 'export', 'sign-in': 'sign-in' };

/** Who it was; of an account that is gone its number. */
export function personText(person: LogPerson | null): string {
  return person === null ? TEXTS.notSignedIn : (person.name ?? `Account ${person.id}`);
}

/** `seriesThumbnail` → "series thumbnail", `set-team-user` → "set team user". */
export function callText(call: string): string {
  return call
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_.:]/g, ' ')
    .toLowerCase();
}

export function callTitle(call: string): string {
  return (CALLS as Record<string, Call>)[call]?.summary ?? call;
}

/** `done`, or why not: "not allowed". */
export function resultText(result: string): string {
  return result === 'refused' ? 'refused (any)' : result.replaceAll('_', ' ');
}

export function resultTitle(result: string): string {
  return Object.hasOwn(ERRORS, result) ? ERRORS[result as ErrorCode].message : result;
}

/** The beginning of a UUID, which tells it from others of a page; or the number of a row. */
export function subjectText(subject: string): string {
  return subject.includes('-') ? subject.slice(0, 8) : `#${subject}`;
}

export function lastedText(ms: number): string {
  return ms < 1_000 ? '' : formatDuration(ms / 1_000);
}

export const stepsText = (steps: number): string => formatCountOf(steps, 'step', 'steps');
export const asOfText = (at: number): string => `list as of ${formatTime(at, { seconds: false })}`;
export const filtersText = (count: number): string => (count === 0 ? TEXTS.filters : `${TEXTS.filters} (${count})`);
export const rangeText = (last: number, first: number): string =>
  first === last ? `No. ${formatCount(first)}` : `No. ${formatCount(last)}–${formatCount(first)}`;
export const checkedText = (checked: number, total: number): string => `${formatCount(checked)} of ${formatCount(total)} records checked`;
export const exportingText = (bytes: number): string => `${formatBytes(bytes)} so far`;
export const wholeText = (records: number): string => `All ${formatCountOf(records, 'record', 'records')} are as they were written.`;
export const brokenText = (seq: number): string => `Record ${formatCount(seq)} does not fit`;

export const BROKEN: Record<NonNullable<AuditVerdict['broken']>['why'], string> = {
  changed: 'It, or its hash, was changed after it was written. All records before it are as they were written.',
  missing: 'It was there and was removed. All records before it are as they were written.',
  inserted: 'It was put in where the chain has no place for it.',
  tail_missing: 'It and those after it were removed. All records before it are as they were written.',
  head_changed: 'The note that the server keeps of the last record says something else.',
};

export const KEPT: Record<NonNullable<AuditVerdict['kept']>, string> = {
  stands: 'The earlier note still stands.',
  differs: 'The earlier note has another hash: the chain was written anew, or the note is of another server.',
  missing: 'The earlier note is of a record that is not there any more.',
};

/** What failed, with the server's code where it gave one. */
export function failedText(error: unknown): string {
  const status = failureStatus(error);
  return status === undefined ? TEXTS.failed : `${TEXTS.failed}: ${status}`;
}
