import { describe, expect, it } from 'vitest';
import { computedId } from '#model/computed/recipe.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { IDENTITY } from '#model/registrations/rigid.ts';
import { EMPTY_PANE } from '#features/annotator/station/pane.ts';
import type { SeriesShape } from '#features/annotator/station/series-shape.ts';
import { firstStation, stationAfter, type Station } from '#features/annotator/station/station.ts';
import { linkOf } from './link-of.ts';

const slicesOf = (right: ImagePlane['right'], below: ImagePlane['below']): ImagePlane[] =>
  [0, 1, 2].map((at) => ({ width: 11, height: 11, origin: [0, 0, 4 * at], right, below }));
const shapeOf = (frameOfReference: string, planes = slicesOf([1, 0, 0], [0, 1, 0])): SeriesShape => ({
  ...{ slices: planes.length, planes, frameOfReference, hasPlanes: true },
});
const MAP = computedId('before', { kind: 'volumes', volume: 1, minus: 0, positions: [] });
const SHAPES: Record<string, SeriesShape> = {
  now: shapeOf('f'),
  before: shapeOf('g'),
  [MAP]: shapeOf('f'),
  same: shapeOf('f'),
  sagittal: shapeOf('g', slicesOf([0, 1, 0], [0, 0, -1])),
};
const AGES: Record<string, number> = { now: 0, before: 1, same: 1, sagittal: 1, unread: 1 };

const stationOf = (...series: (string | null)[]): Station => ({
  ...firstStation(),
  layout: { rows: 1, columns: series.length },
  panes: series.map((one) => ({ ...EMPTY_PANE, series: one })),
});
const shapes = (uuid: string) => SHAPES[uuid] ?? null;
const linked = (station: Station) => linkOf(station, shapes, (uuid) => AGES[uuid] ?? null);

describe('the link of two studies [ANN-67]', () => {
  it('is between the active pane and the nearest one of another study; the earlier study is the one that is moved', () => {
    expect(linked(stationOf('now', 'now', 'before'))).toMatchObject({ pane: 2, against: 0 });
    expect(linked({ ...stationOf('now', 'now', 'before'), active: 2 })).toMatchObject({ pane: 2, against: 1 });
    expect(linked({ ...stationOf('before', 'now'), active: 0 })).toMatchObject({ pane: 0, against: 1 });
  });

  it('is by hand, else by registration, else by the frame of reference; a link of positions that is off is none', () => {
    const station = stationOf('now', 'before');
    expect(linked(station)).toMatchObject({ by: 'none', hasWay: false, stepMm: 4 });
    const ways = [{ fixed: 'now', moving: 'before', matrix: IDENTITY }];
    const registered = stationAfter(station, { act: 'registered', ways }, shapes);
    expect(linked(registered)).toMatchObject({ by: 'registration', hasWay: true });
    expect(linked(stationOf('now', 'same'))).toMatchObject({ by: 'frame', hasWay: true });
    const byHand = stationAfter(registered, { act: 'move-link', pane: 1, against: 0, byMm: 4 }, shapes);
    expect(linked(byHand)).toMatchObject({ by: 'hand', hasWay: true, offsetMm: 4 });
    expect(linked(stationAfter(byHand, { act: 'link', link: 'position' }, shapes))).toMatchObject({ by: 'none' });
  });

  it('of a computed series is that of the series that it is computed from [DYN-09]', () => {
    const station = stationOf('now', MAP);
    expect(linked(station)).toMatchObject({ pane: 1, against: 0, by: 'frame' });
    const ways = [{ fixed: 'now', moving: 'before', matrix: IDENTITY }];
    expect(linked(stationAfter(station, { act: 'registered', ways }, shapes))).toMatchObject({ by: 'registration' });
  });

  it('there is none in one study, between planes that cross, without images, and over the whole area', () => {
    for (const series of [
      ['now', 'now'],
      ['now', null],
      ['now', 'sagittal'],
      ['now', 'unread'],
    ])
      expect(linked(stationOf(...series))).toBeNull();
    expect(linked({ ...stationOf('now', 'before'), isFull: true })).toBeNull();
  });
});
