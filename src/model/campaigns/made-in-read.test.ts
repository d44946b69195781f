import { expect, it } from 'vitest';
import { madeInRead } from './made-in-read.ts';

const ME = 7;
const start = (read: string, seq: number) => ({
  seq,
  write: { kind: 'read-move', campaign: 'c', read, study: 's', after: 0, body: { move: 'm', act: 'start', spent_ms: 0 } } as const,
});
const segmentation = (uuid: string, seq: number) => ({ seq, write: { kind: 'segmentation', study: 's', segmentation: uuid } });
const stored = (created_at: string, id = ME) => ({ uuid: 'a', user: { id }, created_at });

it('what the server had before the read, and what others made, is not of the read [CAMP-13]', () => {
  const isOfRead = madeInRead({ uuid: 'r', started_at: '2026-01-02 10:00:00' }, [], ME);
  expect(isOfRead(stored('2026-01-02 09:59:59'))).toBe(false);
  expect(isOfRead(stored('2026-01-02 10:00:00'))).toBe(true);
  expect(isOfRead(stored('2026-01-02 10:30:00', 8))).toBe(false);
});

it('offline, what waits since the start of the read is of it, and what waited before is of an earlier read [CAMP-13]', () => {
  const rows = [segmentation('first', 1), start('r', 2), segmentation('second', 3)];
  const isOfRead = madeInRead({ uuid: 'r', started_at: null }, rows, ME);
  const waiting = (uuid: string) => isOfRead({ uuid, user: { id: ME }, created_at: null });
  expect([waiting('first'), waiting('second')]).toEqual([false, true]);
  expect(isOfRead(stored('2026-01-02 10:00:00'))).toBe(false);
});
