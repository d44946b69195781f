import type { InstallationState, StoredPart } from '#contract/installation.ts';
import { formatCount, formatCountOf, formatDate } from '#ui/format.ts';
import type { Attention } from './attention.ts';

/** Texts of the state of the installation. */
export const TEXTS = {
  failed: 'The state of the installation could not be loaded',
  live: 'live',
  every: 'every 5 s',
  report: 'Report for support',
  needs: 'What needs you',
  pages: 'Pages of administration',
  studies: 'Studies',
  newPerDay: 'new a day',
  toToday: 'to today',
  onAverage: 'on average',
  jobs: 'Background jobs',
  openPerHour: 'Jobs that waited or ran, by hour',
  ago: 'ago',
  now: 'now',
  workers: 'AI workers',
  noWorkers: 'No worker was seen within a day.',
  more: 'more',
  disk: 'Disk',
  bucket: 'Object store',
  free: 'free',
  noLimit: 'the store tells no limit',
  other: 'other',
  backup: 'Backup',
  notKnown: 'Not known',
  notKnownWhy: 'Set LIGHTSHIP_BACKUP_FOLDER, and this page shows when the last backup was made.',
  none: 'None',
  noneWhy: 'the backup folder holds no complete backup',
  rows: 'Rows',
  objects: 'Objects',
  mail: 'Mail',
  unsent: 'not sent',
  mailServer: 'mail server set',
  noMailServer: 'no mail server',
  noMailServerWhy: 'Links of invitations and passwords are kept under Mails, for you to forward.',
  version: 'Version',
  runningSince: 'running since',
  servers: 'Servers',
} as const;

export const PART_WORDS: Readonly<Record<StoredPart, string>> = {
  originals: 'originals',
  volumes: 'volumes',
  datasets: 'datasets',
  models: 'models',
  files: 'files',
};

export const WORKER_WORDS: Readonly<Record<InstallationState['ai']['workers'][number]['state'], string>> = {
  working: 'working',
  idle: 'ready',
  draining: 'draining',
  lost: 'lost',
};

export const ATTENTION_LINKS: Readonly<Record<NonNullable<Attention['to']>, string>> = {
  '/admin/ai-workers': 'AI workers',
  '/admin/mail': 'Mails',
  '/ai-infers': 'AI Infers',
};

export const needsText = (count: number): string =>
  count === 0 ? 'Nothing needs you' : `${formatCount(count)} ${count === 1 ? 'thing needs' : 'things need'} you`;
export const studiesWords = (bytes: string, teams: number): string => `studies, ${bytes}, ${formatCountOf(teams, 'team', 'teams')}`;
export const jobsWords = (running: number, oldest: string | null): string =>
  `${oldest === null ? 'wait' : `wait, the oldest for ${oldest}`}; ${formatCountOf(running, 'runs', 'run')}`;
export const failedWords = (failed: number, ended: number): string => `${formatCount(failed)} of ${formatCount(ended)} failed in 24 h`;
export const workersWords = (working: number, waiting: number): string =>
  `seen, ${formatCount(working)} working, ${formatCountOf(waiting, 'job waits', 'jobs wait')}`;
export const serversWords = (servers: number, areAlike: boolean): string => {
  if (servers <= 1) return '1 process';
  return `${formatCount(servers)} processes, ${areAlike ? 'all alike' : 'not alike'}`;
};

/** The first of the last `days` days. */
export const dayText = (at: number, days: number): string => formatDate(at - (days - 1) * 86_400_000).slice(0, 6);
