import { describe, expect, it } from 'vitest';
import type { Vector } from '#model/pictures/geometry.ts';
import { SAGITTAL, type ImagePlane } from '#model/pictures/image-plane.ts';
import { rigidAbout } from '#model/registrations/rigid.ts';
import { EMPTY_PANE, shownLetters, type Pane, type VolumeLook } from './pane.ts';
import { planeSteps, whereIs, type SeriesShape } from './series-shape.ts';
import { firstStation, stationAfter, type Station, type StationAct } from './station.ts';

const ROWS_AND_COLUMNS = { width: 21, height: 21 };
const plane = (origin: Vector, right: Vector, below: Vector): ImagePlane => ({ ...ROWS_AND_COLUMNS, origin, right, below });
const shape = (planes: ImagePlane[], frameOfReference = 'f'): SeriesShape => ({
  slices: planes.length,
  planes,
  frameOfReference,
  hasPlanes: true,
});

const axial = (count: number, stepMm: number, from = 0): ImagePlane[] =>
  Array.from({ length: count }, (_, slice) => plane([0, 0, from + slice * stepMm], [1, 0, 0], [0, 1, 0]));
const SHAPES: Record<string, SeriesShape> = {
  // Heights 0 to 18.
  thick: shape(axial(7, 3)),
  // Heights 1 to 20, from the head to the feet.
  thin: shape(axial(20, 1, 1).toReversed()),
  sagittal: shape(Array.from({ length: 11 }, (_, slice) => plane([2 * slice, 0, 20], [0, 1, 0], [0, 0, -1]))),
  other: shape(axial(10, 2), 'g'),
};

const after = (station: Station, ...acts: StationAct[]): Station =>
  acts.reduce((now, act) => stationAfter(now, act, (series) => SHAPES[series] ?? null), station);

function stationOf(...panes: (Partial<Pane> & { series: string })[]): Station {
  return { ...firstStation(), layout: { rows: 1, columns: panes.length }, panes: panes.map((pane) => ({ ...EMPTY_PANE, ...pane })) };
}

const slices = ({ panes }: Station): number[] => panes.map(({ slice }) => slice);

describe('registered series [REG-20]', () => {
  // The place at height z of `thick` is at z + 5 in `other`, which has another frame of reference.
  const ways = [{ fixed: 'thick', moving: 'other', matrix: rigidAbout([0, 0, 0], [0, 0, 0], [2, 0, 5]) }];
  const registered: StationAct = { act: 'registered', ways };

  it('follow each other by the matrix, in both directions, at once when it is known', () => {
    const station = stationOf({ series: 'thick', slice: 1 }, { series: 'other', slice: 0 });
    const known = after(station, registered);
    expect(slices(known)).toEqual([1, 4]);
    expect(slices(after(known, { act: 'walk', pane: 0, by: 2 }))).toEqual([3, 7]);
    expect(slices(after(known, { act: 'walk-to', pane: 1, to: 7 }))).toEqual([3, 7]);
    expect(slices(after(station, { act: 'link', link: 'position' }, registered))).toEqual([1, 0]);
  });

  it('before it, they stay where the frame of reference leaves them; of one frame they go back', () => {
    const station = after(stationOf({ series: 'thick', slice: 1 }, { series: 'other' }, { series: 'thin', slice: 19 }), registered);
    const before = after(station, { act: 'use-registrations', areUsed: false }, { act: 'walk', pane: 0, by: 1 });
    expect(slices(before)).toEqual([2, 4, 14]);
    const oneFrame = [{ fixed: 'thick', moving: 'thin', matrix: rigidAbout([0, 0, 0], [0, 0, 0], [0, 0, 4]) }];
    const moved = after(stationOf({ series: 'thick', slice: 2 }, { series: 'thin', slice: 19 }), { act: 'registered', ways: oneFrame });
    expect(slices(moved)).toEqual([2, 10]);
    expect(slices(after(moved, { act: 'use-registrations', areUsed: false }))).toEqual([2, 14]);
  });

  it('share the crosshair, and keep to it when something is undone', () => {
    const station = after(stationOf({ series: 'thick' }, { series: 'other' }, { series: 'sagittal' }), registered);
    const pointed = after(station, { act: 'point-at', pane: 0, point: [3, 4, 7] });
    expect(slices(pointed)).toEqual([0, 6, 1]);
    expect(after(pointed, { act: 'show-as', pane: 1, show: 'axial' }).panes[1]!.point).toEqual([5, 4, 12]);
    const old = stationOf({ series: 'thick' }, { series: 'other' });
    expect(after(pointed, { act: 'restore', station: old }).registrations).toEqual({ ways, areUsed: true });
  });

  it('the latest of two registrations counts, and planes that the matrix turns far away do not follow', () => {
    const later = { ...ways[0]!, matrix: rigidAbout([0, 0, 0], [0, 0, 0], [0, 0, 1]) };
    const station = stationOf({ series: 'thick', slice: 3 }, { series: 'other' });
    expect(slices(after(station, { act: 'registered', ways: [...ways, later] }))).toEqual([3, 5]);
    const turnedFar = { ...ways[0]!, matrix: rigidAbout([0, 0, 0], [0.5, 0, 0], [0, 0, 5]) };
    expect(slices(after(station, { act: 'registered', ways: [turnedFar] }))).toEqual([3, 0]);
  });
});

