import { describe, expect, it } from 'vitest';
import type { Vector } from '#model/pictures/geometry.ts';
import { rigidAbout } from '#model/registrations/rigid.ts';
import { EMPTY_PANE, facingOf, type Pane } from './pane.ts';
import { MOST_POINTS, pathPaneOf } from './path.ts';
import { stepOf, whereIs, type SeriesShape } from './series-shape.ts';
import { firstStation, stationAfter, type Station, type StationAct } from './station.ts';

const slices = (count: number, frameOfReference: string): SeriesShape => ({
  slices: count,
  planes: Array.from({ length: count }, (_, z) => ({
    ...{ width: 41, height: 41, right: [1, 0, 0] as Vector, below: [0, 1, 0] as Vector },
    origin: [0, 0, z] as Vector,
  })),
  frameOfReference,
  hasPlanes: true,
});
const SHAPES: Record<string, SeriesShape> = {
  ct: slices(41, 'f'),
  pet: slices(30, 'f'),
  other: slices(41, 'g'),
  flat: { ...slices(41, 'f'), hasPlanes: false },
};

const after = (station: Station, ...acts: StationAct[]): Station =>
  acts.reduce((now, act) => stationAfter(now, act, (series) => SHAPES[series] ?? null), station);

function stationOf(...panes: (Partial<Pane> & { series: string })[]): Station {
  return { ...firstStation(), layout: { rows: 1, columns: panes.length }, panes: panes.map((pane) => ({ ...EMPTY_PANE, ...pane })) };
}

const add = (point: Vector, pane = 0): StationAct => ({ act: 'add-point', pane, point });
/** Straight down through the slices, at 10, 10. */
const DOWN = [add([10, 10, 5]), add([10, 10, 35])] as const;
const SHOW: StationAct = { act: 'show-path', isShown: true };

describe('points of a path [CURV-01]', () => {
  it('come from any pane of the same space, and others are left out', () => {
    const station = after(
      stationOf({ series: 'ct' }, { series: 'pet' }, { series: 'other' }),
      add([1, 2, 3]),
      add([4, 5, 6], 1),
      add([7, 8, 9], 2),
    );
    expect(station.path).toEqual({
      series: 'ct',
      frameOfReference: 'f',
      points: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    });
  });

  it('come from a registered series by its registration', () => {
    const ways = [{ fixed: 'ct', moving: 'other', matrix: rigidAbout([0, 0, 0], [0, 0, 0], [2, 0, 5]) }];
    const station = after(stationOf({ series: 'ct' }, { series: 'other' }), { act: 'registered', ways }, add([1, 2, 3]), add([9, 9, 9], 1));
    expect(station.path!.points[1]!.map((mm) => Math.round(mm * 1e6) / 1e6)).toEqual([7, 9, 4]);
  });

  it('are moved, and the last one is deleted; without any there is no path', () => {
    let station = after(stationOf({ series: 'ct' }), ...DOWN, { act: 'move-point', pane: 0, at: 0, point: [0, 0, 0] });
    expect(station.path!.points[0]).toEqual([0, 0, 0]);
    station = after(station, { act: 'drop-point' });
    expect(station.path!.points).toHaveLength(1);
    expect(after(station, { act: 'drop-point' }).path).toBeNull();
    expect(after(station, { act: 'delete-path' }).path).toBeNull();
  });

  it('are at most so many', () => {
    const many = Array.from({ length: MOST_POINTS + 5 }, (_, at) => add([at, 0, 0]));
    expect(after(stationOf({ series: 'ct' }), ...many).path!.points).toHaveLength(MOST_POINTS);
  });

  it('that were kept on the device, by another window too, are those of the pane along the path [CURV-09]', () => {
    const kept: StationAct = {
      act: 'path-kept',
      path: {
        series: 'ct',
        frameOfReference: 'f',
        points: [
          [3, 3, 3],
          [3, 3, 9],
        ],
      },
    };
    expect(after(stationOf({ series: 'ct' }), kept).path!.points).toHaveLength(2);
    const along = after(stationOf({ series: 'ct' }), ...DOWN, SHOW, kept);
    expect(along.panes[1]!.path!.points).toBe(along.path!.points);
    expect(pathPaneOf(after(along, { act: 'path-kept', path: null }))).toBe(-1);
  });
});

