import { CALLS, type Call } from '#contract/calls.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import type { AuditVerdict, LogPerson, RecordKind } from '#contract/logs.ts';
import { inContext, t, translated } from '#language/t.ts';
import { formatBytes, formatCount, formatDuration } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import type { StepType } from './log-address.ts';
import { RESULT_WORDS } from './result-words.ts';

/** Texts of the activity log and of the audit trail. */
export const TEXTS = {
  /** given (SIDE-39). */
  sessions: t('Log sessions'),
  steps: t('Steps'),
  trail: t('Audit trail'),
  session: t('Session'),
  logs: t('Logs'),
  filters: t('Filters'),
  person: t('Person'),
  nobody: t('No one with that name'),
  from: t('From'),
  to: inContext('date', 'To'),
  /** given (CONST-08, CONST-10). */
  dateFormat: t('MM/DD/YYYY HH:mm'),
  dateWrong: t('Use MM/DD/YYYY or MM/DD/YYYY HH:mm'),
  period: t('Period'),
  today: t('Today'),
  lastDays: (days: number) => t('Last {days} days', { days }),
  anyTime: t('Any time'),
  allTeams: t('All teams'),
  anyType: t('Any type'),
  type: t('Type'),
  path: t('Path begins with'),
  kind: t('Kind'),
  result: t('Result'),
  study: t('Study (UUID)'),
  studyWrong: t('Enter a study UUID: 8-4-4-4-12 characters'),
  columns: {
    person: t('Person'),
    started: t('Started'),
    last: t('Last step'),
    lasted: t('Lasted'),
    steps: t('Steps'),
    time: t('Time'),
    type: t('Type'),
    path: t('Path'),
    name: t('What'),
    number: t('No.'),
    kind: t('Kind'),
    call: t('Call'),
    about: t('About'),
    result: t('Result'),
    address: t('Address'),
    team: t('Team'),
  },
  notSignedIn: t('not signed in'),
  openSession: t('Open the session'),
  allOfStudy: t('Everything about this study'),
  openStudy: t('Open the study'),
  newest: t('Newest'),
  older: t('Older'),
  empty: t('No sessions yet'),
  emptyWhy: t('A session appears here when someone opens a page of this team.'),
  noSteps: t('No steps yet'),
  noStepsWhy: t('Pages that team members open are listed here.'),
  noRecords: t('No records yet'),
  noRecordsWhy: t('Every request to the server for this team is listed here.'),
  nothingFound: t('Nothing matches'),
  nothingFoundWhy: t('No entry matches all filters.'),
  noSession: t('This session is not in the log'),
  noSessionWhy: t('It may belong to another team, or be older than 180 days.'),
  toSessions: t('Back to the sessions'),
  failed: t('The log could not be loaded'),
  failedWhy: t('It is stored on the server. Nothing is lost.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached.'),
  export: t('Export'),
  exportTable: t('Table (CSV)'),
  exportTableNote: t('With names, for spreadsheets'),
  exportLines: t('Records for verification (NDJSON)'),
  exportLinesNote: t('Can be verified without this server'),
  exportHead: t('Last record (JSON)'),
  exportHeadNote: t('Its number and hash, for a later check'),
  exportFailed: t('The export failed. Nothing was saved.'),
  stopExport: t('Stop export'),
  verify: t('Verify'),
  verifyTitle: t('Verify the audit trail'),
  verifyWhy: t(
    'Each record contains the hash of the previous one. The server checks all of them and finds the first one that was changed, removed or inserted.',
  ),
  keptTitle: t('Result of an earlier check'),
  keptWhy: t(
    'Someone with access to the database could replace the whole chain. A record number and hash that you stored elsewhere reveal that as well.',
  ),
  keptOpen: t('Open a saved file'),
  keptNumber: t('Number'),
  keptHash: t('Hash'),
  keptWrong: t('Enter a number and a hash of 64 characters'),
  verifyStart: t('Verify now'),
  verifyAgain: t('Verify again'),
  verifyStop: t('Stop'),
  verifyFailed: t('The server did not respond'),
  verifyFailedWhy: t('The check did not finish. Try again.'),
  whole: t('The audit trail is intact'),
  keepThis: t('Store this elsewhere'),
  keepWhy: t('With it, a later check can tell whether the chain was replaced.'),
  copy: t('Copy'),
  copied: t('Copied'),
} as const;

export const TYPES: Record<StepType, string> = { route: t('page'), click: t('press'), other: t('other') };

export const KINDS: Record<RecordKind, string> = {
  read: inContext('record', 'read'),
  write: t('write'),
  export: t('export'),
  'sign-in': t('sign-in'),
};

/** The user's name; the number of a deleted account. */
export function personText(person: LogPerson | null): string {
  return person === null ? TEXTS.notSignedIn : (person.name ?? t('Account {id}', { id: person.id }));
}

/** A platform administrator who acted as the person of a record. */
export const actedByText = (administrator: LogPerson): string => t('by {name}', { name: personText(administrator) });

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
  return RESULT_WORDS[result] ?? result.replaceAll('_', ' ');
}

export function resultTitle(result: string): string {
  return Object.hasOwn(ERRORS, result) ? translated(ERRORS[result as ErrorCode].message) : (RESULT_WORDS[result] ?? result);
}

/** The start of a UUID, which distinguishes it on a page, or the number of a row. */
export function subjectText(subject: string): string {
  return subject.includes('-') ? subject.slice(0, 8) : `#${subject}`;
}

export function lastedText(ms: number): string {
  return ms < 1_000 ? '' : formatDuration(ms / 1_000);
}

export const openStudyText = (study: string, time: string, seq: number): string =>
  t('Open the study {study}, {time}, {seq}', { study, time, seq });
export const stepsText = (steps: number): string => t('{steps, plural, one {# step} other {# steps}}', { steps });
export const filtersText = (count: number): string => (count === 0 ? TEXTS.filters : `${TEXTS.filters} (${count})`);
export const rangeText = (last: number, first: number): string =>
  first === last
    ? t('No. {first}', { first: formatCount(first) })
    : t('No. {last}–{first}', { last: formatCount(last), first: formatCount(first) });
export const checkedText = (checked: number, total: number): string =>
  t('{checked} of {total} records checked', { checked: formatCount(checked), total: formatCount(total) });
export const exportingText = (bytes: number): string => t('{size} so far', { size: formatBytes(bytes) });
export const wholeText = (records: number): string =>
  t('All {records, plural, one {# record} other {# records}} are unchanged.', { records });
export const brokenText = (seq: number): string => t('Record {seq} is not valid', { seq: formatCount(seq) });

export const BROKEN: Record<NonNullable<AuditVerdict['broken']>['why'], string> = {
  changed: t('The record or its hash was changed after it was written. All earlier records are unchanged.'),
  missing: t('The record was removed. All earlier records are unchanged.'),
  inserted: t('The record was inserted into the chain.'),
  tail_missing: t('This record and all later ones were removed. All earlier records are unchanged.'),
  head_changed: t('It does not match the server’s own note of the last record.'),
};

export const KEPT: Record<NonNullable<AuditVerdict['kept']>, string> = {
  stands: t('The earlier result is confirmed.'),
  differs: t('The earlier result has a different hash: the chain was replaced, or the result is from another server.'),
  missing: t('The record of the earlier result no longer exists.'),
};
