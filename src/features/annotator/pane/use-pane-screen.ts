import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { usedWays, type Station } from '#features/annotator/station/station.ts';
import { planeThrough, wayBetween } from '#features/annotator/station/ways.ts';
import type { Difference } from '#features/annotator/compare/compare-store.ts';
import { differenceOver } from '#features/annotator/compare/difference-over.ts';
import { drawDifference } from '#features/annotator/compare/draw-difference.ts';
import { areSameMasks, drawMasks } from '#features/annotator/masks/draw-masks.ts';
import { strokeLines } from '#features/annotator/masks/company/others-strokes.ts';
import type { MaskStore, OpenMask, ShownMask } from '#features/annotator/masks/mask-store.ts';
import { whereShown } from '#features/annotator/masks/where-to-draw.ts';
import { FIRST_LOOK } from '#features/annotator/overlays/layer-look.ts';
import { keyOf, type LayerOnPicture } from '#features/annotator/overlays/overlay-store.ts';
import { isOpened } from '#features/annotator/station/series-store.ts';
import type { Pane } from '#features/annotator/station/pane.ts';
import { planeOfPane } from '#features/annotator/station/pane-plane.ts';
import { useWorkstation, type Workstation } from '#features/annotator/workstation.ts';
import { maskCompany } from '#sync/mask-company.ts';
import { pointThrough } from '#model/registrations/rigid.ts';
import { placeOn, type ImagePlane } from '#model/pictures/image-plane.ts';
import { referenceLine, type Line } from '#model/pictures/reference-line.ts';
import { FusedPicture } from '#features/annotator/fusion/fused-picture.ts';
import { wantedFusion } from '#features/annotator/fusion/wanted-fusion.ts';
import type { ViewWindow } from '#ui/viewer/types.ts';
import type { SampledPlane } from '#workers/voxels/types.ts';
import { drawPane } from './draw-pane.ts';
import { PaneScreen, type OnScreen, type ScreenState } from './pane-screen.ts';

interface Size {
  width: number;
  height: number;
}