describe('a pane along the path [CURV-04]', () => {
  it('is beside the active one, and closing it leaves that one alone', () => {
    const station = after(stationOf({ series: 'ct' }), ...DOWN, SHOW);
    expect([station.layout, pathPaneOf(station), facingOf(station.panes[1]!)]).toEqual([{ rows: 1, columns: 2 }, 1, null]);
    const closed = after(station, { act: 'show-path', isShown: false });
    expect([closed.panes.length, pathPaneOf(closed), closed.path!.points.length]).toEqual([1, -1, 2]);
  });

  it('needs two points, and a series that makes a volume', () => {
    expect(pathPaneOf(after(stationOf({ series: 'ct' }), add([1, 1, 1]), SHOW))).toBe(-1);
    expect(pathPaneOf(after(stationOf({ series: 'flat' }), ...DOWN, SHOW))).toBe(-1);
    expect(pathPaneOf(after({ ...stationOf({ series: 'ct' }, { series: 'other' }), active: 1 }, ...DOWN, SHOW))).toBe(-1);
  });

  it('shows each change of the path, and its slices again when the path is gone', () => {
    let station = after(stationOf({ series: 'ct' }), ...DOWN, SHOW, add([10, 20, 35]));
    expect(station.panes[1]!.path!.points).toBe(station.path!.points);
    station = after(station, { act: 'walk-to', pane: 1, to: 9999 }, { act: 'drop-point' });
    expect(station.panes[1]!.path!.atMm).toBeCloseTo(30, 3);
    station = after(station, { act: 'drop-point' });
    expect([station.panes.length, station.path!.points.length]).toEqual([1, 1]);
    const two = after(stationOf({ series: 'ct' }, { series: 'pet' }), ...DOWN, SHOW, { act: 'delete-path' });
    expect(two.panes.map(({ series, show, path }) => [series, show, path])).toEqual([
      ['ct', 'stored', null],
      ['pet', 'stored', null],
    ]);
  });

  it('is turned by any angle, once around', () => {
    const station = after(stationOf({ series: 'ct' }), ...DOWN, SHOW, { act: 'turn-path', pane: 1, degrees: -5 });
    expect(station.panes[1]!.path!.degrees).toBe(355);
    expect(after(station, { act: 'reset', pane: 1 }).panes[1]!.path!.degrees).toBe(0);
  });

  it('is zoomed by itself, whatever panes are linked', () => {
    const station = after(stationOf({ series: 'ct' }), ...DOWN, SHOW, { act: 'zoom', pane: 1, factor: 2, at: { x: 0, y: 0 } });
    expect(station.panes.map(({ place }) => place.zoom)).toEqual([1, 2]);
  });

  it('shows slices, by which it is walked, when a series that is computed from its own is chosen', () => {
    const computed: StationAct = { act: 'show-instead', pane: 1, series: 'pet', slice: 4, keepsWindow: false };
    const station = after(stationOf({ series: 'ct' }), ...DOWN, SHOW, computed);
    expect(station.panes[1]).toMatchObject({ series: 'pet', show: 'stored', slice: 4, path: null, followsPath: null });
    expect(after(station, { act: 'walk', pane: 1, by: 3 }).panes[1]!.slice).toBe(7);
  });

  it('follows another registration, and shows its slices again when nothing says any longer where the path lies', () => {
    const ways = (mm: number) => [{ fixed: 'ct', moving: 'other', matrix: rigidAbout([0, 0, 0], [0, 0, 0], [mm, 0, 0]) }];
    const panes = stationOf({ series: 'ct' }, { series: 'pet' }, { series: 'other' });
    const known = after({ ...panes, active: 2 }, { act: 'registered', ways: ways(2) }, ...DOWN, SHOW);
    const station = after(known, { act: 'activate', pane: 2 });
    expect([pathPaneOf(station), station.panes[1]!.series, station.panes[1]!.path!.points[0]![0]]).toEqual([1, 'other', 12]);
    expect(after(station, { act: 'registered', ways: ways(5) }).panes[1]!.path!.points.map(([x]) => x)).toEqual([15, 15]);
    for (const act of [{ act: 'registered', ways: [] } as const, { act: 'use-registrations', areUsed: false } as const]) {
      const lost = after(station, act);
      expect([pathPaneOf(lost), lost.panes.map(({ series }) => series), lost.path]).toEqual([-1, ['ct', 'pet', 'other'], station.path]);
    }
  });

  it('is here again after 3D was shown in it, and 3D stays when the path is hidden', () => {
    const show3d: StationAct = { act: 'show-3d', volume: null };
    const along = after(stationOf({ series: 'ct' }), ...DOWN, SHOW);
    const in3d = after(along, show3d);
    expect([in3d.panes[1]!.is3d, after(in3d, show3d)]).toEqual([true, along]);
    const hidden = after(in3d, { act: 'show-path', isShown: false });
    expect(hidden.panes.map(({ show, is3d }) => [show, is3d])).toEqual([
      ['stored', false],
      ['stored', true],
    ]);
    // The pane was added for the path.
    expect(after(hidden, show3d)).toMatchObject({ layout: { rows: 1, columns: 1 }, panes: [{ series: 'ct' }], active: 0 });
    const before = after(stationOf({ series: 'ct' }, { series: 'pet', slice: 3 }), ...DOWN, SHOW, show3d, { act: 'delete-path' });
    expect(before.panes[1]).toMatchObject({ series: 'pet', is3d: true });
    expect(after(before, show3d).panes[1]).toMatchObject({ series: 'pet', slice: 3, show: 'stored', is3d: false });
  });

  it('shows its plane again when one is chosen', () => {
    const station = after(stationOf({ series: 'ct' }), ...DOWN, SHOW, { act: 'show-as', pane: 1, show: 'coronal' });
    expect([station.panes[1]!.show, station.panes[1]!.path]).toEqual(['coronal', null]);
  });
});

