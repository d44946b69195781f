import { describe, expect, it } from 'vitest';
import { CHUNK_EVENTS, CHUNK_STATES, nextChunkState, type ChunkEvent, type ChunkState } from './chunk-state.ts';

/** Every state under every event; whatever is not named changes nothing. */
const MOVES: [ChunkState, ChunkEvent, ChunkState][] = [
  ['waiting', 'acknowledged', 'confirmed'],
  ['waiting', 'held', 'confirmed'],
  ['waiting', 'withdrawn', 'withdrawn'],
  ['confirmed', 'not-held', 'waiting'],
  ['confirmed', 'forgotten', 'waiting'],
];

describe.each(CHUNK_STATES)('a chunk that is %s', (state) => {
  it.each(CHUNK_EVENTS)('changes as defined under %s', (event) => {
    const move = MOVES.find(([from, by]) => from === state && by === event);
    expect(nextChunkState(state, event)).toBe(move?.[2] ?? null);
  });
});