/** Keeps the canvas of a pane as the workstation says. `state` is what is on it, and `fused` what is over it, for the words around the picture. */
export function usePaneScreen(at: number, cell: Size): PaneCanvases & { state: ScreenState; fused: SampledPlane | null } {
  const workstation = useWorkstation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const maskCanvas = useRef<HTMLCanvasElement>(null);
  const screen = useRef<PaneScreen | null>(null);
  const size = useRef(cell);
  const fusion = useRef<FusedPicture | null>(null);
  const last = useRef<Drawn | null>(null);
  const lastMasks = useRef<DrawnMasks | null>(null);
  const [state, setState] = useState<ScreenState>({ shown: null, problem: null });
  const [fused, setFused] = useState<SampledPlane | null>(null);

  const redrawMasks = useCallback(() => {
    const pane = workstation.station.read().panes[at];
    if (maskCanvas.current === null || screen.current === null || pane === undefined) return;
    const { shown } = screen.current.state;
    const isCompared = workstation.compare.read().isShown;
    const masks = isCompared ? NO_MASKS : [...masksOver(workstation, at, shown), ...workstation.proposals.over(shown)];
    const difference = isCompared ? differenceOver(workstation, at, shown) : null;
    const next: DrawnMasks = { shown, cell: size.current, laid: layOf(pane), masks, difference };
    const before = lastMasks.current;
    if (before !== null && isSameLaid(before, next) && areSameMasks(before.masks, next.masks) && before.difference === difference) return;
    lastMasks.current = next;
    const on = { cell: size.current, picture: shown?.picture ?? null, laid: pane };
    if (difference === null) drawMasks(maskCanvas.current, { ...on, masks });
    else drawDifference(maskCanvas.current, on, difference);
  }, [workstation, at]);

  const redraw = useCallback(() => {
    redrawMasks();
    const station = workstation.station.read();
    const pane = station.panes[at];
    if (canvas.current === null || screen.current === null || pane === undefined) return;
    const { shown } = screen.current.state;
    const over = shown === null ? NOTHING : linesOver(workstation, station, at, shown.picture.plane);
    const overlays = overlaysOver(workstation, at, shown);
    const on = fusion.current?.show(wantedFusion(workstation, pane, shown?.picture.plane ?? null)) ?? null;
    setFused(on?.picture ?? null);
    const fused = on && { canvas: on.canvas, opacity: pane.fused?.opacity ?? 0, window: pane.fused?.window, picture: on.picture };
    const next: Drawn = { shown, cell: size.current, laid: layOf(pane), over: JSON.stringify(over), overlays, fused };
    if (isSameDrawing(last.current, next)) return;
    last.current = next;
    drawPane(canvas.current, { cell: size.current, shown, laid: pane, isSmooth: pane.isSmooth, fused, overlays, ...over });
  }, [workstation, at, redrawMasks]);

  useEffect(() => {
    const { voxels, series, pictures, overlays, masks, clicks, scribbles, compare, proposals, station } = workstation;
    const own = new PaneScreen({
      voxels,
      series,
      pictures,
      onChange(next) {
        redraw();
        setState(next);
      },
    });
    screen.current = own;
    fusion.current = new FusedPicture(voxels, redraw);
    const show = (): void => {
      const pane = station.read().panes[at];
      if (pane === undefined) return;
      own.show(pane);
      redraw();
    };
    const unsubscribe = [
      station.subscribe(show),
      overlays.subscribe(redraw),
      masks.subscribe(redrawMasks),
      clicks.subscribe(redrawMasks),
      scribbles.subscribe(redrawMasks),
      compare.subscribe(redrawMasks),
      proposals.subscribe(redrawMasks),
      maskCompany.subscribe(redrawMasks),
      series.subscribe(() => {
        own.retry();
        redraw();
      }),
    ];
    show();
    return () => {
      for (const end of unsubscribe) end();
      own.end();
      fusion.current?.end();
      screen.current = fusion.current = null;
    };
  }, [workstation, at, redraw, redrawMasks]);

  useLayoutEffect(() => {
    size.current = cell;
    redraw();
  }, [cell, redraw]);

  const isDrawnOn = useSyncExternalStore(workstation.masks.subscribe, () => workstation.masks.read().mask !== null);
  const isCompared = useSyncExternalStore(workstation.compare.subscribe, () => workstation.compare.read().isShown);
  const isProposed = useSyncExternalStore(workstation.proposals.subscribe, () => workstation.proposals.read().isShown);
  const hasMasks = isDrawnOn || isCompared || isProposed;
  useLayoutEffect(() => {
    lastMasks.current = null;
    redrawMasks();
  }, [hasMasks, redrawMasks]);

  return { canvas, maskCanvas: hasMasks ? maskCanvas : null, state, fused };
}

function overlaysOver({ series, overlays }: Workstation, at: number, shown: OnScreen | null): readonly LayerOnPicture[] {
  const opened = shown?.of.series ? (series.peek(shown.of.series)?.opened ?? null) : null;
  return shown !== null && isOpened(opened) ? overlays.over(at, shown, opened.id) : NO_OVERLAYS;
}

interface PaneCanvases {
  canvas: React.RefObject<HTMLCanvasElement | null>;
  /** Over the other one: segments. Null: none are open, and it takes no memory. */
  maskCanvas: React.RefObject<HTMLCanvasElement | null> | null;
}

/** Segments are hidden and shown with the overlays. */
function masksOver({ series, overlays, masks, clicks, scribbles }: Workstation, at: number, shown: OnScreen | null): readonly ShownMask[] {
  const { mask } = masks.read();
  const open = shown?.of.series ? series.peek(shown.of.series) : null;
  if (mask === null || shown === null || open === null || overlays.read().areHidden) return NO_MASKS;
  const where = whereShown(mask, open, shown, series.peek(mask.series)?.frameOfReference ?? '');
  if (where === null) return NO_MASKS;
  const over = masks.over(at, keyOf(shown.of), where);
  const slice = 'slice' in where ? open.gridSlices?.[where.slice] : undefined;
  const others = 'slice' in where ? othersOver(masks, mask, slice, shown) : NO_MASKS;
  const inGrid = 'plane' in where ? where : slice === undefined ? null : { slice };
  const key = keyOf(shown.of);
  const proposed = inGrid === null ? NO_MASKS : [...clicks.over(key, inGrid), ...scribbles.over(key, inGrid)];
  return others.length + proposed.length === 0 ? over : [...over, ...others, ...proposed];
}