describe('the position on the path [CURV-06]', () => {
  it('walks in steps of the voxels, and the crosshair and the other panes go with it', () => {
    let station = after(stationOf({ series: 'ct' }), ...DOWN, SHOW, { act: 'walk', pane: 1, by: 12 });
    expect(stepOf(station.panes[1]!, SHAPES.ct!)).toEqual({ at: 12, count: 31 });
    expect([station.cursor!.point[2], station.panes[0]!.slice]).toEqual([expect.closeTo(17, 6), 17]);
    station = after(station, { act: 'walk', pane: 1, by: 500 });
    expect([station.panes[1]!.path!.atMm, station.panes[0]!.slice]).toEqual([30, 35]);
    expect(whereIs(station.panes[1]!, SHAPES.ct!)!.normal[2]).toBeCloseTo(1, 6);
  });

  it('does not move the others where positions are not linked', () => {
    const station = after(stationOf({ series: 'ct' }), ...DOWN, SHOW, { act: 'link', link: 'position' }, { act: 'walk', pane: 1, by: 12 });
    expect([station.panes[0]!.slice, station.cursor!.point[2]]).toEqual([0, expect.closeTo(17, 6)]);
  });

  it('goes to the place nearest to the crosshair', () => {
    const station = after(stationOf({ series: 'ct' }), ...DOWN, SHOW, { act: 'point-at', pane: 0, point: [14, 2, 22.25] });
    expect(station.panes[1]!.path!.atMm).toBeCloseTo(17.25, 6);
  });

  it('has a plane across the path that goes with it [CURV-07]', () => {
    let station = after(stationOf({ series: 'ct' }), add([5, 10, 10]), add([35, 10, 10]), SHOW, { act: 'across-path' });
    expect(station.panes).toHaveLength(3);
    station = after(station, { act: 'walk', pane: 1, by: 20 });
    const across = station.panes[2]!;
    expect(across.point![0]).toBeCloseTo(25, 6);
    expect(whereIs(across, SHAPES.ct!)!.normal.map((part) => Math.round(part * 1e6) / 1e6)).toEqual([1, 0, 0]);
    expect(after(station, { act: 'across-path' }).panes.map(({ show }) => show)).toEqual(['stored', 'path']);
    // It goes with the path.
    expect(after(station, { act: 'delete-path' }).panes.map(({ show }) => show)).toEqual(['stored']);
  });
});

