import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { createMaskTestBench, type MaskTestBench } from '#server/rules/masks/masks-test-bench.ts';
import { listXrSessions, startXrSession } from '#server/rules/xr-sessions/xr-sessions.ts';
import { createActivityLimits, recordActivity } from './activity-log.ts';
import { createForgetHandler, KEPT_DAYS, queueForgetting } from './forget-job.ts';

const DAY_MS = 86_400_000;

describe.each(TEST_ENGINES)('what was recorded, on %s', (engine) => {
  let made: MaskTestBench;
  beforeEach(async () => {
    made = await createMaskTestBench(engine);
    // The sign-in of the caller.
    const { id } = await made.bench.context.db.write((tx) =>
      tx
        .insertInto('sign_in')
        .values({
          ...{ user_id: made.tom.userId, cookie_hash: 'hash', created_at: made.bench.clock.now, revoked_at: null },
          expires_at: made.bench.clock.now + 1_000 * DAY_MS,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    made.tom = { ...made.tom, signInId: id };
  });
  afterEach(() => made.bench.close());

  const act = (path: string) =>
    recordActivity(made.bench.context, { ...made.tom, team: made.tom }, { type: 'route', path, data: '' }, createActivityLimits());
  const paths = async () =>
    (await made.bench.context.db.read.selectFrom('activity_entry').select('path').orderBy('id').execute()).map(({ path }) => path);
  const look = async () => {
    const uuid = randomUUID();
    await startXrSession(made.bench.context, made.tom, { uuid, study: made.study, segmentation: made.segmentation.uuid }, undefined);
    return uuid;
  };
  const rows = async () =>
    (await made.bench.context.db.read.selectFrom('xr_session').select('uuid').orderBy('id').execute()).map(({ uuid }) => uuid);
  const jobs = () => made.bench.context.db.read.selectFrom('job').select(['state', 'run_at']).where('name', '=', 'forget-old').execute();
  /** What is due at the time of the clock, in one of the processes of a cluster. */
  async function work(): Promise<void> {
    const { context } = made.bench;
    const runner = startJobRunner(context.jobs, { 'forget-old': createForgetHandler(context) }, { lanes: [['forget-old']] });
    await runner.idle();
    await runner.stop('abandon');
  }

  test('is deleted after 180 days although nobody does anything any more [OQ-22]', async () => {
    const { context, clock } = made.bench;
    await act('/uploads');
    const first = await look();
    clock.now += DAY_MS;
    await act('/team');
    const second = await look();
    await queueForgetting(context);
    await work();
    expect([await paths(), await rows()]).toEqual([
      ['/uploads', '/team'],
      [first, second],
    ]);
    clock.now += (KEPT_DAYS - 1) * DAY_MS + 1;
    await work();
    expect([await paths(), await rows()]).toEqual([['/team'], [second]]);
    clock.now += DAY_MS;
    await work();
    expect([await paths(), await rows()]).toEqual([[], []]);
  });

  test('is looked at once a day, however many processes start', async () => {
    const { context, clock } = made.bench;
    await Promise.all([queueForgetting(context), queueForgetting(context), queueForgetting(context)]);
    expect(await jobs()).toEqual([{ state: 'queued', run_at: clock.now }]);
    await Promise.all([work(), work()]);
    const next = [{ state: 'queued', run_at: clock.now + DAY_MS }];
    expect(await jobs()).toEqual(next);
    clock.now += DAY_MS - 1;
    await queueForgetting(context);
    await work();
    expect(await jobs()).toEqual(next);
    clock.now += 1;
    await work();
    expect(await jobs()).toEqual([{ state: 'queued', run_at: clock.now + DAY_MS }]);
  });

  test('is deleted in portions', async () => {
    const { context, clock } = made.bench;
    const { userId: user_id, signInId: sign_in_id, teamId: team_id } = made.tom;
    const entry = { user_id, sign_in_id, team_id, type: 'route', path: '/team', name: null, uuid: null, key: null } as const;
    await context.db.write(async (tx) => {
      for (let portion = 0; portion < 12; portion += 1)
        await tx
          .insertInto('activity_entry')
          .values(Array.from({ length: 200 }, () => ({ ...entry, created_at: clock.now })))
          .execute();
    });
    clock.now += KEPT_DAYS * DAY_MS + 1;
    await act('/uploads');
    await queueForgetting(context);
    await work();
    expect(await paths()).toEqual(['/uploads']);
  });

  test('is not listed once its time is over, also before the job has run', async () => {
    const { context, clock } = made.bench;
    const uuid = await look();
    clock.now += KEPT_DAYS * DAY_MS;
    expect((await listXrSessions(context.db.read, made.tom, 1, clock.now)).data).toMatchObject([{ uuid }]);
    clock.now += 1;
    expect(await listXrSessions(context.db.read, made.tom, 1, clock.now)).toMatchObject({ data: [], total: 0 });
    expect(await rows()).toEqual([uuid]);
  });

  test('is tried again the next day when the job has failed for good', async () => {
    const { context, clock } = made.bench;
    await queueForgetting(context);
    const job = (await context.jobs.claim(['forget-old']))!;
    const { effect } = createForgetHandler(context).gaveUp(job.payload, { why: 'interrupted' });
    expect(await context.jobs.failForGood(job, 'interrupted', effect)).toBe(true);
    expect(await jobs()).toEqual([{ state: 'queued', run_at: clock.now + DAY_MS }]);
  });
});
