import { describe, expect, it } from 'vitest';
import type { Grid } from '#contract/grids.ts';
import type { OpenSeries } from './series-store.ts';
import { whenRead } from './when-read.ts';

/** A series that learns what it is told. */
function seriesOf(first: Partial<OpenSeries>) {
  let known = first;
  const listeners = new Set<() => void>();
  return {
    listeners,
    open: () => known as OpenSeries,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    learn(part: Partial<OpenSeries>) {
      known = { ...known, ...part };
      for (const listener of listeners) listener();
    },
  };
}
const NOTHING = { opened: null, grid: null, noPlanes: null };
const OPENED = { id: 4, slices: 3 } as OpenSeries['opened'];
const never = new AbortController().signal;

describe('a series that somebody waits for [AI-87]', () => {
  it('is read once it is known where its slices are', async () => {
    const series = seriesOf(NOTHING);
    const waits = whenRead(series, 'ct', never);
    series.learn({ opened: OPENED });
    series.learn({ grid: {} as Grid });
    expect(await waits).toBe(4);
    expect(series.listeners.size).toBe(0);
    expect(await whenRead(series, 'ct', never)).toBe(4);
  });

  it('is read as well if its slices make no planes, and not if it cannot be opened', async () => {
    expect(await whenRead(seriesOf({ ...NOTHING, opened: OPENED, noPlanes: 'missing' }), 'ct', never)).toBe(4);
    expect(await whenRead(seriesOf({ ...NOTHING, opened: 'failed' }), 'ct', never)).toBeNull();
    expect(await whenRead(seriesOf({ ...NOTHING, opened: { noPicture: 'unreachable' } }), 'ct', never)).toBeNull();
  });

  it('is not waited for any more once that was cancelled', async () => {
    const series = seriesOf(NOTHING);
    const cancel = new AbortController();
    const waits = whenRead(series, 'ct', cancel.signal);
    cancel.abort(new Error('cancelled'));
    await expect(waits).rejects.toThrow('cancelled');
    expect(series.listeners.size).toBe(0);
  });
});