describe('the plane across the path [CURV-07]', () => {
  const ALONG_X = [add([5, 10, 10]), add([35, 10, 10])] as const;
  const across = after(stationOf({ series: 'ct' }), ...ALONG_X, SHOW, { act: 'across-path' }, { act: 'walk', pane: 1, by: 20 });
  const rounded = (vector: Vector): number[] => vector.map((part) => Math.round(part * 1e6) / 1e6 + 0);
  /** Where the plane is, along the path, and the direction away from the viewer. */
  const planeOf = (station: Station): unknown => {
    const { point, normal } = whereIs(station.panes[2]!, SHAPES.ct!)!;
    return [rounded(point), rounded(normal)];
  };
  const at = (x: number): unknown => [
    [x, 10, 10],
    [1, 0, 0],
  ];

  it.each<[string, StationAct]>([
    ['in another window', { act: 'cursor-elsewhere', cursor: { point: [30, 12, 14], series: 'ct', frameOfReference: 'f' } }],
    ['in 3D', { act: 'point-in', series: 'ct', point: [30, 12, 14] }],
    ['in another pane', { act: 'point-at', pane: 0, point: [30, 12, 14] }],
  ])('goes with the position to a point that was clicked %s', (_, act) => {
    const station = after(across, act);
    expect(station.panes[1]!.path!.atMm).toBeCloseTo(25, 6);
    expect(planeOf(station)).toEqual(at(30));
  });

  it('stays across the position when a parallel pane walks, and when the others are turned', () => {
    const sagittal = after(across, { act: 'show-as', pane: 0, show: 'sagittal' });
    for (const act of [
      { act: 'walk', pane: 0, by: 4 },
      { act: 'turn-others', pane: 0, radians: 0.3 },
    ] as const)
      expect(planeOf(after(sagittal, act))).toEqual(at(25));
    expect(after(sagittal, { act: 'walk', pane: 0, by: 4 }).panes[0]!.point![0]).toBeCloseTo(21, 6);
  });

  it('moves the position when it walks itself', () => {
    const walked = after(across, { act: 'walk', pane: 2, by: -7 });
    expect([walked.panes[1]!.path!.atMm, planeOf(walked), walked.cursor!.point[0]]).toEqual([
      expect.closeTo(13, 6),
      at(18),
      expect.closeTo(18, 6),
    ]);
    const { at: here, count } = stepOf(walked.panes[2]!, SHAPES.ct!);
    const to = (step: number): unknown => after(walked, { act: 'walk-to', pane: 2, to: step }).panes[1]!.path!.atMm;
    expect([to(here + 2), to(0), to(count - 1)]).toEqual([expect.closeTo(15, 6), 0, expect.closeTo(30, 6)]);
  });

  it('is turned back with the picture along the path', () => {
    const turned = after(across, { act: 'turn-path', pane: 1, degrees: 90 });
    expect(turned.panes[2]!.turned).not.toEqual(across.panes[2]!.turned);
    expect(after(turned, { act: 'reset', pane: 1 }).panes[2]!.turned).toEqual(across.panes[2]!.turned);
  });

  it('stays where a point of it is clicked, also where the path bends', () => {
    const bent = after(stationOf({ series: 'ct' }), add([5, 5, 10]), add([35, 5, 10]), add([35, 35, 10]), SHOW, { act: 'across-path' });
    const station = after(bent, { act: 'walk', pane: 1, by: 25 });
    const { point, turned } = station.panes[2]!;
    const beside: Vector = [0, 1, 2].map(
      (axis) => point![axis]! + 9 * turned!.right[axis]! + 9 * turned!.below[axis]!,
    ) as unknown as Vector;
    const clicked = after(station, { act: 'point-at', pane: 2, point: beside });
    expect(clicked.cursor!.point).toBe(beside);
    expect([clicked.panes[1], clicked.panes[2]]).toEqual([station.panes[1], station.panes[2]]);
  });

  it('is the same pane while nothing moves it, and a plane like others without the pane along the path', () => {
    expect(after(across, { act: 'invert', pane: 0 }).panes[2]).toBe(across.panes[2]);
    const left = after(across, { act: 'show-as', pane: 1, show: 'stored' });
    expect([left.panes[2]!.followsPath, planeOf(left)]).toEqual([null, at(25)]);
    expect(rounded(after(left, { act: 'walk', pane: 2, by: 2 }).panes[2]!.point!)).toEqual([27, 10, 10]);
  });
});

it('the crosshair is moved over the picture by keys, as it is turned on the screen [CURV-08]', () => {
  const move = (right: number, below: number): StationAct => ({ act: 'move-cursor', pane: 0, right, below });
  const station = after(stationOf({ series: 'ct', slice: 3 }), move(2, -3));
  expect(station.cursor!.point).toEqual([22, 17, 3]);
  // On another slice it is there, at the same place of the picture.
  expect(after(station, { act: 'walk', pane: 0, by: 4 }, move(0, 0)).cursor!.point).toEqual([22, 17, 7]);
  expect(after(station, move(900, 0)).cursor!.point).toEqual([40, 17, 3]);
  const turned = after(stationOf({ series: 'ct', slice: 3, quarters: 1 }), move(2, 0));
  expect(turned.cursor!.point).toEqual([20, 18, 3]);
  const flipped = after(stationOf({ series: 'ct', slice: 3, isFlipped: true }), move(2, 0));
  expect(flipped.cursor!.point).toEqual([18, 20, 3]);
});