describe('linked panes [ANN-06]', () => {
  it('go to the same position in the patient, in whatever order their slices are', () => {
    const station = stationOf({ series: 'thick' }, { series: 'thin', slice: 19 });
    expect(slices(after(station, { act: 'walk', pane: 0, by: 2 }))).toEqual([2, 14]);
    expect(slices(after(station, { act: 'walk', pane: 1, by: -9 }))).toEqual([3, 10]);
  });

  it('stay where they are if they look in another direction, are in another frame of reference, or are not linked', () => {
    const station = stationOf({ series: 'thick' }, { series: 'sagittal', slice: 4 }, { series: 'other', slice: 5 }, { series: 'thin' });
    expect(slices(after(station, { act: 'walk', pane: 0, by: 2 }))).toEqual([2, 4, 5, 14]);
    expect(slices(after(station, { act: 'link', link: 'position' }, { act: 'walk', pane: 0, by: 2 }))).toEqual([2, 4, 5, 0]);
  });

  it('show nothing else where their series has no slice', () => {
    expect(
      slices(after(stationOf({ series: 'thin', slice: 3 }, { series: 'thick', slice: 5 }), { act: 'walk-to', pane: 0, to: 0 })),
    ).toEqual([0, 6]);
    const short: Station = stationOf({ series: 'thin', slice: 3 }, { series: 'short' });
    SHAPES['short'] = shape(axial(2, 1, -20));
    expect(slices(after(short, { act: 'walk', pane: 0, by: 4 }))).toEqual([7, 0]);
  });

  it('keep a distance that was set by hand, also across frames of reference, until it is taken back', () => {
    const station = stationOf({ series: 'thick', slice: 1 }, { series: 'other', slice: 5 });
    const aligned = after(station, { act: 'align' });
    expect(aligned.panes.map(({ offsetMm }) => offsetMm)).toEqual([0, 7]);
    expect(slices(after(aligned, { act: 'walk', pane: 0, by: 2 }))).toEqual([3, 8]);
    expect(slices(after(aligned, { act: 'walk', pane: 1, by: -3 }))).toEqual([0, 2]);
    expect(slices(after(aligned, { act: 'align' }, { act: 'walk', pane: 0, by: 2 }))).toEqual([3, 5]);
  });

  it('an earlier study is moved by hand against a later one, and what is shown now can be taken as the same place [ANN-67]', () => {
    const station = stationOf({ series: 'thick', slice: 1 }, { series: 'other', slice: 5 });
    const more = after(station, { act: 'move-link', pane: 1, against: 0, byMm: 2 });
    expect([more.panes.map(({ offsetMm }) => offsetMm), slices(more)]).toEqual([
      [0, 9],
      [1, 6],
    ]);
    const less = after(more, { act: 'activate', pane: 1 }, { act: 'move-link', pane: 1, against: 0, byMm: -4 });
    expect([less.panes.map(({ offsetMm }) => offsetMm), slices(less)]).toEqual([
      [0, 5],
      [1, 4],
    ]);
    const here = after(less, { act: 'link', link: 'position' }, { act: 'walk', pane: 1, by: 2 }, { act: 'link-here' });
    expect([here.links.position, here.panes.map(({ offsetMm }) => offsetMm)]).toEqual([true, [-9, 0]]);
    expect(slices(after(here, { act: 'walk', pane: 0, by: 1 }))).toEqual([2, 7]);
    expect(after(here, { act: 'align' }).panes.map(({ offsetMm }) => offsetMm)).toEqual([null, null]);
  });

  it('an offset means the same for slices that are looked at from the other side [ANN-67]', () => {
    SHAPES['from-above'] = shape(
      Array.from({ length: 10 }, (_, slice) => plane([0, 20, 2 * slice], [1, 0, 0], [0, -1, 0])),
      'h',
    );
    const station = after(stationOf({ series: 'thick', slice: 1 }, { series: 'from-above', slice: 5 }), { act: 'link-here' });
    expect(station.panes.map(({ offsetMm }) => offsetMm)).toEqual([0, 7]);
    expect(slices(after(station, { act: 'walk', pane: 1, by: 1 }))).toEqual([2, 6]);
    expect(slices(after(station, { act: 'walk', pane: 0, by: 1 }))).toEqual([2, 6]);
  });

  it('share window, zoom and place as they are linked', () => {
    const window = { center: 40, width: 400 };
    const station = stationOf({ series: 'thick' }, { series: 'thick', slice: 3 }, { series: 'thin' }, { series: 'sagittal' });
    const changed = after(
      station,
      { act: 'window', pane: 0, window },
      { act: 'zoom', pane: 0, factor: 2, at: { x: 0, y: 0 } },
      { act: 'pan', pane: 0, dx: 5, dy: 6 },
    );
    expect(changed.panes.map((pane) => pane.window)).toEqual([window, window, 'stored', 'stored']);
    expect(changed.panes.map(({ place }) => [place.zoom, place.x, place.y])).toEqual([
      [2, 5, 6],
      [2, 5, 6],
      [2, 5, 6],
      [1, 0, 0],
    ]);
  });
});