/** Where the pens of others are, on a stored slice. */
function othersOver(
  masks: MaskStore,
  { source }: OpenMask,
  slice: number | undefined,
  { picture: { frame } }: OnScreen,
): readonly ShownMask[] {
  const strokes = maskCompany.strokes(source.segmentation);
  if (slice === undefined || strokes.length === 0) return NO_MASKS;
  const { hidden } = masks.read();
  return strokes.flatMap((stroke): ShownMask[] => {
    const { segment } = stroke;
    const lines = hidden.has(segment) ? [] : strokeLines(stroke, source.grid, slice, { width: frame.columns, height: frame.rows });
    return lines.length === 0
      ? []
      : [{ segment, colour: masks.colourOf(segment), look: FIRST_LOOK, lines, isPreview: true, isOthers: true }];
  });
}

const NO_MASKS: readonly ShownMask[] = [];

interface DrawnMasks extends Pick<Drawn, 'shown' | 'cell' | 'laid'> {
  masks: readonly ShownMask[];
  /** Of a comparison, in place of the masks. */
  difference: Difference | null;
}

/** What the canvas was drawn from. A change elsewhere in the workstation mostly changes nothing here. */
interface Drawn {
  shown: ScreenState['shown'];
  cell: Size;
  laid: string;
  over: string;
  /** The same list while nothing has changed. */
  overlays: readonly LayerOnPicture[];
  fused: { picture: SampledPlane; opacity: number; window: ViewWindow | undefined } | null;
}

const layOf = ({ place, quarters, isFlipped, isSmooth }: Pane): string =>
  [place.zoom, place.x, place.y, quarters, isFlipped, isSmooth].join(' ');

function isSameDrawing(a: Drawn | null, b: Drawn): boolean {
  return a !== null && isSameLaid(a, b) && a.over === b.over && a.overlays === b.overlays && isSameFusion(a.fused, b.fused);
}

function isSameFusion(a: Drawn['fused'], b: Drawn['fused']): boolean {
  return a === b || (a?.picture === b?.picture && a?.opacity === b?.opacity && a?.window === b?.window);
}

function isSameLaid(a: Pick<Drawn, 'shown' | 'cell' | 'laid'>, b: Pick<Drawn, 'shown' | 'cell' | 'laid'>): boolean {
  return a.shown === b.shown && a.cell === b.cell && a.laid === b.laid;
}

const NO_OVERLAYS: readonly LayerOnPicture[] = [];

const NOTHING = { lines: [], mark: null };

/** Where the planes of the other panes cut this one, and the crosshair if it is in this plane. */
function linesOver(
  { series }: Workstation,
  station: Station,
  at: number,
  plane: ImagePlane | null,
): { lines: Line[]; mark: { x: number; y: number } | null } {
  const pane = station.panes[at]!;
  const shape = pane.series === null ? null : series.peek(pane.series);
  if (plane === null || !shape) return NOTHING;
  const space = { series: pane.series!, frameOfReference: shape.frameOfReference };
  const ways = usedWays(station);
  const lines = station.isFull
    ? []
    : station.panes.flatMap((other, index) => {
        const isShown =
          index !== at && !other.is3d && (index === station.active || (other.show !== 'stored' && other.series === pane.series));
        const otherShape = isShown && other.series !== null ? series.peek(other.series) : null;
        const way = otherShape && wayBetween(ways, { series: other.series!, frameOfReference: otherShape.frameOfReference }, space);
        const otherPlane = way && planeOfPane(other, otherShape);
        const line = otherPlane && referenceLine(plane, planeThrough(way, otherPlane));
        return line ? [line] : [];
      });
  const { cursor } = station;
  const way = cursor && wayBetween(ways, cursor, space);
  if (way === null) return { lines, mark: null };
  const { x, y, depth } = placeOn(plane, pointThrough(way, cursor!.point));
  return { lines, mark: Math.abs(depth) <= MARK_DEPTH_MM ? { x, y } : null };
}

/** A crosshair farther from the plane belongs to another slice. */
const MARK_DEPTH_MM = 5;
