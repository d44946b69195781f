import type { Vector } from '#model/pictures/geometry.ts';
import { turned, type Facing } from '#model/pictures/image-plane.ts';
import { dot, minus, moved } from '#model/pictures/vector.ts';
import { directionThrough, IDENTITY, pointThrough } from '#model/registrations/rigid.ts';
import type { DrawnKind } from '#features/annotator/measure/measure-kinds.ts';
import type { MaskTool } from '#features/annotator/masks/mask-tools.ts';
import type { Tool as ViewTool, ViewWindow } from '#ui/viewer/types.ts';
import { FITTED, zoomedAt, type Place } from '#ui/viewer/view-place.ts';
import {
  EMPTY_PANE,
  NOT_3D,
  facingOf,
  flippedSideways,
  flippedUpright,
  resetView,
  type Cut3d,
  type Fused,
  type Pane,
  type PaneSlab,
  type Show,
  type VolumeLook,
} from './pane.ts';
import {
  atPlaceNear,
  atStep,
  atVolume,
  inSameVolume,
  volumeOf,
  nearestSlice,
  sliceStep,
  stepOf,
  whereIs,
  type SeriesShape,
  type Station3d,
  type ShapeOf,
} from './series-shape.ts';
import {
  acrossFollows,
  beside,
  besideCursor,
  isInRow,
  pathAfter,
  pathPaneOf,
  withoutPane,
  withPath,
  type Path,
  type PathAct,
} from './path.ts';
import { wayBetween, type Space, type Way } from './ways.ts';

export type Tool = ViewTool | 'crosshair' | 'window-region' | 'path' | DrawnKind | MaskTool;

export interface Links {
  position: boolean;
  zoom: boolean;
  /** Panes of the same series. */
  window: boolean;
}

export interface Layout {
  rows: number;
  columns: number;
  /** The first pane takes all rows of the first column, which is wider. */
  hasLarge?: true;
}

export function panesOf({ rows, columns, hasLarge }: Layout): number {
  return hasLarge ? rows * (columns - 1) + 1 : rows * columns;
}

/** A series that a pane may show, with the slice that it begins with. */
export interface Offer {
  series: string;
  slice: number;
}

/** A workstation: panes in rows and columns, and what they share. */
export interface Station {
  layout: Layout;
  /** Row by row; as many as the layout has places. */
  panes: readonly Pane[];
  active: number;
  /** Only the active pane is shown, over the whole area. */
  isFull: boolean;
  /** Null: nobody has chosen one. A mouse then sets the window, and a finger walks through the slices. */
  tool: Tool | null;
  links: Links;
  /** The point that the crosshair marks, with the frame of reference and the series in which it was set. */
  cursor: { point: Vector; frameOfReference: string; series: string } | null;
  /** One for all panes; null: none was drawn. */
  path: Path | null;
  /** Registrations of the study. Unless they are used, only the frame of reference says what belongs together. */
  registrations: { ways: readonly Way[]; areUsed: boolean };
}

