import { describe, expect, test } from 'vitest';
import type { InstallationState } from '#contract/installation.ts';
import { attentionOf } from './attention.ts';

const AT = Date.UTC(2026, 10, 28, 12);
const HOUR_MS = 3_600_000;

const WELL: InstallationState = {
  at: AT,
  teams: 1,
  people: 1,
  studies: { total: 0, per_day: [] },
  jobs: {
    waiting: 0,
    running: 0,
    due_since: null,
    open_per_hour: [],
    ended: 0,
    failed: 0,
    failed_per_day: [],
    failed_by_name: [],
  },
  ai: { waiting: 0, running: 0, failed: 0, unserved: 0, workers: [] },
  storage: { kind: 'disk', total_bytes: 1e12, free_bytes: 5e11, parts: [] },
  mail: { is_configured: true, waiting: 0, unsent: 0 },
  backup: { made_at: AT - HOUR_MS, rows: 1, objects: 1, bytes: 1 },
  version: { program: '1.0.0', started_at: AT, servers: 1, are_alike: true },
};

const kindsOf = (change: Partial<InstallationState>) => attentionOf({ ...WELL, ...change }).map(({ kind }) => kind);

describe('what needs a platform administrator', () => {
  test('is nothing while all is well', () => expect(attentionOf(WELL)).toEqual([]));

  test('is failed jobs with their kinds, before what only waits', () => {
    const jobs = { ...WELL.jobs, failed: 3, failed_by_name: [{ name: 'convert-series', failed: 3 }] };
    const [first, second] = attentionOf({ ...WELL, mail: { is_configured: true, waiting: 0, unsent: 1 }, jobs });
    expect(first).toMatchObject({ kind: 'jobs-failed', tone: 'broken' });
    expect(first!.text).toContain('3 convert-series');
    expect(second).toMatchObject({ kind: 'mail-unsent', tone: 'you', to: '/admin/mail' });
  });

  test('is a queue whose oldest due job waits for more than a quarter of an hour', () => {
    const late = (minutes: number) => kindsOf({ jobs: { ...WELL.jobs, waiting: 1, due_since: AT - minutes * 60_000 } });
    expect(late(14)).toEqual([]);
    expect(late(16)).toEqual(['jobs-late']);
  });

  test('is a lost worker, jobs that no worker can take, and failed AI jobs', () => {
    const worker = { uuid: 'a', name: 'gpu-1', state: 'lost' as const, last_seen: AT - HOUR_MS, team: null };
    expect(kindsOf({ ai: { ...WELL.ai, failed: 1, unserved: 2, workers: [worker, { ...worker, uuid: 'b', state: 'idle' }] } })).toEqual([
      'ai-failed',
      'worker-lost',
      'unserved',
    ]);
  });

  test.each([
    ['a tenth of a small disk', 100e9, 9e9, ['disk-full']],
    ['more than a tenth of a small disk', 100e9, 11e9, []],
    ['20 GB of a large disk', 10e12, 19e9, ['disk-full']],
    ['more than 20 GB of a large disk', 10e12, 21e9, []],
  ])('is a disk with less free than %s', (_, total_bytes, free_bytes, kinds) =>
    expect(kindsOf({ storage: { kind: 'disk', total_bytes, free_bytes, parts: [] } })).toEqual(kinds),
  );

  test('is no disk where the store tells no size', () =>
    expect(kindsOf({ storage: { kind: 'bucket', total_bytes: null, free_bytes: null, parts: [] } })).toEqual([]));

  test.each([
    ['older than two days', { ...WELL.backup!, made_at: AT - 49 * HOUR_MS }, ['backup-old']],
    ['of yesterday', { ...WELL.backup!, made_at: AT - 47 * HOUR_MS }, []],
    ['missing', { ...WELL.backup!, made_at: null }, ['backup-old']],
    ['not known to the server', null, ['backup-unknown']],
  ])('is a backup that is %s', (_, backup, kinds) => expect(kindsOf({ backup })).toEqual(kinds));

  test('is servers of different versions', () =>
    expect(kindsOf({ version: { ...WELL.version, servers: 2, are_alike: false } })).toEqual(['servers-differ']));
});