describe('the crosshair', () => {
  it('brings every pane of its space to its point', () => {
    const station = stationOf({ series: 'thick' }, { series: 'sagittal' }, { series: 'thin' }, { series: 'other' });
    expect(slices(after(station, { act: 'point-at', pane: 0, point: [13, 4, 6.2] }))).toEqual([0, 6, 14, 0]);
  });

  it('turns the planes of the other panes about the normal of its own', () => {
    const planes = after(stationOf({ series: 'thick' }), { act: 'three-planes' });
    expect(planes.panes.map(({ show }) => show)).toEqual(['axial', 'sagittal', 'coronal']);
    const turned = after(planes, { act: 'turn-others', pane: 0, radians: Math.PI / 2 });
    const normals = turned.panes.map((pane) => whereIs(pane, SHAPES['thick']!)!.normal.map((part) => Math.round(part) + 0));
    // A sagittal plane that turns by a right angle about the long axis is a coronal one, and the other way round.
    expect(normals).toEqual([
      [0, 0, 1],
      [0, -1, 0],
      [-1, 0, 0],
    ]);
  });
});

describe('planes through a volume', () => {
  it('are as far apart as its finest voxels, and there are as many as it is deep', () => {
    expect(planeSteps(SHAPES['thick']!, { right: [1, 0, 0], below: [0, 0, -1] })).toEqual({ stepMm: 1, first: 0, count: 21 });
    const pane: Partial<Pane> & { series: string } = { series: 'thick', show: 'coronal' };
    const walked = after(stationOf(pane), { act: 'walk-to', pane: 0, to: 3 });
    expect(walked.panes[0]!.point?.[1]).toBeCloseTo(3);
    expect(after(walked, { act: 'walk', pane: 0, by: 100 }).panes[0]!.point?.[1]).toBeCloseTo(20);
  });

  it('are not shown for a series that makes no volume', () => {
    SHAPES['film'] = { ...shape(axial(3, 1)), hasPlanes: false };
    expect(after(stationOf({ series: 'film' }), { act: 'show-as', pane: 0, show: 'axial' }).panes[0]!.show).toBe('stored');
    expect(after(stationOf({ series: 'film' }), { act: 'three-planes' }).panes).toHaveLength(1);
  });
});

