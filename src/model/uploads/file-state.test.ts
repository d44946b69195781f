import { describe, expect, it } from 'vitest';
import { countsOf, FILE_EVENTS, FILE_STATES, nextFileState, type FileEvent, type FileState } from './file-state.ts';

/** Every state under every event; whatever is not named changes nothing. */
const MOVES: [FileState, FileEvent, FileState][] = [
  ['stored', 'proved', 'proved'],
  ['stored', 'missing', 'lost'],
  ['stored', 'released', 'skipped'],
  ['proved', 'unproved', 'stored'],
  ['proved', 'released', 'released'],
  ['proved', 'missing', 'released'],
  ['released', 'unproved', 'lost'],
  ['released', 'committed', 'proved'],
  ['lost', 'committed', 'stored'],
  ['lost', 'proved', 'released'],
];

describe.each(FILE_STATES)('file bytes that are %s', (state) => {
  it.each(FILE_EVENTS)('change as defined under %s', (event) => {
    const move = MOVES.find(([from, by]) => from === state && by === event);
    expect(nextFileState(state, event)).toBe(move?.[2] ?? null);
  });
});

it('files are never lost while the server has them, and never verified when it does not', () => {
  const proved = new Set<FileState>(['proved', 'released']);
  for (const state of FILE_STATES) {
    expect(proved.has(nextFileState(state, 'unproved') ?? 'stored')).toBe(false);
    expect(nextFileState(state, 'proved') === 'lost').toBe(false);
  }
});

it('files are counted once, wherever they are', () => {
  const counts = FILE_STATES.map((state) => countsOf(state, 10));
  expect(counts.map(({ provedFiles, lostFiles }) => [provedFiles, lostFiles])).toEqual([
    [0, 0],
    [1, 0],
    [1, 0],
    [0, 1],
    [0, 0],
  ]);
  expect(counts.map(({ keptBytes, goneBytes }) => [keptBytes, goneBytes])).toEqual([
    [0, 0],
    [10, 0],
    [0, 10],
    [0, 10],
    [0, 10],
  ]);
});
