import type { InstallationState, StoredPart } from '#contract/installation.ts';
import { t } from '#language/t.ts';
import { formatCount, formatDate } from '#ui/format.ts';
import type { Attention } from './attention.ts';

/** Texts of the state of the installation. */
export const TEXTS = {
  failed: t('The state of the installation could not be loaded'),
  live: t('live'),
  every: t('every 5 s'),
  report: t('Report for support'),
  needs: t('What needs you'),
  pages: t('Pages of administration'),
  studies: t('Studies'),
  newPerDay: t('new a day'),
  jobs: t('Background jobs'),
  openPerHour: t('Jobs that waited or ran, by hour'),
  now: t('now'),
  workers: t('AI workers'),
  noWorkers: t('No worker was seen within a day.'),
  disk: t('Disk'),
  bucket: t('Object store'),
  noLimit: t('the store tells no limit'),
  other: t('other'),
  backup: t('Backup'),
  notKnown: t('Not known'),
  notKnownWhy: t('Set LIGHTSHIP_BACKUP_FOLDER, and this page shows when the last backup was made.'),
  none: t('None'),
  noneWhy: t('the backup folder holds no complete backup'),
  rows: t('Rows'),
  objects: t('Objects'),
  mail: t('Mail'),
  mailServer: t('mail server set'),
  noMailServer: t('no mail server'),
  noMailServerWhy: t('Links of invitations and passwords are kept under Mails, for you to forward.'),
  version: t('Version'),
  servers: t('Servers'),
} as const;

export const PART_WORDS: Readonly<Record<StoredPart, string>> = {
  originals: t('originals'),
  volumes: t('volumes'),
  datasets: t('datasets'),
  models: t('models'),
  files: t('files'),
};

export const WORKER_WORDS: Readonly<Record<InstallationState['ai']['workers'][number]['state'], string>> = {
  working: t('working'),
  idle: t('ready'),
  draining: t('draining'),
  lost: t('lost'),
};

export const ATTENTION_LINKS: Readonly<Record<NonNullable<Attention['to']>, string>> = {
  '/admin/ai-workers': t('AI workers'),
  '/admin/mail': t('Mails'),
  '/ai-infers': t('AI Infers'),
};

export const needsText = (count: number): string =>
  count === 0 ? t('Nothing needs you') : t('{count, plural, one {# thing needs you} other {# things need you}}', { count });
export const studiesWords = (size: string, teams: number): string =>
  t('studies, {size}, {teams, plural, one {# team} other {# teams}}', { size, teams });
export const jobsWords = (running: number, oldest: string | null): string =>
  oldest === null
    ? t('wait; {running, plural, one {# runs} other {# run}}', { running })
    : t('wait, the oldest for {time}; {running, plural, one {# runs} other {# run}}', { time: oldest, running });
export const failedWords = (failed: number, ended: number): string =>
  t('{failed} of {ended} failed in 24 h', { failed: formatCount(failed), ended: formatCount(ended) });
export const workersWords = (working: number, waiting: number): string =>
  t('seen, {working} working, {waiting, plural, one {# job waits} other {# jobs wait}}', { working: formatCount(working), waiting });
export const serversWords = (servers: number, areAlike: boolean): string => {
  if (servers <= 1) return t('1 process');
  const values = { servers: formatCount(servers) };
  return areAlike ? t('{servers} processes, all alike', values) : t('{servers} processes, not alike', values);
};

export const mailsWords = (waiting: number): string => t('not sent, {waiting, plural, one {# waits} other {# wait}}', { waiting });
export const moreText = (count: number): string => t('{count} more', { count: formatCount(count) });
export const freeText = (size: string): string => t('{size} free', { size });
export const agoText = (time: string): string => t('{time} ago', { time });
export const runningSinceText = (date: string, time: string): string => t('running since {date}, {time}', { date, time });
export const newSinceText = (date: string): string => t('new a day, {date} to today', { date });
export const averageText = (count: string): string => t('{count} on average', { count });

/** The first of the last `days` days. */
export const dayText = (at: number, days: number): string => formatDate(at - (days - 1) * 86_400_000).slice(0, 6);
