import { expect, test } from 'vitest';
import { onceAtATime } from './once-at-a-time.ts';
import { openTestDatabase, TEST_ENGINES } from './test-database.ts';

test.each(TEST_ENGINES)('work is done again once it has ended, also after an error, on %s', async (engine) => {
  const { db, drop } = await openTestDatabase(engine);
  const done: string[] = [];
  await onceAtATime(db, 'healing', async () => void done.push('first'));
  await expect(onceAtATime(db, 'healing', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await onceAtATime(db, 'healing', async () => void done.push('second'));
  expect(done).toEqual(['first', 'second']);
  await drop();
});

test.runIf(TEST_ENGINES.includes('postgres'))('a second process leaves it to the first, and does other work', async () => {
  const { db, drop } = await openTestDatabase('postgres');
  const done: string[] = [];
  await onceAtATime(db, 'healing', async () => {
    await onceAtATime(db, 'healing', async () => void done.push('healing again'));
    await onceAtATime(db, 'removals', async () => void done.push('removals'));
  });
  expect(done).toEqual(['removals']);
  await drop();
});
