import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Work that ends when the test says so, with a record of the order in which it began. */
function createWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    task: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    },
    async endAll() {
      while (ends.length > 0) {
        ends.shift()?.();
        await new Promise(setImmediate);
      }
    },
  };
}

test('no more tasks run together than allowed, and tasks of one sender run in order', async () => {
  const queue = createFairQueue({ atOnce: 2, waitingMost: 10 });
  const { begun, task, endAll } = createWork();
  const all = ['a', 'b', 'c', 'd'].map((name) => queue('one', task(name)));
  expect(begun).toEqual(['a', 'b']);
  await endAll();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('a sender with many waiting tasks does not delay another one', async () => {
  const queue = createFairQueue({ atOnce: 1, waitingMost: 10 });
  const { begun, task, endAll } = createWork();
  const all = ['m1', 'm2', 'm3', 'm4'].map((name) => queue('many', task(name)));
  all.push(queue('few', task('f1')), queue('few', task('f2')));
  await endAll();
  await Promise.all(all);
  expect(begun).toEqual(['m1', 'm2', 'f1', 'm3', 'f2', 'm4']);
});

test('beyond the limit the last task of the busiest sender is refused, and no other', async () => {
  const queue = createFairQueue({ atOnce: 1, waitingMost: 3 });
  const { begun, task, endAll } = createWork();
  const all = [
    ...['m1', 'm2', 'm3', 'm4'].map((name) => queue('many', task(name))),
    queue('few', task('f1')),
    queue('many', task('m5')),
  ].map(async (one) => one.catch((error: { code: string }) => error.code));
  await endAll();
  expect(await Promise.all(all)).toEqual(['m1', 'm2', 'm3', 'unavailable', 'f1', 'unavailable']);
  expect(begun).toEqual(['m1', 'm2', 'f1', 'm3']);
});

test('a failed task makes way for the next', async () => {
  const queue = createFairQueue({ atOnce: 1, waitingMost: 1 });
  const failed = queue('one', () => Promise.reject(new Error('no')));
  const next = queue('one', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('beyond the limit of senders with one task each the newest is refused, and waiting ones keep their place', async () => {
  const queue = createFairQueue({ atOnce: 1, waitingMost: 2 });
  const { begun, task, endAll } = createWork();
  const all = ['a', 'b', 'c', 'd', 'e'].map(async (name) => queue(name, task(name)).catch((error: { code: string }) => error.code));
  await endAll();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'unavailable', 'unavailable']);
  expect(begun).toEqual(['a', 'b', 'c']);
});
