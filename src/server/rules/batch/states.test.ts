import { expect, test } from 'vitest';
import { nextBatchState, type BatchEvent, type BatchState } from './states.ts';

const EVENTS: readonly BatchEvent[] = ['chunk', 'read', 'unlock', 'ended'];
const after = (state: BatchState) => EVENTS.map((event) => nextBatchState(state, event) ?? '-').join(' ');

test('every state of a batch handles every event as defined', () => {
  expect({ receiving: after('receiving'), reading: after('reading'), read: after('read') }).toEqual({
    receiving: 'receiving reading reading -',
    reading: '- - - read',
    read: 'receiving - reading -',
  });
});