export type StationAct =
  | { act: 'activate'; pane: number }
  | { act: 'layout'; layout: Layout; offers: readonly Offer[] }
  | { act: 'three-planes' }
  /** As a saved layout says. */
  | { act: 'arrange'; layout: Layout; panes: readonly Pane[]; links: Links }
  /** The places of the slices of a series are known: panes that wait for planes through it show them. */
  | { act: 'planes-known'; series: string }
  | { act: 'show-series'; pane: number; series: string; slice: number }
  /** Another series at the same place of the screen: one that is computed from that of the pane, or back. */
  | { act: 'show-instead'; pane: number; series: string; slice: number; keepsWindow: boolean }
  | { act: 'show-as'; pane: number; show: Exclude<Show, 'path'> }
  | { act: 'full' }
  | { act: 'tool'; tool: Tool }
  | { act: 'link'; link: keyof Links }
  | { act: 'align' }
  /** What the panes show now belongs together, whatever was set before. */
  | { act: 'link-here' }
  /** A pane is moved against another one, which stays. */
  | { act: 'move-link'; pane: number; against: number; byMm: number }
  | { act: 'registered'; ways: readonly Way[] }
  | { act: 'use-registrations'; areUsed: boolean }
  | { act: 'walk'; pane: number; by: number; isRound?: boolean }
  | { act: 'walk-to'; pane: number; to: number }
  /** Through the volumes of a series over time or with several b-values. */
  | { act: 'walk-volume'; pane: number; by: number }
  | { act: 'point-at'; pane: number; point: Vector }
  /** The crosshair goes over the picture of a pane by so many mm on the screen. */
  | { act: 'move-cursor'; pane: number; right: number; below: number }
  /** What has happened in another window of the same session. */
  | { act: 'cursor-elsewhere'; cursor: NonNullable<Station['cursor']> }
  | { act: 'position-elsewhere'; space: Space; place: Station3d }
  | { act: 'window-elsewhere'; series: string; window: ViewWindow }
  | { act: 'tool-elsewhere'; tool: Tool }
  /** At a point of a series that no pane needs to show. */
  | { act: 'point-in'; series: string; point: Vector }
  /** Surfaces of segments, and a volume: in a pane beside the active one, or no longer. */
  | { act: 'show-3d'; volume: VolumeLook | null }
  | { act: 'volume'; pane: number; volume: VolumeLook | null }
  | { act: 'cut'; pane: number; cut: Cut3d | null }
  | { act: 'turned-3d'; pane: number; facing: Facing }
  | { act: 'turn-others'; pane: number; radians: number }
  | { act: 'window'; pane: number; window: ViewWindow }
  | { act: 'invert' | 'reset' | 'fit' | 'turn' | 'flip-sideways' | 'flip-upright' | 'smooth'; pane: number }
  /** Colours of a PET series. */
  | { act: 'colours'; pane: number; isInverted: boolean; isHot: boolean }
  /** Another series over that of the pane; null: none. */
  | { act: 'fuse'; pane: number; fused: Fused | null }
  /** A look that was stored with the images. */
  | { act: 'present'; pane: number; look: Pick<Pane, 'quarters' | 'isFlipped' | 'isInverted'> & Partial<Pick<Pane, 'window'>> }
  | { act: 'slab'; pane: number; slab: PaneSlab | null }
  | { act: 'pan'; pane: number; dx: number; dy: number }
  | { act: 'zoom'; pane: number; factor: number; at: { x: number; y: number } }
  | { act: 'restore'; station: Station }
  | PathAct;

export function firstStation(): Station {
  return {
    layout: { rows: 1, columns: 1 },
    panes: [EMPTY_PANE],
    active: 0,
    isFull: false,
    tool: null,
    links: { position: true, zoom: true, window: true },
    cursor: null,
    path: null,
    registrations: { ways: [], areUsed: true },
  };
}

/** Every change of a workstation. Slices and planes stay within their series, whatever is asked for (PREV-002). */
export function stationAfter(station: Station, act: StationAct, shapeOf: ShapeOf): Station {
  const next = changed(station, act, shapeOf);
  return next === station ? station : acrossFollows(next, { shapeOf, ways: usedWays(next) });
}

