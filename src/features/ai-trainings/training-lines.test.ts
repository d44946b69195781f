import { describe, expect, it } from 'vitest';
import { diceLines, lossLine, roundsOf } from './training-lines.ts';

const segments = [
  { title: 'Anterior', value: 1 },
  { title: 'Posterior', value: 2 },
];
const rounds = [
  { round: 1, at: '2026-11-27 10:00:00', dice: { '1': 0.2, foreground: 0.3 }, loss: 1.2 },
  { round: 2, at: '2026-11-27 10:00:30', dice: { '1': 0.6, '2': 0.5, foreground: 0.7 }, loss: 0.5 },
  { round: 3, at: '2026-11-27 10:01:00', dice: { '1': 0.5, '2': 0.6, foreground: 0.65 }, loss: null },
];
const training = { segments, rounds };

describe('what a training measured [AI-68]', () => {
  it('is a line for each segment and one for the whole', () => {
    expect(diceLines(training, 'rounds', 'Whole').map(({ name, points }) => [name, points.length])).toEqual([
      ['Anterior', 3],
      ['Posterior', 2],
      ['Whole', 3],
    ]);
    expect(diceLines({ segments: [segments[0]!], rounds }, 'rounds', 'Whole')).toHaveLength(1);
  });

  it('is drawn along rounds or along time', () => {
    expect(lossLine(training, 'rounds', 'train').points).toEqual([
      { x: 1, value: 1.2 },
      { x: 2, value: 0.5 },
    ]);
    expect(lossLine(training, 'time', 'train').points.map(({ x }) => x)).toEqual([0, 30]);
  });

  it('names the last round, the best one, and the last loss', () => {
    expect(roundsOf(training)).toEqual({ last: 3, best: { round: 2, dice: 0.7 }, loss: 0.5 });
    expect(roundsOf({ rounds: [] })).toBeNull();
  });
});
