import { describe, expect, test, vi } from 'vitest';
import type { Database, Writer } from '#server/db/database.ts';
import type { JobTableQueue, LeasedJob } from '#server/jobs/job-queue.ts';
import { Refusal } from '#server/rules/context.ts';
import { measuredDatabase } from './measured-database.ts';
import { measuredJobs } from './measured-jobs.ts';

const databaseless = { engine: 'sqlite' } as Database;

describe('a measured database', () => {
  const counted = () => {
    const events: string[] = [];
    const writeAsked = () => {
      events.push('asked');
      return () => {
        events.push('started');
        return (outcome: string) => void events.push(outcome);
      };
    };
    return { events, writeAsked };
  };
  const tx = {} as Writer;
  const withCode = (code: string) => Object.assign(new Error('fault'), { code });

  test('counts the wait of a write, its start and its end, and adds no statement [BACK-19]', async () => {
    const { events, writeAsked } = counted();
    const turn = Promise.withResolvers<void>();
    const write = vi.fn(async (work: (tx: Writer) => Promise<unknown>) => {
      await turn.promise;
      return work(tx);
    });
    // Nothing else is there to be asked: a statement that the measures added would fail.
    const plain = { ...databaseless, write: write as Database['write'] };
    const written = measuredDatabase(plain, { writeAsked }).write(async (given) => [given === tx]);
    expect(events).toEqual(['asked']);
    turn.resolve();
    expect(await written).toEqual([true]);
    expect(events).toEqual(['asked', 'started', 'committed']);
    expect(write).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['a refusal of a rule', new Refusal('conflict'), 'refused'],
    ['a deadlock', withCode('40P01'), 'conflict'],
    ['another writer of the file', withCode('SQLITE_BUSY_SNAPSHOT'), 'conflict'],
    ['a fault', withCode('SQLITE_CORRUPT'), 'failed'],
  ])('counts %s', async (_, error, outcome) => {
    const { events, writeAsked } = counted();
    const db = measuredDatabase({ ...databaseless, write: async (work) => work(tx) }, { writeAsked });
    await expect(db.write(() => Promise.reject(error))).rejects.toBe(error);
    expect(events).toEqual(['asked', 'started', outcome]);
  });

  test('ends the wait of a write that never got its turn', async () => {
    const { events, writeAsked } = counted();
    const db = measuredDatabase({ ...databaseless, write: () => Promise.reject(withCode('ECONNREFUSED')) }, { writeAsked });
    await expect(db.write(async () => undefined)).rejects.toThrow('fault');
    expect(events).toEqual(['asked', 'started', 'failed']);
  });
});
describe('a measured job queue', () => {
  const job = { name: 'send-mail' } as LeasedJob;
  const run = async (plain: Partial<JobTableQueue>, end: (queue: JobTableQueue) => Promise<unknown>) => {
    const seen: unknown[] = [];
    const queue = measuredJobs({ claim: async () => job, ...plain } as JobTableQueue, {
      job: (name, outcome, seconds) => void seen.push([name, outcome, seconds >= 0]),
    });
    expect(await queue.claim()).toBe(job);
    await end(queue).catch(() => undefined);
    return seen;
  };
  const effect = async () => undefined;

  const ends: [string, Partial<JobTableQueue>, (queue: JobTableQueue) => Promise<unknown>][] = [
    ['done', { complete: async () => true }, (queue) => queue.complete(job, effect)],
    ['lost', { complete: async () => false }, (queue) => queue.complete(job, effect)],
    ['failed', { failForGood: async () => true }, (queue) => queue.failForGood(job, 'broke', effect)],
    ['retried', { retryLater: async () => undefined }, (queue) => queue.retryLater(job, 'broke')],
    ['postponed', { postpone: async () => undefined }, (queue) => queue.postpone(job)],
    ['released', { release: async () => undefined }, (queue) => queue.release(job)],
  ];
  test.each(ends)('counts a run that is %s once [BACK-19]', async (outcome, plain, end) => {
    expect(await run(plain, end)).toEqual([['send-mail', outcome, true]]);
  });

  test('counts nothing for an end that fails: its run is tried again', async () => {
    const failing = { complete: () => Promise.reject(new Error('full')), retryLater: async () => undefined };
    const ends = async (queue: JobTableQueue) => {
      await expect(queue.complete(job, effect)).rejects.toThrow('full');
      await queue.retryLater(job, 'broke');
      await queue.retryLater(job, 'broke');
    };
    expect(await run(failing, ends)).toEqual([['send-mail', 'retried', true]]);
  });
});
