import type { Series } from '#contract/study-detail.ts';
import { isNoSlice, type NoSlice } from '#model/pictures/no-slice.ts';
import type { Voxels } from '#workers/voxels/handle.ts';
import type {
  AnyPicture,
  LayerFacts,
  LayerOnPlane,
  OpenedOverlay,
  OverlayFacts,
  PlaneOfSeries,
  RefusedOverlay,
} from '#workers/voxels/types.ts';
import type { Pane } from '#features/annotator/station/pane.ts';
import { colourOf, FIRST_LOOK, type LayerLook } from './layer-look.ts';

/** A series of overlays; `opened` is null while it is read. */
export interface OverlaySeries {
  series: Series;
  opened: readonly OpenedOverlay[] | NoSlice | 'failed' | null;
}

/** A layer with everything that drawing it needs. */
export interface Layer extends LayerFacts {
  kind: OverlayFacts['kind'];
  colour: string;
}

export interface Overlays {
  series: readonly OverlaySeries[];
  layers: ReadonlyMap<string, Layer>;
  /** Of layers that somebody has changed. */
  looks: ReadonlyMap<string, LayerLook>;
  /** All of them, for a moment. */
  areHidden: boolean;
}

/** A layer on a picture, as it is to be drawn. */
export interface LayerOnPicture extends LayerOnPlane {
  layer: Layer;
  look: LayerLook;
}

/** What is shown in a pane. */
export interface ShownPicture {
  of: Pane;
  picture: AnyPicture;
}

export interface OverlayStore {
  read(): Overlays;
  /** The series of overlays that belong to a series. */
  offered(series: string): readonly Series[];
  /** What is to be drawn on a picture, in order: the same list while nothing has changed. Opens the overlays of its study, and asks for what is not known yet. */
  over(pane: number, shown: ShownPicture, seriesId: number): readonly LayerOnPicture[];
  /** What is known of the slice or plane of a pane. */
  peek(pane: Pane): readonly LayerOnPlane[] | null;
  change(layer: string, look: Partial<LayerLook>): void;
  hideOrShowAll(): void;
  /** Series have become complete on the server since pictures were drawn. */
  offersChanged(): void;
  /** Opens again what could not be reached. */
  retry(): void;
  subscribe(listener: () => void): () => void;
}

const NONE: readonly LayerOnPicture[] = [];

/** Slices and planes of which the drawing is kept. */
const MOST_DRAWN = 200;

type OverlayVoxels = Pick<Voxels, 'openOverlays' | 'overlaysOn'>;

