import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase, TEST_ENGINES, type TestDatabase } from '#server/db/test-database.ts';
import { StorageFullError } from '#server/storage/object-store.ts';
import type { JobEffect, JobHandler, RunningJob } from './job-handler.ts';
import { createJobQueue, type JobTableQueue } from './job-queue.ts';
import { startJobRunner, type JobRunner } from './job-runner.ts';

describe.each(TEST_ENGINES)('jobs on %s', (engine) => {
  let opened: TestDatabase;
  let db: Database;
  let clock: number;
  let queue: JobTableQueue;
  let runner: JobRunner | null;
  let faults: unknown[];

  beforeEach(async () => {
    opened = await openTestDatabase(engine);
    db = opened.db;
    clock = 1_800_000_000_000;
    faults = [];
    runner = null;
    queue = createJobQueue(db, { now: () => clock, leaseMs: 30_000, retryDelayMs: 5_000 });
  });
  afterEach(async () => {
    await runner?.stop('abandon');
    await opened.drop();
  });

  const add = (payload: unknown, more: { groupKey?: string; uniqueKey?: string; priority?: number; maxTries?: number } = {}) =>
    db.write((tx) => queue.add(tx, { name: 'convert-series', payload, ...more }));
  const rows = () => db.read.selectFrom('job').selectAll().orderBy('id').execute();
  const states = async () => (await rows()).map((row) => row.state);

  /** Its effect writes the payload to the change log, which exists anyway. */
  const leavesMark = (name: string) => async (tx: Parameters<Parameters<Database['write']>[0]>[0]) => {
    await tx.insertInto('category').values({ slug: name, title: name, sort: 0 }).execute();
  };
  const marks = async () =>
    (await db.read.selectFrom('category').select('slug').where('slug', 'like', 'mark-%').orderBy('slug').execute()).map((row) => row.slug);

  function start(run: JobHandler['run'], more: Partial<JobHandler> = {}): JobRunner {
    const gaveUp: JobHandler['gaveUp'] = () => ({ effect: () => Promise.resolve() });
    runner = startJobRunner(queue, { 'convert-series': { run, gaveUp, ...more } }, { onFault: (_job, error) => faults.push(error) });
    return runner;
  }
  const marking =
    (name: (job: RunningJob) => string): JobHandler['run'] =>
    (job) =>
      Promise.resolve({ effect: leavesMark(name(job)) });

  describe('a queued job', () => {
    test('runs, and its effect and its end are committed together', async () => {
      await add({ series: 7 });
      await start(marking((job) => `mark-${(job.payload as { series: number }).series}`)).idle();
      expect(await marks()).toEqual(['mark-7']);
      expect(await rows()).toMatchObject([{ state: 'done', tries: 1, lease_by: null, progress: 1 }]);
    });

    test('is found by a sleeping runner when it is woken', async () => {
      const ran = Promise.withResolvers<void>();
      await start(() => Promise.resolve({ effect: () => Promise.resolve(), committed: () => ran.resolve() })).idle();
      await add({});
      queue.wake();
      await ran.promise;
      expect(await states()).toEqual(['done']);
    });

    test('is not created when its transaction fails', async () => {
      await db
        .write(async (tx) => {
          await queue.add(tx, { name: 'convert-series', payload: {} });
          throw new Error('taken back');
        })
        .catch(() => undefined);
      expect(await rows()).toEqual([]);
    });

    test('with an existing key is not created twice', async () => {
      await add(1, { uniqueKey: 'series-1' });
      await add(2, { uniqueKey: 'series-1' });
      expect((await rows()).map((row) => row.payload)).toEqual(['1']);
    });

    test('with the key of an ended or cancelled job is created again', async () => {
      await add(1, { uniqueKey: 'series-1' });
      await queue.complete((await queue.claim())!, () => Promise.resolve());
      await add(1, { uniqueKey: 'series-1' });
      expect(await rows()).toMatchObject([{ state: 'queued', tries: 0 }]);
      const running = (await queue.claim())!;
      await db.write((tx) => queue.cancel(tx, 'series-1'));
      expect(await queue.complete(running, leavesMark('mark-late'))).toBe(false);
      await add(1, { uniqueKey: 'series-1' });
      expect(await rows()).toMatchObject([{ state: 'queued', tries: 0, lease_by: null }]);
    });

    test('of higher priority runs first, equal ones in their order', async () => {
      const order: unknown[] = [];
      await add('a');
      await add('b', { priority: 5 });
      await add('c');
      await start((job) => {
        order.push(job.payload);
        return Promise.resolve({ effect: () => Promise.resolve() });
      }).idle();
      expect(order).toEqual(['b', 'a', 'c']);
    });
  });

  test('teams take turns, however many jobs one of them has [BACK-28]', async () => {
    const teams = await db.write((tx) =>
      tx
        .insertInto('team')
        .values(['north', 'south', 'west'].map((slug) => ({ slug, title: slug, color: '#000000', change_seq: 0, created_at: 1 })))
        .returning('id')
        .execute(),
    );
    const [north, south, west] = teams.map(({ id }) => id);
    const addFor = (teamId: number | undefined, name: string, count: number) =>
      db.write(async (tx) => {
        for (let n = 1; n <= count; n += 1)
          await queue.add(tx, { name: 'convert-series', payload: `${name} ${n}`, ...(teamId && { teamId }) });
      });
    const claims = async (count: number) => {
      const payloads: unknown[] = [];
      for (let n = 0; n < count; n += 1) {
        const job = await queue.claim();
        payloads.push(job?.payload);
        if (job !== null) await queue.complete(job, () => Promise.resolve());
      }
      return payloads;
    };
    await addFor(north, 'north', 5);
    await addFor(south, 'south', 2);
    expect(await claims(3)).toEqual(['north 1', 'south 1', 'north 2']);
    await addFor(west, 'west', 2);
    await addFor(undefined, 'server', 1);
    const rest = await claims(7);
    expect(rest.slice(0, 3).sort()).toEqual(['server 1', 'south 2', 'west 1']);
    expect(rest.slice(3)).toEqual(['north 3', 'west 2', 'north 4', 'north 5']);
    expect(await claims(1)).toEqual([undefined]);
  });

  test('a job of a kind that only a newer version knows is left to it, also after its lease has ended [BACK-34]', async () => {
    await add({});
    await add({});
    await db.write((tx) => tx.updateTable('job').set({ name: 'of-a-newer-version' }).execute());
    const [first] = await rows();
    const ended = { state: 'running', lease_by: 'a newer server', lease_until: clock - 1 } as const;
    await db.write((tx) => tx.updateTable('job').set(ended).where('id', '=', first!.id).execute());
    const before = await rows();
    await add({});
    await start(marking(() => 'mark-known')).idle();
    expect((await rows()).slice(0, 2)).toEqual(before);
    expect([await marks(), await queue.claim(), faults]).toEqual([['mark-known'], null, []]);
    // It does not keep the runner awake.
    expect(await queue.nextDueMs()).toBeNull();
  });

  describe('a group', () => {
    test('runs one job at a time, in order, next to other groups', async () => {
      await add('a1', { groupKey: 'a' });
      await add('a2', { groupKey: 'a', priority: 9 });
      await add('b1', { groupKey: 'b' });
      const a1 = await queue.claim();
      const b1 = await queue.claim();
      expect([a1?.payload, b1?.payload]).toEqual(['a1', 'b1']);
      expect(await queue.claim()).toBeNull();
      await queue.complete(a1!, () => Promise.resolve());
      expect((await queue.claim())?.payload).toBe('a2');
    });

    test('waits while its first job pauses after an error', async () => {
      await add('a1', { groupKey: 'a' });
      await add('a2', { groupKey: 'a' });
      await queue.retryLater((await queue.claim())!, 'broke');
      expect(await queue.claim()).toBeNull();
      clock += 5_000;
      expect((await queue.claim())?.payload).toBe('a1');
    });

    test('is cancelled as a whole: the running job has no effect any more and is told to end', async () => {
      await add('a1', { groupKey: 'a' });
      await add('a2', { groupKey: 'a' });
      const began = Promise.withResolvers<void>();
      const told = Promise.withResolvers<void>();
      const refused: string[] = [];
      start(async (job) => {
        began.resolve();
        await new Promise<void>((resolve) => job.signal.addEventListener('abort', () => resolve()));
        told.resolve();
        return { effect: leavesMark('mark-late'), refused: () => Promise.resolve(void refused.push('cleared')) };
      });
      await began.promise;
      await db.write((tx) => queue.cancelGroup(tx, 'a'));
      queue.wake();
      await told.promise;
      await runner!.idle();
      expect(await states()).toEqual(['cancelled', 'cancelled']);
      expect(await marks()).toEqual([]);
      expect(refused).toEqual(['cleared']);
    });
  });

  describe('a run that fails', () => {
    test('is retried after growing pauses, then fails for good with its effect', async () => {
      await add({}, { maxTries: 3 });
      const pauses: number[] = [];
      start(() => Promise.reject(new Error('broke')), { gaveUp: () => ({ effect: leavesMark('mark-gave-up') }) });
      for (let tries = 1; tries <= 2; tries += 1) {
        await runner!.idle();
        const [row] = await rows();
        expect(row).toMatchObject({ state: 'queued', tries });
        pauses.push(row!.run_at - clock);
        clock = row!.run_at;
      }
      await runner!.idle();
      expect(pauses).toEqual([5_000, 10_000]);
      expect(await rows()).toMatchObject([{ state: 'failed', tries: 3, error: 'broke' }]);
      expect(await marks()).toEqual(['mark-gave-up']);
      expect(faults).toHaveLength(3);
    });

    test('because of a full disk does not count as a try: it pauses and runs again, any number of times', async () => {
      await add({}, { maxTries: 2 });
      let full = 10;
      start(() => {
        full -= 1;
        if (full >= 5) return Promise.reject(new StorageFullError('full'));
        const effect =
          full < 0 ? leavesMark('mark-room') : () => Promise.reject(Object.assign(new Error('database full'), { code: 'SQLITE_FULL' }));
        return Promise.resolve({ effect });
      });
      for (let round = 0; round < 10; round += 1) {
        await runner!.idle();
        expect(await rows()).toMatchObject([{ state: 'queued', tries: 0 }]);
        clock += 30_000;
      }
      await runner!.idle();
      expect(await states()).toEqual(['done']);
      expect(await marks()).toEqual(['mark-room']);
      expect(faults).toHaveLength(10);
    });

    test('in its effect leaves nothing, is retried after a pause and given up like any other', async () => {
      await add({}, { maxTries: 2 });
      const effect: JobEffect['effect'] = async (tx) => {
        await leavesMark('mark-half')(tx);
        throw new Error('a value that no column takes');
      };
      start(() => Promise.resolve({ effect }), { gaveUp: () => ({ effect: leavesMark('mark-gave-up') }) });
      await runner!.idle();
      expect(await rows()).toMatchObject([{ state: 'queued', tries: 1, error: 'broke' }]);
      clock += 3_600_000;
      await runner!.idle();
      expect(await rows()).toMatchObject([{ state: 'failed', tries: 2, error: 'broke' }]);
      expect(await marks()).toEqual(['mark-gave-up']);
      expect(faults).toHaveLength(2);
    });

    test('in the transaction of its effect leaves nothing and runs again when its lease has ended', async () => {
      await add({});
      const job = (await queue.claim())!;
      await expect(
        queue.complete(job, async (tx) => {
          await leavesMark('mark-half')(tx);
          throw new Error('disk');
        }),
      ).rejects.toThrow('disk');
      expect(await marks()).toEqual([]);
      clock += 30_000;
      expect(await queue.claim()).toMatchObject({ id: job.id, tries: 2 });
    });
  });

  describe('a lease', () => {
    test('that ended lets another runner take the job, and the first one has no effect any more', async () => {
      await add({});
      const first = (await queue.claim())!;
      clock += 29_999;
      expect(await queue.claim()).toBeNull();
      clock += 1;
      const second = (await queue.claim())!;
      expect(await queue.complete(first, leavesMark('mark-first'))).toBe(false);
      expect(await queue.heartbeat(first)).toBe(false);
      expect(await queue.complete(second, leavesMark('mark-second'))).toBe(true);
      expect(await marks()).toEqual(['mark-second']);
    });

    test('is extended by a heartbeat, which stores the progress', async () => {
      await add({});
      const job = (await queue.claim())!;
      clock += 20_000;
      expect(await queue.heartbeat(job, 0.5)).toBe(true);
      clock += 20_000;
      expect(await queue.claim()).toBeNull();
      expect(await rows()).toMatchObject([{ progress: 0.5 }]);
    });

    test('of an earlier process is void when the only process starts', async () => {
      await add({});
      await queue.claim();
      await queue.voidEarlierLeases();
      expect(await queue.claim()).toMatchObject({ tries: 2 });
    });

    test('lost repeatedly by crashes is retried immediately, then after growing pauses, then the job ends', async () => {
      await add({}, { maxTries: 3 });
      const pauses: number[] = [];
      for (let kill = 1; kill <= 20; kill += 1) {
        expect(await queue.claim()).toMatchObject({ exhausted: false, tries: kill });
        await queue.voidEarlierLeases();
        const [row] = await rows();
        pauses.push(Math.max(0, row!.run_at - clock));
        clock = Math.max(clock, row!.run_at);
      }
      expect(pauses.slice(0, 6)).toEqual([0, 0, 0, 5_000, 10_000, 20_000]);
      expect(pauses.at(-1)).toBe(15 * 60_000);
      const whys: unknown[] = [];
      await start(() => Promise.reject(new Error('must not run')), {
        gaveUp: (_payload, why) => {
          whys.push(why);
          return { effect: leavesMark('mark-exhausted') };
        },
      }).idle();
      expect(whys).toEqual([{ why: 'interrupted' }]);
      expect(await states()).toEqual(['failed']);
      expect(await marks()).toEqual(['mark-exhausted']);
    });
  });

  describe('stopping', () => {
    test('abandon: the job returns to the queue as if it had not been tried', async () => {
      await add({});
      const began = Promise.withResolvers<void>();
      start((job) => {
        began.resolve();
        return new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason as Error)));
      });
      await began.promise;
      await runner!.stop('abandon');
      expect(await rows()).toMatchObject([{ state: 'queued', tries: 0, lease_by: null }]);
      expect(faults).toEqual([]);
    });

    test('wait: the running job ends, and the next one is not started', async () => {
      await add('first');
      await add('second');
      const began = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      start(async () => {
        began.resolve();
        await goOn.promise;
        return { effect: leavesMark('mark-first') };
      });
      await began.promise;
      const stopped = runner!.stop('wait');
      goOn.resolve();
      await stopped;
      expect(await states()).toEqual(['done', 'queued']);
    });
  });

  test('two workers on one table share the jobs, each done once', async () => {
    for (let index = 0; index < 30; index += 1) await add(index);
    const second = createJobQueue(db, { now: () => clock });
    const counts = { a: 0, b: 0 };
    const handlers = (who: 'a' | 'b') => ({
      'convert-series': {
        run: (job: RunningJob) =>
          Promise.resolve({ effect: leavesMark(`mark-${job.payload as number}`), committed: () => void (counts[who] += 1) }),
        gaveUp: () => ({ effect: () => Promise.resolve() }),
      },
    });
    const runners = [startJobRunner(queue, handlers('a')), startJobRunner(second, handlers('b'))];
    await Promise.all(runners.map((each) => each.idle()));
    await Promise.all(runners.map((each) => each.stop('wait')));
    expect(await marks()).toHaveLength(30);
    expect(counts.a + counts.b).toBe(30);
  });

  test('a start without a handler is refused', () => {
    expect(() => startJobRunner(queue, {}, { lanes: [['convert-series']] })).toThrow('No handler for the job convert-series');
  });
});