function changed(station: Station, act: StationAct, shapeOf: ShapeOf): Station {
  switch (act.act) {
    case 'activate':
      return act.pane === station.active || act.pane >= station.panes.length ? station : { ...station, active: act.pane };
    case 'layout':
      return withLayout(station, act.layout, act.offers);
    case 'three-planes':
      return threePlanes(station, shapeOf);
    case 'arrange':
      return { ...station, layout: act.layout, panes: act.panes, links: act.links, active: 0, isFull: false };
    case 'planes-known':
      return planesKnown(station, act.series, shapeOf);
    case 'show-series':
      return withPane({ ...station, active: act.pane }, act.pane, () => ({ ...EMPTY_PANE, series: act.series, slice: act.slice }));
    case 'show-instead':
      return withPane(station, act.pane, (pane) => shownInstead(pane, act));
    case 'show-as':
      return withPane(station, act.pane, (pane) => showAs(pane, act.show, station, shapeOf));
    case 'full':
      return { ...station, isFull: !station.isFull };
    case 'tool':
    case 'tool-elsewhere':
      return { ...station, tool: act.tool };
    case 'link':
      return { ...station, links: { ...station.links, [act.link]: !station.links[act.link] } };
    case 'align':
      return isLinkedByHand(station) ? withoutOffsets(station) : linkedHere(station, shapeOf);
    case 'link-here':
      return linkedHere({ ...station, links: { ...station.links, position: true } }, shapeOf);
    case 'move-link':
      return linkMoved(station, act, shapeOf);
    case 'registered':
      return withRegistrations(station, { ...station.registrations, ways: act.ways }, shapeOf);
    case 'use-registrations':
      return withRegistrations(station, { ...station.registrations, areUsed: act.areUsed }, shapeOf);
    case 'walk':
      return walked(station, act, shapeOf);
    case 'walk-to':
      return moveTo(station, act.pane, act.to, shapeOf);
    case 'walk-volume':
      return walkedVolume(station, act, shapeOf);
    case 'point-at':
      return pointedAt(station, act, shapeOf);
    case 'point-in': {
      const shape = shapeOf(act.series);
      return shape === null
        ? station
        : withCursor(station, act.point, { series: act.series, frameOfReference: shape.frameOfReference }, shapeOf);
    }
    case 'cursor-elsewhere': {
      const { point, ...space } = act.cursor;
      return withCursor(station, point, space, shapeOf);
    }
    case 'position-elsewhere':
      return station.links.position ? followed(station, { ...act, offsetMm: null }, shapeOf) : station;
    case 'window-elsewhere':
      return station.links.window ? withWindowOf(station, act.series, act.window) : station;
    case 'show-3d':
      return with3d(station, act.volume);
    case 'volume':
      return withPane(station, act.pane, (pane) => ({ ...pane, volume: act.volume }));
    case 'cut':
      return withPane(station, act.pane, (pane) => ({ ...pane, cut: act.cut }));
    case 'turned-3d':
      return withPane(station, act.pane, (pane) => ({ ...pane, facing3d: act.facing }));
    case 'turn-others':
      return othersTurned(station, act, shapeOf);
    case 'window':
      return withWindow(station, act.pane, act.window);
    case 'invert':
      return withPane(station, act.pane, (pane) => ({ ...pane, isInverted: !pane.isInverted }));
    case 'fuse':
      return withPane(station, act.pane, (pane) => ({ ...pane, fused: act.fused }));
    case 'colours':
      return withPane(station, act.pane, (pane) => ({ ...pane, isInverted: act.isInverted, isHot: act.isHot }));
    case 'reset':
      return withPane(station, act.pane, resetView);
    case 'fit':
      return withPlace(station, act.pane, () => FITTED, shapeOf);
    case 'turn':
      return withPane(station, act.pane, (pane) => ({ ...pane, quarters: (pane.quarters + 1) % 4 }));
    case 'flip-sideways':
      return withPane(station, act.pane, flippedSideways);
    case 'flip-upright':
      return withPane(station, act.pane, flippedUpright);
    case 'smooth':
      return withPane(station, act.pane, (pane) => ({ ...pane, isSmooth: !pane.isSmooth }));
    case 'present':
      return withPane(station, act.pane, (pane) => ({ ...pane, ...act.look }));
    case 'slab':
      return withPane(station, act.pane, (pane) => ({ ...pane, slab: act.slab }));
    case 'pan':
      return withPlace(station, act.pane, (place) => ({ ...place, x: place.x + act.dx, y: place.y + act.dy }), shapeOf);
    case 'zoom':
      return withPlace(station, act.pane, (place) => zoomedAt(place, act.factor, act.at), shapeOf);
    case 'restore':
      return { ...act.station, tool: station.tool, registrations: station.registrations };
    case 'move-cursor': {
      const pane = station.panes[act.pane];
      const shape = pane?.series ? shapeOf(pane.series) : null;
      const point = pane && shape && besideCursor(pane, cursorFor(station, pane, shape), act, shapeOf);
      return point ? pointedAt(station, { act: 'point-at', pane: act.pane, point }, shapeOf) : station;
    }
    default:
      return pathAfter(station, act, { shapeOf, ways: usedWays(station) });
  }
}

