import { expect, it } from 'vitest';
import type { OwnRead, ReadingList } from '#contract/campaigns.ts';
import { nextRead, shownReads, type ReadMoveWrite } from './shown-reads.ts';

const read = (uuid: string, more: Partial<OwnRead> = {}): OwnRead => ({
  ...{ uuid, number: Number(uuid), study: `study ${uuid}`, state: 'open', skipped: null, reason: '', started_at: null, spent_ms: 0 },
  ...more,
});
const list = (...reads: OwnRead[]): ReadingList => ({
  campaign: {
    ...{ uuid: 'c', title: 'C', state: 'running', blinded: true, due: null, lead: null, you: ['reader'] },
    ...{ reads: { total: 3, done: 0, skipped: 0 }, created_at: '2026-01-02 03:04:05', guideline: '', guideline_version: 1, form: null },
    structure: null,
  },
  reads,
});
const move = (of: string, act: 'start' | 'finish' | 'skip', more: Partial<ReadMoveWrite> = {}): ReadMoveWrite => ({
  ...{ kind: 'read-move', campaign: 'c', read: of, study: `study ${of}`, after: 0 },
  body: { move: 'm', act, spent_ms: 1_000, ...(act === 'skip' && { reason: 'other' }) },
  ...more,
});
const three = () => list(read('1'), read('2'), read('3'));

it('moves that wait are shown in their order, as the server will have them [CAMP-12]', () => {
  const { campaign, reads } = shownReads(three(), [move('1', 'start'), move('1', 'finish'), move('2', 'skip')]);
  expect(reads.map(({ uuid, state, skipped, waits }) => [uuid, state, skipped, waits])).toEqual([
    ['1', 'done', null, true],
    ['3', 'open', null, false],
    ['2', 'open', 'other', true],
  ]);
  expect(reads[0]!.spent_ms).toBe(2_000);
  expect(campaign.reads).toEqual({ total: 3, done: 1, skipped: 1 });
});

it('starting a read pauses the one that is open, and a finished one is not moved any more', () => {
  const { reads } = shownReads(list(read('1', { state: 'started' }), read('2'), read('3', { state: 'done' })), [
    move('2', 'start'),
    move('3', 'skip'),
  ]);
  expect(reads.map(({ state }) => state)).toEqual(['open', 'started', 'done']);
});

it('moves of another campaign, and of a read that is gone, change nothing', () => {
  const moves = [move('1', 'start', { campaign: 'other' }), move('9', 'start')];
  expect(shownReads(three(), moves).reads.map(({ state }) => state)).toEqual(['open', 'open', 'open']);
});

it('the read that is open comes next, then what was sent back, then the order', () => {
  expect(nextRead([read('1'), read('2', { state: 'returned' }), read('3', { state: 'started' })])?.uuid).toBe('3');
  expect(nextRead([read('1'), read('2', { state: 'returned' })])?.uuid).toBe('2');
  expect(nextRead([read('1', { state: 'done' }), read('2')])?.uuid).toBe('2');
  expect(nextRead([read('1', { state: 'done' })])).toBeNull();
});
