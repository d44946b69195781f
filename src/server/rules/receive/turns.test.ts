import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('one key: one at a time, in order, also after one that fails', async () => {
  const turns = createTurns();
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

test('another key does not wait', async () => {
  const turns = createTurns();
  const gate = Promise.withResolvers<void>();
  const held = turns.take('a', () => gate.promise);
  expect(await turns.take('b', () => Promise.resolve('at once'))).toBe('at once');
  gate.resolve();
  await held;
});
