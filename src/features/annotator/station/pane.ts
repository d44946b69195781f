import type { Vector } from '#model/pictures/geometry.ts';
import { AXIAL, CORONAL, SAGITTAL, type Facing } from '#model/pictures/image-plane.ts';
import type { ViewWindow } from '#ui/viewer/types.ts';
import { FITTED, type Place } from '#ui/viewer/view-place.ts';

export type PlaneShow = 'axial' | 'coronal' | 'sagittal';

/** What shows a series: its stored slices, planes through its volume, or its volume along a path. */
export type Show = 'stored' | PlaneShow | 'path';

/** Values of several planes as one: the largest, the smallest or the mean through a thickness. */
export interface PaneSlab {
  show: 'max' | 'min' | 'mean';
  thicknessMm: number;
}

/** A series that is shown over the picture of another, at the same places. */
export interface Fused {
  /** UUID. */
  series: string;
  window: ViewWindow;
  /** 0 to 1. */
  opacity: number;
}

/** How the volume of a series is shown in 3D. */
export interface VolumeLook {
  /** UUID. */
  series: string;
  /** The largest value along the view, or colours and opacities that add up. */
  show: 'max' | 'rendered';
  /** Of the maximum, and where no curve is chosen. */
  window: ViewWindow;
  isInverted: boolean;
  isHot: boolean;
  /** ID of the curve of colours and opacities; null: by the window. */
  curve: string | null;
  /** What opacities are multiplied with: of a curve, they are those of 1 mm. */
  density: number;
}

/** A plane before which nothing is drawn in 3D. */
export interface Cut3d {
  /** Away from where it was looked from. Length 1, patient coordinates. */
  normal: Vector;
  /** 0: before everything, 1: behind everything. */
  depth: number;
}

/** A path, and how it is looked at. */
export interface PanePath {
  /** In the coordinates of the series of the pane: the same list while nobody changes the path. */
  points: readonly Vector[];
  /** About the path. */
  degrees: number;
  /** The position, along the path. */
  atMm: number;
  /** Of the picture, across the path. */
  widthMm: number;
  /** What the pane shows again afterwards; null: it was added for the path, and goes with it. */
  before: Pane | null;
}

/** One pane of a workstation. It knows nothing of the others. */
export interface Pane {
  /** UUID; null: empty. */
  series: string | null;
  show: Show;
  /** Of the stored slices, from 0. */
  slice: number;
  /** A point of the plane, mm in patient coordinates; null: the middle of the volume. */
  point: Vector | null;
  /** A plane that was turned; null: as `show` says. */
  turned: Facing | null;
  slab: PaneSlab | null;
  /** Not null if it shows its series along a path. */
  path: PanePath | null;
  /** Its plane is across the path, at the position of the pane along it. */
  followsPath: Pick<PanePath, 'before'> | null;
  /** Planes that a layout asks for while it is not known whether the series has them; null: none. */
  waitsFor: { show: PlaneShow; slab: PaneSlab | null } | null;
  window: ViewWindow;
  isInverted: boolean;
  /** PET in the colours of hot iron. */
  isHot: boolean;
  fused: Fused | null;
  isSmooth: boolean;
  place: Place;
  /** Quarter turns to the right. */
  quarters: number;
  /** Left and right are exchanged, before it is turned. */
  isFlipped: boolean;
  /** mm along the normal between this pane and where the others are, set by hand; null: the frame of reference alone decides what is linked. */
  offsetMm: number | null;
  /** Surfaces of segments and a volume are shown in place of its picture, which is here again afterwards. */
  is3d: boolean;
  /** The pane was added for it, and goes with it. */
  isAddedFor3d: boolean;
  /** With the surfaces; null: none. */
  volume: VolumeLook | null;
  cut: Cut3d | null;
  /** From where it is looked at in 3D. */
  facing3d: Facing;
}

/** What a pane has of a view in 3D while it shows none. */
export const NOT_3D: Pick<Pane, 'is3d' | 'isAddedFor3d' | 'volume' | 'cut' | 'facing3d'> = {
  is3d: false,
  isAddedFor3d: false,
  volume: null,
  cut: null,
  facing3d: CORONAL,
};

export const EMPTY_PANE: Pane = {
  series: null,
  show: 'stored',
  slice: 0,
  point: null,
  turned: null,
  slab: null,
  path: null,
  followsPath: null,
  waitsFor: null,
  window: 'stored',
  isInverted: false,
  isHot: false,
  fused: null,
  isSmooth: true,
  place: FITTED,
  quarters: 0,
  isFlipped: false,
  offsetMm: null,
  ...NOT_3D,
};

const FACINGS = { axial: AXIAL, coronal: CORONAL, sagittal: SAGITTAL } as const;

/** Directions of the plane; null for stored slices, which have their own, and along a path, which has one for each place. */
export function facingOf({ show, turned }: Pick<Pane, 'show' | 'turned'>): Facing | null {
  return show === 'stored' || show === 'path' ? null : (turned ?? FACINGS[show]);
}

export function in3dOf({ is3d, isAddedFor3d, volume, cut, facing3d }: Pane): Pick<Pane, keyof typeof NOT_3D> {
  return { is3d, isAddedFor3d, volume, cut, facing3d };
}

export function resetView(pane: Pane): Pane {
  const { series, show, slice, point, offsetMm, fused, path, followsPath } = pane;
  const turned = followsPath === null ? null : pane.turned;
  const kept = { series, show, slice, point, turned, offsetMm, fused, followsPath, ...in3dOf(pane) };
  return { ...EMPTY_PANE, ...kept, path: path && { ...path, degrees: 0 } };
}

/** Up and down exchanged is left and right exchanged and half a turn. */
export function flippedUpright(pane: Pane): Pane {
  return { ...pane, isFlipped: !pane.isFlipped, quarters: (pane.quarters + 2) % 4 };
}

/** Left and right as they are on the screen, however the picture is turned. */
export function flippedSideways(pane: Pane): Pane {
  return pane.quarters % 2 === 0 ? { ...pane, isFlipped: !pane.isFlipped } : flippedUpright(pane);
}

/** The picture's letters at the edges of the screen. */
export function shownLetters<T extends { left: string; right: string; top: string; bottom: string }>(
  { left, right, top, bottom }: T,
  { quarters, isFlipped }: Pick<Pane, 'quarters' | 'isFlipped'>,
): { left: string; right: string; top: string; bottom: string } {
  const around = isFlipped ? [top, left, bottom, right] : [top, right, bottom, left];
  const at = (edge: number): string => around[(edge - quarters + 8) % 4]!;
  return { top: at(0), right: at(1), bottom: at(2), left: at(3) };
}
