import { expect, it } from 'vitest';
import { batchStatus, totalOf } from './batch-figures.ts';

const counts = { queued: 2, running: 1, done: 5, failed: 1 };

it('a batch is done once nothing of it waits or runs [AI-74]', () => {
  expect(totalOf(counts)).toBe(9);
  expect(batchStatus({ state: 'running', counts })).toBe('running');
  expect(batchStatus({ state: 'running', counts: { ...counts, queued: 0, running: 0 } })).toBe('done');
  expect(batchStatus({ state: 'paused', counts })).toBe('paused');
  expect(batchStatus({ state: 'cancelled', counts: { ...counts, queued: 0, running: 0 } })).toBe('cancelled');
});