function withPane(station: Station, at: number, change: (pane: Pane) => Pane): Station {
  const pane = station.panes[at];
  if (pane === undefined) return station;
  const next = change(pane);
  return next === pane ? station : { ...station, panes: station.panes.with(at, next) };
}

function shownInstead(pane: Pane, { series, slice, keepsWindow }: StationAct & { act: 'show-instead' }): Pane {
  const { fused, window } = pane;
  return {
    ...pane,
    ...{ series, slice, show: 'stored', point: null, turned: null, slab: null, path: null, followsPath: null, waitsFor: null },
    window: keepsWindow ? window : 'stored',
    fused: fused?.series === series ? null : fused,
  };
}

/** The active pane comes first, then the others. New ones show series that are not shown yet. */
function withLayout(station: Station, layout: Layout, offers: readonly Offer[]): Station {
  const count = panesOf(layout);
  const kept = [station.panes[station.active]!, ...station.panes.filter((_, at) => at !== station.active)].slice(0, count);
  const rest = offers.filter(({ series }) => !kept.some((pane) => pane.series === series));
  const panes = Array.from({ length: count }, (_, at) => kept[at] ?? { ...EMPTY_PANE, ...rest[at - kept.length] });
  return { ...station, layout, panes, active: 0, isFull: false };
}

/** Axial, sagittal and coronal planes of the active series, through the cursor or its middle. */
function threePlanes(station: Station, shapeOf: ShapeOf): Station {
  const pane = station.panes[station.active];
  const shape = pane?.series ? shapeOf(pane.series) : null;
  if (!pane || !shape?.hasPlanes) return station;
  const point = whereIs(pane, shape)?.point ?? null;
  const planes = (['axial', 'sagittal', 'coronal'] as const).map((show): Pane => ({
    ...resetView(pane),
    window: pane.window,
    ...NOT_3D,
    path: null,
    followsPath: null,
    show,
    point,
  }));
  const cursor = point && { point, frameOfReference: shape.frameOfReference, series: pane.series! };
  return { ...station, layout: { rows: 2, columns: 2, hasLarge: true }, panes: planes, active: 0, isFull: false, cursor };
}

function showAs(pane: Pane, show: Exclude<Show, 'path'>, station: Station, shapeOf: ShapeOf): Pane {
  const shape = pane.series === null ? null : shapeOf(pane.series);
  if (!shape || (show !== 'stored' && !shape.hasPlanes)) return pane;
  const point = cursorFor(station, pane, shape) ?? whereIs(pane, shape)?.point ?? null;
  const slice = point === null ? pane.slice : (nearestSlice(shape, point)?.slice ?? pane.slice);
  const slab = show === 'stored' ? null : pane.slab;
  return { ...pane, show, turned: null, path: null, followsPath: null, waitsFor: null, slab, point, slice, place: FITTED };
}

function planesKnown(station: Station, series: string, shapeOf: ShapeOf): Station {
  if (!station.panes.some((pane) => pane.series === series && pane.waitsFor !== null)) return station;
  const panes = station.panes.map((pane) => {
    const { waitsFor } = pane;
    if (pane.series !== series || waitsFor === null) return pane;
    const shown = showAs(pane, waitsFor.show, station, shapeOf);
    return shown === pane ? { ...pane, waitsFor: null } : { ...shown, slab: waitsFor.slab };
  });
  return { ...station, panes };
}

function cursorFor(station: Station, pane: Pane, shape: SeriesShape): Vector | null {
  const { cursor } = station;
  const way = cursor && wayBetween(usedWays(station), cursor, spaceOf(pane, shape));
  return way && pointThrough(way, cursor.point);
}

/** Of the registrations, those that say what belongs together now. */
export const usedWays = ({ registrations: { ways, areUsed } }: Pick<Station, 'registrations'>): readonly Way[] =>
  areUsed ? ways : NO_WAYS;
