import { describe, expect, it } from 'vitest';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { createStation, type StationStore } from '#features/annotator/station/create-station.ts';
import type { OpenSeries, SeriesStore } from '#features/annotator/station/series-store.ts';
import { shareSession, type SessionChannel } from './share-session.ts';

const planes = [0, 1, 2, 3, 4].map((at): ImagePlane => ({
  width: 11,
  height: 11,
  origin: [0, 0, 4 * at],
  right: [1, 0, 0],
  below: [0, 1, 0],
}));
const shapeOf = (frameOfReference: string) =>
  ({ slices: planes.length, planes, frameOfReference, hasPlanes: true, noPlanes: null }) as unknown as OpenSeries;
const SHAPES: Record<string, OpenSeries> = { one: shapeOf('f'), two: shapeOf('f'), far: shapeOf('g') };
const series: Pick<SeriesStore, 'peek' | 'subscribe'> = { peek: (uuid) => SHAPES[uuid] ?? null, subscribe: () => () => undefined };

/** As a BroadcastChannel: everybody but the sender hears. */
function createRoom() {
  const members = new Map<SessionChannel, (event: { data: unknown }) => void>();
  const told: unknown[] = [];
  return {
    told,
    say: (data: unknown) => members.forEach((hear) => hear({ data })),
    join(): SessionChannel {
      const channel: SessionChannel = {
        postMessage(data) {
          told.push(data);
          for (const [other, hear] of members) if (other !== channel) hear({ data: structuredClone(data) });
        },
        addEventListener: (_, listener) => void members.set(channel, listener),
        close: () => void members.delete(channel),
      };
      return channel;
    },
  };
}

function stationWith(shown: string): StationStore {
  const station = createStation(series);
  station.act({ act: 'show-series', pane: 0, series: shown, slice: 1 });
  return station;
}

function twoWindows(first = 'one', second = 'two') {
  const room = createRoom();
  const [a, b] = [stationWith(first), stationWith(second)];
  const ends = [a, b].map((station) => shareSession(station, series, room.join(), false));
  return { room, a, b, ends };
}
const paneOf = (station: StationStore) => station.read().panes[0]!;

describe('two windows of a session [SCREEN-02]', () => {
  it('share the crosshair, positions and tools that need only a picture, and tell nothing twice', () => {
    const { room, a, b } = twoWindows();
    room.told.length = 0;
    a.act({ act: 'point-at', pane: 0, point: [3, 4, 16] });
    expect(b.read().cursor).toEqual({ point: [3, 4, 16], series: 'one', frameOfReference: 'f' });
    expect(paneOf(b).slice).toBe(4);
    b.act({ act: 'walk', pane: 0, by: -2 });
    expect(paneOf(a).slice).toBe(2);
    a.act({ act: 'tool', tool: 'length' });
    expect(b.read().tool).toBe('length');
    a.act({ act: 'tool', tool: 'brush' });
    expect(b.read().tool).toBe('length');
    expect(room.told).toHaveLength(3);
  });

  it('do not count as changes of this window what was done in the other', () => {
    const { a, b } = twoWindows('one', 'one');
    const before = b.changes();
    a.act({ act: 'tool', tool: 'length' });
    a.act({ act: 'point-at', pane: 0, point: [3, 4, 16] });
    a.act({ act: 'window', pane: 0, window: { center: 40, width: 400 } });
    expect([b.read().tool, paneOf(b).slice, b.changes()]).toEqual(['length', 4, before]);
  });

  it('share the window of a series, as far as windows are linked, and keep their own layout and zoom', () => {
    const { a, b } = twoWindows('one', 'one');
    const window = { center: 40, width: 400 };
    a.act({ act: 'window', pane: 0, window });
    a.act({ act: 'layout', layout: { rows: 2, columns: 2 }, offers: [] });
    a.act({ act: 'zoom', pane: 0, factor: 2, at: { x: 0, y: 0 } });
    expect([paneOf(b).window, b.read().layout, paneOf(b).place.zoom]).toEqual([window, { rows: 1, columns: 1 }, 1]);
    b.act({ act: 'link', link: 'window' });
    a.act({ act: 'window', pane: 0, window: { center: 0, width: 10 } });
    expect(paneOf(b).window).toEqual(window);
  });

  it('do not follow where positions cannot be compared or are not linked', () => {
    const { a, b } = twoWindows('one', 'far');
    a.act({ act: 'walk', pane: 0, by: 2 });
    expect(paneOf(b).slice).toBe(1);
    const other = twoWindows();
    other.b.act({ act: 'link', link: 'position' });
    other.a.act({ act: 'walk', pane: 0, by: 2 });
    expect(paneOf(other.b).slice).toBe(1);
  });

  it('a later one learns where the others are, and that counts as nothing that somebody has done in it', () => {
    const room = createRoom();
    const a = stationWith('one');
    shareSession(a, series, room.join(), false);
    a.act({ act: 'walk', pane: 0, by: 2 });
    a.act({ act: 'window', pane: 0, window: 'range' });
    const b = stationWith('one');
    const changes = b.changes();
    shareSession(b, series, room.join(), true);
    expect([paneOf(b).slice, paneOf(b).window, b.changes()]).toEqual([3, 'range', changes]);
  });

  it('a tab that was opened for itself, such as for a comment, stays where it is', () => {
    const { room, a } = twoWindows();
    a.act({ act: 'walk', pane: 0, by: 2 });
    const own = stationWith('one');
    shareSession(own, series, room.join(), false);
    expect(paneOf(own).slice).toBe(1);
  });

  it('go on when the other is closed, and ignore what they do not understand', () => {
    const { room, a, b, ends } = twoWindows();
    ends[1]!();
    a.act({ act: 'walk', pane: 0, by: 2 });
    expect([paneOf(a).slice, paneOf(b).slice]).toEqual([3, 1]);
    const before = a.read();
    for (const message of [null, 'x', { news: 'later' }, { news: 'tool', tool: 'brush' }, { news: 'cursor', point: [1, 2] }])
      room.say(message);
    expect(a.read()).toBe(before);
  });
});
