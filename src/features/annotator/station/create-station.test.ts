import { describe, expect, it } from 'vitest';
import { createStation } from './create-station.ts';

describe('changes of a station [ANN-63]', () => {
  it('count what somebody does, and not what only becomes known', () => {
    const station = createStation({ peek: () => null, subscribe: () => () => undefined });
    station.act({ act: 'show-series', pane: 0, series: 'one', slice: 2 });
    const shown = station.read();
    expect(station.changes()).toBe(1);
    station.act({ act: 'registered', ways: [] });
    expect(station.read()).not.toBe(shown);
    expect(station.changes()).toBe(1);
    station.act({ act: 'invert', pane: 0 });
    expect(station.changes()).toBe(2);
  });
});