describe('a series over time, or with several b-values [ANN-17]', () => {
  // Three volumes of four slices, one after the other; and the same with the volumes of each slice side by side.
  SHAPES['volumes'] = { ...shape([...axial(4, 2), ...axial(4, 2), ...axial(4, 2)]), hasPlanes: false };
  SHAPES['mixed'] = { ...shape(axial(4, 2).flatMap((one) => [one, one, one])), hasPlanes: false };

  it.each([
    ['volumes', [1, 5, 9, 1]],
    ['mixed', [3, 4, 5, 3]],
  ])('is walked through at one position: %s', (series, expected) => {
    const at = expected[0]!;
    let station = stationOf({ series, slice: at });
    const seen = [at];
    for (let step = 0; step < 3; step += 1) {
      station = after(station, { act: 'walk-volume', pane: 0, by: 1 });
      seen.push(station.panes[0]!.slice);
    }
    expect(seen).toEqual(expected);
  });

  it('is walked through in space within one volume, alone and with a linked pane', () => {
    const station = stationOf({ series: 'volumes', slice: 5 }, { series: 'thick' }, { series: 'mixed', slice: 2 });
    expect(slices(after(station, { act: 'walk', pane: 0, by: 1 }))).toEqual([6, 1, 8]);
    expect(slices(after(station, { act: 'walk-to', pane: 0, to: 99 }))).toEqual([7, 2, 11]);
    expect(slices(after(station, { act: 'walk', pane: 1, by: 2 }))).toEqual([7, 2, 11]);
  });

  it('has positions with as many slices each; otherwise every slice is walked through', () => {
    SHAPES['odd'] = { ...shape([...axial(3, 2), ...axial(2, 2)]), hasPlanes: false };
    expect(slices(after(stationOf({ series: 'odd', slice: 3 }), { act: 'walk', pane: 0, by: 1 }))).toEqual([4]);
    expect(slices(after(stationOf({ series: 'odd', slice: 3 }), { act: 'walk-volume', pane: 0, by: 1 }))).toEqual([3]);
  });
});

describe('the layout', () => {
  it('keeps the active pane and fills new ones with series that are not shown yet', () => {
    const station = { ...stationOf({ series: 'thick' }, { series: 'thin', slice: 4 }), active: 1 };
    const larger = after(station, {
      act: 'layout',
      layout: { rows: 2, columns: 2 },
      offers: ['thick', 'thin', 'sagittal', 'other'].map((series, slice) => ({ series, slice })),
    });
    expect(larger.panes.map(({ series }) => series)).toEqual(['thin', 'thick', 'sagittal', 'other']);
    expect(slices(larger)).toEqual([4, 0, 2, 3]);
    const one = after(larger, { act: 'layout', layout: { rows: 1, columns: 1 }, offers: [] });
    expect(one.panes.map(({ series }) => series)).toEqual(['thin']);
  });

  it('walks round at the ends only while it plays', () => {
    const station = stationOf({ series: 'thick', slice: 6 });
    expect(slices(after(station, { act: 'walk', pane: 0, by: 1 }))).toEqual([6]);
    expect(slices(after(station, { act: 'walk', pane: 0, by: 1, isRound: true }))).toEqual([0]);
  });
});

describe('the letters at the edges', () => {
  const LETTERS = { left: 'R', right: 'L', top: 'A', bottom: 'P' };
  it.each([
    [0, false, 'A L P R'],
    [1, false, 'R A L P'],
    [2, false, 'P R A L'],
    [0, true, 'A R P L'],
    [1, true, 'L A R P'],
  ])('after %i quarter turns, flipped %s', (quarters, isFlipped, expected) => {
    const { top, right, bottom, left } = shownLetters(LETTERS, { quarters, isFlipped });
    expect([top, right, bottom, left].join(' ')).toBe(expected);
  });
});

describe('panes that wait for planes [ANN-63]', () => {
  const slab = { show: 'max', thicknessMm: 10 } as const;
  const arranged = (series: string): StationAct => ({
    ...{ act: 'arrange', layout: { rows: 1, columns: 2 }, links: { position: false, zoom: true, window: true } },
    panes: [
      { ...EMPTY_PANE, series, slice: 3, waitsFor: { show: 'sagittal', slab } },
      { ...EMPTY_PANE, series: 'other', slice: 1 },
    ],
  });

  it('are stored slices until the planes of their series are known', () => {
    const station = after(firstStation(), arranged('thick'));
    expect(station).toMatchObject({ layout: { columns: 2 }, active: 0, links: { position: false } });
    expect(station.panes).toMatchObject([
      { show: 'stored', slice: 3 },
      { show: 'stored', slice: 1 },
    ]);
    const known = after(station, { act: 'planes-known', series: 'thick' });
    expect(known.panes).toMatchObject([{ show: 'sagittal', slab, waitsFor: null }, { show: 'stored' }]);
  });

  it('stay stored slices if their series makes no volume', () => {
    SHAPES['flat'] = { ...shape(axial(5, 1)), hasPlanes: false };
    const known = after(firstStation(), arranged('flat'), { act: 'planes-known', series: 'flat' });
    expect(known.panes[0]).toMatchObject({ show: 'stored', slab: null, waitsFor: null });
  });

  it('no longer wait once another series or plane is chosen', () => {
    const chosen = after(firstStation(), arranged('thick'), { act: 'show-as', pane: 0, show: 'coronal' });
    expect(after(chosen, { act: 'planes-known', series: 'thick' })).toBe(chosen);
  });
});

