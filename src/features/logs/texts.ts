import { CALLS, type Call } from '#contract/calls.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import type { AuditVerdict, LogPerson, RecordKind } from '#contract/logs.ts';
import { formatBytes, formatCount, formatCountOf, formatDuration } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import type { StepType } from './log-address.ts';

/** Texts of the activity log and of the audit trail. */
export const TEXTS = {
  /** given (SIDE-39). */
  sessions: 'Log sessions',
  steps: 'Steps',
  trail: 'Audit trail',
  session: 'Session',
  logs: 'Logs',
  filters: 'Filters',
  person: 'Person',
  nobody: 'No one with that name',
  from: 'From',
  to: 'To',
  /** given (CONST-08, CONST-10). */
  dateFormat: 'MM/DD/YYYY HH:mm',
  dateWrong: 'Use MM/DD/YYYY or MM/DD/YYYY HH:mm',
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
  study: 'Study (UUID)',
  studyWrong: 'Enter a study UUID: 8-4-4-4-12 characters',
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
  emptyWhy: 'A session appears here when someone opens a page of this team.',
  noSteps: 'No steps yet',
  noStepsWhy: 'Pages that team members open are listed here.',
  noRecords: 'No records yet',
  noRecordsWhy: 'Every request to the server for this team is listed here.',
  nothingFound: 'Nothing matches',
  nothingFoundWhy: 'No entry matches all filters.',
  noSession: 'This session is not in the log',
  noSessionWhy: 'It may belong to another team, or be older than 180 days.',
  toSessions: 'Back to the sessions',
  failed: 'The log could not be loaded',
  failedWhy: 'It is stored on the server. Nothing is lost.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached.',
  export: 'Export',
  exportTable: 'Table (CSV)',
  exportTableNote: 'With names, for spreadsheets',
  exportLines: 'Records for verification (NDJSON)',
  exportLinesNote: 'Can be verified without this server',
  exportHead: 'Last record (JSON)',
  exportHeadNote: 'Its number and hash, for a later check',
  exportFailed: 'The export failed. Nothing was saved.',
  stopExport: 'Stop export',
  verify: 'Verify',
  verifyTitle: 'Verify the audit trail',
  verifyWhy:
    'Each record contains the hash of the previous one. The server checks all of them and finds the first one that was changed, removed or inserted.',
  keptTitle: 'Result of an earlier check',
  keptWhy:
    'Someone with access to the database could replace the whole chain. A record number and hash that you stored elsewhere reveal that as well.',
  keptOpen: 'Open a saved file',
  keptNumber: 'Number',
  keptHash: 'Hash',
  keptWrong: 'Enter a number and a hash of 64 characters',
  verifyStart: 'Verify now',
  verifyAgain: 'Verify again',
  verifyStop: 'Stop',
  verifyFailed: 'The server did not respond',
  verifyFailedWhy: 'The check did not finish. Try again.',
  whole: 'The audit trail is intact',
  keepThis: 'Store this elsewhere',
  keepWhy: 'With it, a later check can tell whether the chain was replaced.',
  copy: 'Copy',
  copied: 'Copied',
} as const;

export const TYPES: Record<StepType, string> = { route: 'page', click: 'press', other: 'other' };

export const KINDS: Record<RecordKind, string> = { read: 'read', write: 'write', export: 'export', 'sign-in': 'sign-in' };

/** The user's name; the number of a deleted account. */
export function personText(person: LogPerson | null): string {
  return person === null ? TEXTS.notSignedIn : (person.name ?? `Account ${person.id}`);
}

/** A platform administrator who acted as the person of a record. */
export const actedByText = (administrator: LogPerson): string => `by ${personText(administrator)}`;

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

/** The start of a UUID, which distinguishes it on a page, or the number of a row. */
export function subjectText(subject: string): string {
  return subject.includes('-') ? subject.slice(0, 8) : `#${subject}`;
}

export function lastedText(ms: number): string {
  return ms < 1_000 ? '' : formatDuration(ms / 1_000);
}

export const stepsText = (steps: number): string => formatCountOf(steps, 'step', 'steps');
export const filtersText = (count: number): string => (count === 0 ? TEXTS.filters : `${TEXTS.filters} (${count})`);
export const rangeText = (last: number, first: number): string =>
  first === last ? `No. ${formatCount(first)}` : `No. ${formatCount(last)}–${formatCount(first)}`;
export const checkedText = (checked: number, total: number): string => `${formatCount(checked)} of ${formatCount(total)} records checked`;
export const exportingText = (bytes: number): string => `${formatBytes(bytes)} so far`;
export const wholeText = (records: number): string => `All ${formatCountOf(records, 'record', 'records')} are unchanged.`;
export const brokenText = (seq: number): string => `Record ${formatCount(seq)} is not valid`;

export const BROKEN: Record<NonNullable<AuditVerdict['broken']>['why'], string> = {
  changed: 'The record or its hash was changed after it was written. All earlier records are unchanged.',
  missing: 'The record was removed. All earlier records are unchanged.',
  inserted: 'The record was inserted into the chain.',
  tail_missing: 'This record and all later ones were removed. All earlier records are unchanged.',
  head_changed: 'It does not match the server’s own note of the last record.',
};

export const KEPT: Record<NonNullable<AuditVerdict['kept']>, string> = {
  stands: 'The earlier result is confirmed.',
  differs: 'The earlier result has a different hash: the chain was replaced, or the result is from another server.',
  missing: 'The record of the earlier result no longer exists.',
};
