import { expect, test } from 'vitest';
import { createKeyQueue } from './key-queue.ts';

test('tasks of one key run one at a time, in order, also after a failed one', async () => {
  const turns = createKeyQueue();
  const seen: string[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const runs = gates.map((gate, index) =>
    turns.take('a', async () => {
      seen.push(`begin ${index}`);
      await gate.promise;
      seen.push(`end ${index}`);
      return index;
    }),
  );
  gates[2]!.resolve();
  gates[1]!.reject(new Error('broke'));
  gates[1]!.promise.catch(() => undefined);
  gates[0]!.resolve();
  expect(await Promise.allSettled(runs)).toMatchObject([{ value: 0 }, { reason: new Error('broke') }, { value: 2 }]);
  expect(seen).toEqual(['begin 0', 'end 0', 'begin 1', 'begin 2', 'end 2']);
});

test('tasks of another key do not wait', async () => {
  const turns = createKeyQueue();
  const gate = Promise.withResolvers<void>();
  const held = turns.take('a', () => gate.promise);
  expect(await turns.take('b', () => Promise.resolve('at once'))).toBe('at once');
  gate.resolve();
  await held;
});

test('a task that arrives after the first has ended still waits for the second', async () => {
  const turns = createKeyQueue();
  const gate = Promise.withResolvers<void>();
  const seen: string[] = [];
  const first = turns.take('a', () => Promise.resolve());
  const second = turns.take('a', () => gate.promise.then(() => void seen.push('second')));
  await first;
  // The queue tidies up behind the first.
  await new Promise((resolve) => setImmediate(resolve));
  const third = turns.take('a', () => Promise.resolve(void seen.push('third')));
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toEqual([]);
  gate.resolve();
  await Promise.all([second, third]);
  expect(seen).toEqual(['second', 'third']);
});
