import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { INSTALLATION_DAYS, INSTALLATION_HOURS, InstallationState, RecognitionStatistics, STORED_PARTS } from '#contract/installation.ts';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { openTestServer, type TestServer } from '#server/test-server.ts';
import { addStudyRows } from '#tests/fixtures/study-rows.ts';
import { DAY_MS, HOUR_MS } from './counts.ts';
import type { InstallationFacts } from './state.ts';

const NORTH = 'north.app.localhost:8080';
const NOON = Date.UTC(2026, 10, 28, 12);

describe.each(TEST_ENGINES)('the state of the installation on %s', (engine) => {
  let server: TestServer;
  let north: number;

  const facts: InstallationFacts = {
    program: '1.8.2',
    startedAt: NOON - DAY_MS,
    isMailConfigured: true,
    room: () => Promise.resolve({ total: 10_000, free: 4_000 }),
    servers: () => Promise.resolve({ count: 2, areAlike: true }),
    backup: () => Promise.resolve({ made_at: NOON - HOUR_MS, rows: 12, objects: 3, bytes: 600 }),
  };

  beforeEach(async () => {
    server = await openTestServer(engine, { installation: facts });
    server.clock.now = NOON;
    north = await server.addTeam('north');
    await server.addUser('pia@example.org', { [north]: ROLE.platformAdministrator }, { platformAdmin: true });
    await server.addUser('eve@example.org', { [north]: ROLE.platformAdministrator });
    await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator });
  });
  afterEach(() => server.close());

  const asked = async (email: string, request: string) => {
    const { token } = await server.signIn(email, NORTH);
    return server.ask(request, { host: NORTH, token });
  };
  const state = async () => InstallationState.parse((await asked('pia@example.org', 'GET /api/admin/state')).body);

  const addJob = (job: {
    name: string;
    state: 'queued' | 'running' | 'done' | 'failed';
    created: number;
    updated?: number;
    runAt?: number;
  }) =>
    server.context.db.write((tx) =>
      tx
        .insertInto('job')
        .values({
          name: job.name,
          payload: '{}',
          state: job.state,
          group_key: null,
          unique_key: null,
          team_id: null,
          priority: 0,
          run_at: job.runAt ?? job.created,
          tries: 0,
          max_tries: 1,
          lease_by: null,
          lease_until: null,
          progress: 0,
          error: null,
          created_at: job.created,
          updated_at: job.updated ?? job.created,
        })
        .execute(),
    );

  test.each(['state', 'recognition'])(
    '[PCALL-220] admin/%s is for platform administrators, whatever a role of a team allows',
    async (path) => {
      expect((await asked('pia@example.org', `GET /api/admin/${path}`)).status).toBe(200);
      expect((await asked('eve@example.org', `GET /api/admin/${path}`)).body).toMatchObject({ code: 'not_allowed' });
      expect((await asked('ada@example.org', `GET /api/admin/${path}`)).status).toBe(403);
    },
  );

  test('says what the process and its settings know', async () => {
    expect(await state()).toMatchObject({
      at: NOON,
      teams: 1,
      people: 3,
      storage: { kind: 'disk', total_bytes: 10_000, free_bytes: 4_000 },
      mail: { is_configured: true, waiting: 0, unsent: 0 },
      backup: { made_at: NOON - HOUR_MS, rows: 12, objects: 3, bytes: 600 },
      version: { program: '1.8.2', started_at: NOON - DAY_MS, servers: 2, are_alike: true },
    });
  });

  test('counts jobs that wait, run and failed, and the length of the queue at each earlier hour', async () => {
    await addJob({ name: 'convert-series', state: 'queued', created: NOON - 90 * 60_000 });
    await addJob({ name: 'send-mail', state: 'queued', created: NOON - HOUR_MS, runAt: NOON + HOUR_MS });
    // What always waits for its next day is no work that waits.
    await addJob({ name: 'forget-old', state: 'queued', created: NOON - DAY_MS, runAt: NOON + HOUR_MS });
    await addJob({ name: 'read-series', state: 'running', created: NOON - 10 * 60_000 });
    await addJob({ name: 'read-series', state: 'done', created: NOON - 5 * HOUR_MS, updated: NOON - 2.5 * HOUR_MS });
    await addJob({ name: 'convert-series', state: 'failed', created: NOON - 3 * DAY_MS, updated: NOON - 3 * DAY_MS });
    await addJob({ name: 'convert-series', state: 'failed', created: NOON - 2 * HOUR_MS, updated: NOON - HOUR_MS - 1 });
    await addJob({ name: 'convert-series', state: 'failed', created: NOON - 20 * DAY_MS, updated: NOON - 20 * DAY_MS });
    const { jobs, mail } = await state();
    expect(jobs).toMatchObject({ waiting: 2, running: 1, due_since: NOON - 90 * 60_000, ended: 2, failed: 1 });
    expect(jobs.failed_by_name).toEqual([{ name: 'convert-series', failed: 1 }]);
    expect(mail.waiting).toBe(1);
    // 7, 8, 9, 10, 11 and 12 o'clock: the one that was done at 9:30 counts from 7 to 9, the failed one at 10, the mail from 11 on.
    expect(jobs.open_per_hour.slice(-6)).toEqual([1, 1, 1, 1, 2, 3]);
    expect(jobs.open_per_hour).toHaveLength(INSTALLATION_HOURS);
    expect(jobs.failed_per_day).toEqual([...Array.from({ length: INSTALLATION_DAYS.failedJobs - 4 }, () => 0), 1, 0, 0, 1]);
  });

  test('[PCALL-221] counts series as recognised, chosen by hand and not recognised, by month, modality and acquisition', async () => {
    const userId = await server.addUser('una@example.org', { [north]: ROLE.member });
    const add = (at: number, series: Parameters<typeof addStudyRows>[2]) =>
      addStudyRows(server.context.db, { teamId: north, userId, at }, series);
    await add(NOON, [
      { acquisition_code: 'T2W', acquisition_score: 0.9 },
      { acquisition_code: 'T2W', acquisition_score: 0.7 },
      { acquisition_code: 'DWI', acquisition_score: 1.1 },
      { acquisition_code: 'NONE', acquisition_score: 0.8 },
    ]);
    await add(Date.UTC(2026, 9, 31, 23, 59), [{ modality: 'CT' }]);
    // Before the first month that is shown.
    await add(Date.UTC(2025, 10, 30), [{ acquisition_code: 'ADC', acquisition_score: 0.9 }]);
    const { by_month, ...statistics } = RecognitionStatistics.parse((await asked('pia@example.org', 'GET /api/admin/recognition')).body);
    expect(statistics).toEqual({
      at: NOON,
      total: { accepted: 2, by_hand: 1, none: 2 },
      by_modality: [
        { modality: 'MR', accepted: 2, by_hand: 1, none: 1 },
        { modality: 'CT', accepted: 0, by_hand: 0, none: 1 },
      ],
      by_code: [
        { code: 'T2W', accepted: 2, by_hand: 0, mean_score: expect.closeTo(0.8, 6) as number },
        { code: 'DWI', accepted: 0, by_hand: 1, mean_score: null },
      ],
    });
    expect(by_month.map(({ month }) => month).slice(0, 2)).toEqual(['2025-12', '2026-01']);
    expect(by_month.slice(-2)).toEqual([
      { month: '2026-10', accepted: 0, by_hand: 0, none: 1 },
      { month: '2026-11', accepted: 2, by_hand: 1, none: 1 },
    ]);
  });

  test('counts new studies by day, without those that were deleted, and stored bytes by what they are', async () => {
    const userId = await server.addUser('una@example.org', { [north]: ROLE.member });
    await addStudyRows(server.context.db, { teamId: north, userId, at: NOON }, [{ total_bytes: 400 }, { total_bytes: 100 }]);
    await addStudyRows(server.context.db, { teamId: north, userId, at: NOON - DAY_MS }, [{ total_bytes: 7 }]);
    await addStudyRows(server.context.db, { teamId: north, userId, at: NOON - 40 * DAY_MS }, []);
    const { studies, storage } = await state();
    expect(studies.total).toBe(3);
    expect(studies.per_day.slice(-3)).toEqual([0, 1, 1]);
    expect(storage.parts[0]).toEqual({ part: 'originals', bytes: 507 });
    expect(new Set(storage.parts.map(({ part }) => part))).toEqual(new Set(STORED_PARTS));
  });
});