const NO_WAYS: readonly Way[] = [];

/** The path lies where it is known now, and the others go to where the active pane is. */
function withRegistrations(station: Station, registrations: Station['registrations'], shapeOf: ShapeOf): Station {
  const changed = { ...station, registrations };
  const next = withPath(changed, changed.path, { shapeOf, ways: usedWays(changed) });
  const leader = next.panes[next.active];
  const leads = leader !== undefined && leader.path === null && leader.followsPath === null;
  return next.links.position && leads && leader.series && shapeOf(leader.series) ? othersFollow(next, next.active, shapeOf) : next;
}

function walked(station: Station, { pane: at, by, isRound = false }: StationAct & { act: 'walk' }, shapeOf: ShapeOf): Station {
  const pane = station.panes[at];
  const shape = pane?.series ? shapeOf(pane.series) : null;
  if (!pane || !shape) return station;
  const along = pane.followsPath === null ? -1 : pathPaneOf(station);
  if (along >= 0) return walked(station, { act: 'walk', pane: along, by, isRound }, shapeOf);
  const step = stepOf(pane, shape);
  return moveTo(station, at, isRound ? (step.at + by + step.count) % step.count : step.at + by, shapeOf);
}

function walkedVolume(station: Station, { pane: at, by }: StationAct & { act: 'walk-volume' }, shapeOf: ShapeOf): Station {
  return withPane(station, at, (pane) => {
    const shape = pane.series === null ? null : shapeOf(pane.series);
    const volume = shape && volumeOf(pane, shape);
    return volume ? atVolume(pane, shape, volume.at + by) : pane;
  });
}

function moveTo(station: Station, at: number, to: number, shapeOf: ShapeOf): Station {
  const pane = station.panes[at];
  const shape = pane?.series ? shapeOf(pane.series) : null;
  if (!pane || !shape) return station;
  if (pane.followsPath !== null && pathPaneOf(station) >= 0) return acrossTo(station, at, to, shapeOf);
  const next = atStep(pane, shape, to);
  if (next === pane) return station;
  const own = { ...station, panes: station.panes.with(at, next) };
  if (next.path !== null) return movedAlong(own, at, shapeOf);
  return station.links.position ? othersFollow(own, at, shapeOf) : own;
}

/** The plane across the path goes along it: from its first and last place to the ends, else by as many steps, which are those of the path. */
function acrossTo(station: Station, at: number, to: number, shapeOf: ShapeOf): Station {
  const along = pathPaneOf(station);
  const [shape, pathShape] = [at, along].map((one) => shapeOf(station.panes[one]!.series!));
  if (!shape || !pathShape) return station;
  const [own, path] = [stepOf(station.panes[at]!, shape), stepOf(station.panes[along]!, pathShape)];
  const place = to <= 0 ? 0 : to >= own.count - 1 ? path.count - 1 : path.at + to - own.at;
  return moveTo(station, along, place, shapeOf);
}

/** The crosshair goes with the position on the path, and the other panes with it. */
function movedAlong(station: Station, at: number, shapeOf: ShapeOf): Station {
  const pane = station.panes[at]!;
  const shape = shapeOf(pane.series!)!;
  const { point } = whereIs(pane, shape)!;
  const space = spaceOf(pane, shape);
  return station.links.position ? withCursor(station, point, space, shapeOf, at) : { ...station, cursor: { point, ...space } };
}

/** Of parallel planes: cos 15 degrees. */
const PARALLEL = 0.966;
export const areParallel = (a: Vector, b: Vector): boolean => Math.abs(dot(a, b)) >= PARALLEL;

/** Parallel panes go to the same position in the patient; those with an offset set by hand keep it. */
function othersFollow(station: Station, at: number, shapeOf: ShapeOf): Station {
  const leader = station.panes[at]!;
  const leaderShape = shapeOf(leader.series!)!;
  const place = whereIs(leader, leaderShape);
  if (place === null) return station;
  return followed(station, { place, space: spaceOf(leader, leaderShape), offsetMm: leader.offsetMm }, shapeOf, at);
}