describe('segments in 3D [MASK-132]', () => {
  const SHOW: StationAct = { act: 'show-3d', volume: null };
  const two = after(firstStation(), {
    ...{ act: 'arrange', layout: { rows: 1, columns: 2 }, links: { position: true, zoom: true, window: true } },
    panes: [
      { ...EMPTY_PANE, series: 'thick', slice: 3 },
      { ...EMPTY_PANE, series: 'other', slice: 1 },
    ],
  });

  it('are beside the only pane, and go with the pane that was added for them', () => {
    const one = after(firstStation(), { act: 'show-series', pane: 0, series: 'thick', slice: 3 });
    const opened = after(one, SHOW);
    expect(opened).toMatchObject({ layout: { rows: 1, columns: 2 }, active: 0, panes: [{ is3d: false }, { is3d: true, series: 'thick' }] });
    expect(after(opened, SHOW)).toMatchObject({ layout: { rows: 1, columns: 1 }, panes: [{ series: 'thick', slice: 3 }] });
  });

  it('leave a second pane of the same series that was there before', () => {
    const same = stationOf({ series: 'thick', slice: 3 }, { series: 'thick', slice: 5 });
    expect(after(same, SHOW, SHOW)).toEqual(same);
    const moved = after(stationOf({ series: 'thick' }), SHOW, { act: 'layout', layout: { rows: 2, columns: 1 }, offers: [] });
    expect(after(moved, SHOW).panes.map(({ series, is3d }) => [series, is3d])).toEqual([
      ['thick', false],
      ['thick', false],
    ]);
  });

  it('stand in place of the last pane that is not active, whose picture comes back', () => {
    expect(after(two, SHOW).panes.map(({ is3d }) => is3d)).toEqual([false, true]);
    expect(after(two, SHOW, SHOW).panes).toEqual(two.panes);
    const second = after(two, { act: 'activate', pane: 1 }, SHOW);
    expect(second.panes.map(({ is3d }) => is3d)).toEqual([true, false]);
    expect(after(second, { act: 'reset', pane: 0 }).panes[0]!.is3d).toBe(true);
    expect(after(second, { act: 'show-series', pane: 0, series: 'other', slice: 0 }).panes[0]!.is3d).toBe(false);
  });

  it('have a volume beside them, a cut, and the view that it was made from; none of them is there after 3D was closed [VOL-07]', () => {
    const volume: VolumeLook = { series: 'thick', show: 'max', window: 'stored', isInverted: false, isHot: false, curve: null, density: 1 };
    const cut = { normal: [0, 1, 0], depth: 0.5 } as const;
    const shown = after(two, { act: 'show-3d', volume }, { act: 'turned-3d', pane: 1, facing: SAGITTAL }, { act: 'cut', pane: 1, cut });
    expect(shown.panes[1]).toMatchObject({ is3d: true, volume, cut, facing3d: SAGITTAL, series: 'other' });
    expect(after(shown, { act: 'reset', pane: 1 }).panes[1]).toMatchObject({ is3d: true, volume, cut });
    expect(after(shown, { act: 'volume', pane: 1, volume: { ...volume, show: 'rendered' } }).panes[1]!.volume!.show).toBe('rendered');
    expect(after(shown, SHOW).panes).toEqual(two.panes);
  });

  it('are no part of three planes', () => {
    const planes = after(two, { act: 'activate', pane: 1 }, SHOW, { act: 'activate', pane: 0 }, { act: 'three-planes' });
    expect(planes.panes.map(({ show, is3d }) => [show, is3d])).toEqual([
      ['axial', false],
      ['sagittal', false],
      ['coronal', false],
    ]);
  });

  it('move the crosshair to a point of the series of the mask, which no pane needs to show [MASK-135]', () => {
    const point: Vector = [5, 5, 2];
    const shown = after(two, { act: 'point-in', series: 'thick', point });
    expect(shown.cursor).toMatchObject({ point, series: 'thick' });
    expect(shown.panes[0]!.slice).not.toBe(two.panes[0]!.slice);
    expect(after(two, { act: 'point-in', series: 'nowhere', point })).toBe(two);
  });
});
