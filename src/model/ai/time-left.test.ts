import { describe, expect, it } from 'vitest';
import { batchSecondsLeft, inferSeconds, trainingSecondsLeft } from './time-left.ts';

const training = {
  state: 'running',
  engine: 'unet',
  fraction: 0.25,
  params: { seconds: 400, seed: 1 },
  started_at: '2026-11-27 10:00:00',
} as const;
const at = (seconds: number) => Date.UTC(2026, 10, 27, 10, 0, seconds);

describe('time left [AI-64]', () => {
  it('of a network is what is left of its time, however long ago this run began', () => {
    expect(trainingSecondsLeft(training, at(7))).toBe(300);
  });

  it('of trees follows how far they came', () => {
    expect(trainingSecondsLeft({ ...training, engine: 'trees' }, at(10))).toBe(30);
    expect(trainingSecondsLeft({ ...training, engine: 'trees', fraction: 0 }, at(10))).toBeNull();
  });

  it('is not known of a training that does not run', () => {
    expect(trainingSecondsLeft({ ...training, state: 'queued' }, at(10))).toBeNull();
  });

  it('of a batch follows what was done and how many run at once', () => {
    const done = [
      { started_at: '2026-11-27 10:00:00', ended_at: '2026-11-27 10:01:00' },
      { started_at: '2026-11-27 10:00:00', ended_at: '2026-11-27 10:00:20' },
    ];
    expect(batchSecondsLeft({ queued: 6, running: 2 }, done)).toBe(160);
    expect(batchSecondsLeft({ queued: 6, running: 0 }, done)).toBeNull();
    expect(batchSecondsLeft({ queued: 6, running: 2 }, [])).toBeNull();
  });
});

it('what never ran took no time', () => {
  expect(inferSeconds({ started_at: null, ended_at: '2026-11-27 10:00:00' })).toBeNull();
});