export function createOverlayStore(voxels: OverlayVoxels, offered: (series: string) => readonly Series[]): OverlayStore {
  let overlays: Overlays = { series: [], layers: new Map(), looks: new Map(), areHidden: false };
  /** By the slice or plane. Window, zoom and the like change nothing here. */
  const drawn = new Map<string, readonly LayerOnPlane[]>();
  /** The same with layers and looks, which change less often than pictures are drawn. */
  let onPictures = new WeakMap<readonly LayerOnPlane[], readonly LayerOnPicture[]>();
  /** What each pane shows now: of what is asked for meanwhile, only the last counts. */
  const wanted = new Map<number, { key: string; seriesId: number; where: PlaneOfSeries }>();
  const listeners = new Set<() => void>();
  let [isOpening, isAsking] = [false, false];

  function change(part: Partial<Overlays>): void {
    overlays = { ...overlays, ...part };
    if (part.layers || part.looks) onPictures = new WeakMap();
    for (const listener of listeners) listener();
  }

  function setOpened(uuid: string, opened: OverlaySeries['opened']): void {
    drawn.clear();
    const series = overlays.series.map((one) => (one.series.uuid === uuid ? { ...one, opened } : one));
    change({ series, layers: layersOf(series) });
  }

  function offer(series: string): void {
    const added = offered(series).filter(({ uuid }) => overlays.series.every((one) => one.series.uuid !== uuid));
    if (added.length === 0) return;
    change({ series: [...overlays.series, ...added.map((one) => ({ series: one, opened: null }))] });
    void openAll();
  }

  /** One after the other, so that slices are read between them. */
  async function openAll(): Promise<void> {
    if (isOpening) return;
    isOpening = true;
    for (let next = unopened(); next !== undefined; next = unopened()) {
      const { uuid } = next.series;
      setOpened(uuid, await voxels.openOverlays(uuid).catch(reported('failed' as const)));
    }
    isOpening = false;
  }

  const unopened = (): OverlaySeries | undefined => overlays.series.find(({ opened }) => opened === null);

  async function askAll(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    for (let next = wanted.entries().next().value; next !== undefined; next = wanted.entries().next().value) {
      const [pane, { key, seriesId, where }] = next;
      wanted.delete(pane);
      const { layers } = overlays;
      const answer = drawn.has(key) ? null : await voxels.overlaysOn(seriesId, where).catch(reported([]));
      // Overlays that were opened meanwhile may draw more.
      if (answer !== null && layers === overlays.layers) keep(key, answer);
    }
    isAsking = false;
  }

  function keep(key: string, answer: readonly LayerOnPlane[]): void {
    drawn.set(key, answer);
    const [oldest] = drawn.keys();
    if (drawn.size > MOST_DRAWN && oldest !== undefined) drawn.delete(oldest);
    change({});
  }

  function lookAt({ id, ...known }: LayerOnPlane): LayerOnPicture[] {
    const layer = overlays.layers.get(id);
    const look = overlays.looks.get(id) ?? FIRST_LOOK;
    return layer && look.isShown ? [{ id, ...known, layer, look }] : [];
  }

  function onPicture(known: readonly LayerOnPlane[]): readonly LayerOnPicture[] {
    const found = onPictures.get(known) ?? known.flatMap(lookAt);
    onPictures.set(known, found);
    return found;
  }

  return {
    read: () => overlays,
    offered,
    over(pane, { of, picture }, seriesId) {
      offer(of.series!);
      if (overlays.layers.size === 0 || isMoving(picture) || 'mmPerPixel' in picture) return NONE;
      const key = keyOf(of);
      const known = drawn.get(key);
      if (known !== undefined) return overlays.areHidden ? NONE : onPicture(known);
      wanted.set(pane, { key, seriesId, where: 'slice' in picture ? { slice: picture.slice } : { plane: picture.plane } });
      void askAll();
      return NONE;
    },
    peek: (pane) => drawn.get(keyOf(pane)) ?? null,
    change(layer, look) {
      change({ looks: new Map(overlays.looks).set(layer, { ...(overlays.looks.get(layer) ?? FIRST_LOOK), ...look }) });
    },
    hideOrShowAll: () => change({ areHidden: !overlays.areHidden }),
    offersChanged: () => change({}),
    retry() {
      drawn.clear();
      change({ series: overlays.series.map((one) => (canRetry(one) ? { ...one, opened: null } : one)) });
      void openAll();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** While a plane moves its pixels are twice as large, and a mask would not fit them. */
export function isMoving(picture: AnyPicture): boolean {
  return 'resolution' in picture && picture.resolution < 1;
}

/** The same for panes that show the same slice or plane, whatever their window, zoom and rotation. */
export function keyOf({ series, show, slice, turned, point }: Pane): string {
  return JSON.stringify(show === 'stored' ? [series, slice] : [series, show, turned, point]);
}

function layersOf(series: readonly OverlaySeries[]): ReadonlyMap<string, Layer> {
  const all = series.flatMap(({ opened }) => factsOf(opened)).flatMap(({ kind, layers }) => layers.map((layer) => ({ ...layer, kind })));
  return new Map(all.map((layer, place) => [layer.id, { ...layer, colour: colourOf(layer, place) }]));
}

/** The overlays of a series that can be shown. */
export function factsOf(opened: OverlaySeries['opened']): OverlayFacts[] {
  if (opened === null || opened === 'failed' || isNoSlice(opened)) return [];
  return opened.flatMap((one) => ('refused' in one ? [] : [one]));
}

/** Why a series of overlays, or some of its files, cannot be shown. */
export function refusalsOf(opened: OverlaySeries['opened']): Refusal[] {
  if (opened === null) return [];
  if (opened === 'failed') return ['failed'];
  if (isNoSlice(opened)) return [opened.noPicture === 'unreachable' || opened.noPicture === 'gone' ? opened.noPicture : 'no-access'];
  return [...new Set(opened.flatMap((one) => ('refused' in one ? [one.refused] : [])))];
}

export type Refusal = RefusedOverlay['refused'] | 'failed';

export function canRetry({ opened }: OverlaySeries): boolean {
  return refusalsOf(opened).some((refusal) => refusal === 'unreachable' || refusal === 'failed');
}

/** An error that is a bug is reported once, and the page goes on without its answer. */
function reported<Instead>(instead: Instead): (error: unknown) => Instead {
  return (error) => {
    reportError(error);
    return instead;
  };
}