/** All panes but one follow what may be in another window, where no offset is known. */
function followed(
  station: Station,
  { place: where, space, offsetMm }: { place: Station3d; space: Space; offsetMm: number | null },
  shapeOf: ShapeOf,
  but: number | null = null,
): Station {
  const panes = station.panes.map((pane, index) => {
    const shape = pane.series === null ? null : shapeOf(pane.series);
    const own = shape && whereIs(pane, shape);
    if (index === but || !shape || !own || pane.path !== null || pane.followsPath !== null) return pane;
    const byHand = pane.offsetMm === null || offsetMm === null ? null : pane.offsetMm - offsetMm;
    const way = byHand === null ? wayBetween(usedWays(station), space, spaceOf(pane, shape)) : IDENTITY;
    if (way === null) return pane;
    if (!areParallel(own.normal, directionThrough(way, where.normal))) return pane;
    return atPoint(pane, shape, moved(pointThrough(way, where.point), upOf(where.normal), byHand ?? 0));
  });
  return { ...station, panes };
}

export const spaceOf = (pane: Pane, { frameOfReference }: SeriesShape): Space => ({ series: pane.series!, frameOfReference });

/** The pane with the plane or the slice nearest to a point. A stored slice is shown only if the point is within the series. */
function atPoint(pane: Pane, shape: SeriesShape, point: Vector): Pane {
  if (pane.path !== null) return atPlaceNear(pane, point);
  if (facingOf(pane) !== null) return { ...pane, point };
  const nearest = nearestSlice(shape, point);
  if (!nearest || nearest.mm > Math.max(sliceStep(shape), 1)) return pane;
  const slice = inSameVolume(pane, shape, nearest.slice);
  return slice === pane.slice ? pane : { ...pane, slice };
}

/** Of both directions along a normal the one to the left, to the back or to the head: an offset means the same, whichever pane it is seen from. */
function upOf(normal: Vector): Vector {
  const largest = normal.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  return largest < 0 ? [-normal[0], -normal[1], -normal[2]] : normal;
}

const isLinkedByHand = ({ panes }: Station): boolean => panes.some(({ offsetMm }) => offsetMm !== null);

function withoutOffsets(station: Station): Station {
  return { ...station, panes: station.panes.map((pane) => (pane.offsetMm === null ? pane : { ...pane, offsetMm: null })) };
}

/** What the panes show now belongs together: they keep these distances from the active one. */
function linkedHere(station: Station, shapeOf: ShapeOf): Station {
  const leader = station.panes[station.active]!;
  const leaderShape = leader.series === null ? null : shapeOf(leader.series);
  const where = leaderShape && whereIs(leader, leaderShape);
  if (!where) return station;
  const panes = station.panes.map((pane, at) => {
    const shape = pane.series === null ? null : shapeOf(pane.series);
    const own = shape && whereIs(pane, shape);
    if (!own || !areParallel(own.normal, where.normal)) return pane.offsetMm === null ? pane : { ...pane, offsetMm: null };
    return { ...pane, offsetMm: at === station.active ? 0 : dot(minus(own.point, where.point), upOf(where.normal)) };
  });
  return { ...station, panes };
}

/** Panes that were linked in another way are linked by hand first, as they are. */
function linkMoved(station: Station, { pane: at, against, byMm }: StationAct & { act: 'move-link' }, shapeOf: ShapeOf): Station {
  const isByHand = station.panes[at]?.offsetMm != null && station.panes[against]?.offsetMm != null;
  const linked = isByHand && station.links.position ? station : stationAfter(station, { act: 'link-here' }, shapeOf);
  if (linked.panes[at]?.offsetMm == null || linked.panes[against]?.offsetMm == null) return station;
  return othersFollow(
    withPane(linked, at, (pane) => ({ ...pane, offsetMm: pane.offsetMm! + byMm })),
    against,
    shapeOf,
  );
}

function pointedAt(station: Station, { pane: at, point }: StationAct & { act: 'point-at' }, shapeOf: ShapeOf): Station {
  const leader = station.panes[at];
  const leaderShape = leader?.series ? shapeOf(leader.series) : null;
  if (!leader || !leaderShape) return station;
  const own = leader.path === null ? station : { ...station, panes: station.panes.with(at, atPlaceNear(leader, point)) };
  return withCursor(own, point, spaceOf(leader, leaderShape), shapeOf, at);
}

/** All panes of the space but one go to the point. In the plane across the path each point is at the position, which stays. */
function withCursor(station: Station, point: Vector, space: Space, shapeOf: ShapeOf, but: number | null = null): Station {
  const isAcross = but !== null && station.panes[but]!.followsPath !== null;
  const panes = station.panes.map((pane, index) => {
    if (pane.followsPath !== null || (isAcross && pane.path !== null)) return pane;
    const shape = pane.series === null ? null : shapeOf(pane.series);
    const way = index === but || !shape ? null : wayBetween(usedWays(station), space, spaceOf(pane, shape));
    return way === null ? pane : atPoint(pane, shape!, pointThrough(way, point));
  });
  return { ...station, panes, cursor: { point, ...space } };
}

/** In the last pane that is not active, or in a second one. A pane that was added for it goes with it. */
function with3d(station: Station, volume: VolumeLook | null): Station {
  const { panes, active } = station;
  const at = panes.findIndex(({ is3d }) => is3d);
  if (at >= 0) {
    if (panes[at]!.isAddedFor3d && isInRow(station)) return withoutPane(station, at);
    return withPane({ ...station, isFull: station.isFull && at !== active }, at, (pane) => ({ ...pane, ...NOT_3D }));
  }
  return beside(station, (before) => ({ ...(before ?? resetView(panes[0]!)), is3d: true, isAddedFor3d: before === null, volume }));
}

/** The other planes of the same series turn around the cursor, about the normal of this pane: they become oblique. */
function othersTurned(station: Station, { pane: at, radians }: StationAct & { act: 'turn-others' }, shapeOf: ShapeOf): Station {
  const leader = station.panes[at];
  const shape = leader?.series ? shapeOf(leader.series) : null;
  const where = leader && shape && whereIs(leader, shape);
  if (!where) return station;
  const panes = station.panes.map((pane, index) => {
    const facing = facingOf(pane);
    if (index === at || facing === null || pane.followsPath !== null || pane.series !== leader.series) return pane;
    return { ...pane, turned: turned(facing, where.normal, radians) };
  });
  return { ...station, panes };
}

function withWindow(station: Station, at: number, window: ViewWindow): Station {
  const series = station.panes[at]?.series ?? null;
  const panes = station.panes.map((pane, index) =>
    index === at || (station.links.window && series !== null && pane.series === series) ? { ...pane, window } : pane,
  );
  return { ...station, panes };
}

/** In every pane that shows a series. */
function withWindowOf(station: Station, series: string, window: ViewWindow): Station {
  return { ...station, panes: station.panes.map((pane) => (pane.series === series ? { ...pane, window } : pane)) };
}

/** Linked panes that look in the same direction move and zoom together. */
function withPlace(station: Station, at: number, change: (place: Place) => Place, shapeOf: ShapeOf): Station {
  const leader = station.panes[at];
  if (leader === undefined) return station;
  const place = change(leader.place);
  const normal = normalOfPane(leader, shapeOf);
  const panes = station.panes.map((pane, index) => {
    if (index === at) return { ...pane, place };
    const other = station.links.zoom && normal ? normalOfPane(pane, shapeOf) : null;
    return other && normal && areParallel(other, normal) ? { ...pane, place } : pane;
  });
  return { ...station, panes };
}

/** Along a path there is none: its picture has nothing in common with others that are zoomed. */
function normalOfPane(pane: Pane, shapeOf: ShapeOf): Vector | null {
  if (pane.path !== null) return null;
  const shape = pane.series === null ? null : shapeOf(pane.series);
  return shape && (whereIs(pane, shape)?.normal ?? null);
}
