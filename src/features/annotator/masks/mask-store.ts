import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import type { MaskPen } from '#contract/mask-company.ts';
import type { Line } from '#model/overlays/graphic.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import type {
  Computation,
  ConflictOnSlice,
  Drawn,
  EarlierState,
  Gesture,
  ImageOfGrid,
  MaskExport,
  MaskExported,
  MaskHistory,
  MaskNews,
  Masks,
  MaskSource,
  Previewed,
  Rearrangement,
  ShapeOfSegment,
  Restored,
  ShownState,
  Uptake,
} from '#workers/masks/types.ts';
import type { Bits } from '#workers/inference/types.ts';
import type { PlaneOfSeries } from '#workers/voxels/types.ts';
import { FIRST_LOOK, type LayerLook } from '#features/annotator/overlays/layer-look.ts';
import { ComputePreview } from './compute/compute-preview.ts';
import type { ComputeTool } from './compute/compute-tools.ts';
import { LiveMask, type Stamp } from './live-mask.ts';
import { refusedText, sparedText } from './mask-texts.ts';
import { FIRST_OPTIONS, type ToolOptions } from './mask-tools.ts';
import { PlaneMasks } from './plane-masks.ts';
import type { DrawnSegment } from './study-segmentations.ts';

/** What is known of the bits. `grid`, `damaged`: see `NoMask`. */
export type MaskStatus = 'none' | 'opening' | 'open' | 'grid' | 'damaged' | 'failed';

export interface OpenMask {
  source: MaskSource;
  /** The series that it is drawn on, and its number in the worker. */
  series: string;
  seriesId: number;
}

export interface MaskState {
  status: MaskStatus;
  mask: OpenMask | null;
  news: MaskNews | null;
  segments: readonly DrawnSegment[];
  mayEdit: boolean;
  current: string | null;
  locked: ReadonlySet<string>;
  hidden: ReadonlySet<string>;
  /** Of segments that somebody has changed. */
  looks: ReadonlyMap<string, LayerLook>;
  options: ToolOptions;
  /** The chosen tool that computes. */
  computeTool: ComputeTool | null;
  /** Why nothing can be drawn in a pane. */
  refusal: { pane: number; why: string } | null;
  /** A polygon that is being drawn, or stored. In pixels of the picture. */
  polygon: Polygon | null;
  /** Nothing is drawn while it is shown. */
  earlier: ShownEarlier | null;
}

interface Polygon {
  key: string;
  points: readonly (readonly [number, number])[];
  isStored: boolean;
}

/** An earlier state that is shown, and its words: when it was, and what it is called. */
export interface ShownEarlier {
  state: EarlierState;
  title: string;
}

/** A picture that is drawn on. */
export interface Target {
  pane: number;
  /** Of the picture (`keyOf`). */
  key: string;
  where: PlaneOfSeries;
  width: number;
  height: number;
  /** Null where lengths are not known: then only polygons can be drawn. */
  pixelMm: Stamp['pixelMm'] | null;
  toVoxel(point: { x: number; y: number }): Voxel;
  /** Values in the unit of the series, if only some may be drawn on. */
  within: { low: number; high: number } | null;
  isAllowed: Stamp['isAllowed'];
}

/** A segment as it is to be drawn on a picture. */
export interface ShownMask {
  segment: string;
  colour: string;
  look: LayerLook;
  lines: readonly Line[];
  /** Not drawn yet: what a computation would set. */
  isPreview?: true;
  /** Where the pen of somebody else is: not kept yet. */
  isOthers?: true;
  /** A preview with a light fill. */
  isFilled?: true;
}

/** A part of the way of the pen, in voxels. `stroke`: from when it is put down until it is lifted. */
export type PenPart = Omit<MaskPen, 'segmentation'>;

interface Stroke {
  uuid: string;
  target: Target;
  segment: string;
  isErase: boolean;
  options: ToolOptions;
  live: LiveMask;
  path: { x: number; y: number }[];
}

/** Strokes that were sent, until the picture is known with them. */
interface Sent {
  live: LiveMask;
  pending: number;
  /** The generation of pictures that have them; null while they are being stored. */
  shownFrom: number | null;
}

const OUTER_LOOK: LayerLook = { ...FIRST_LOOK, drawn: 'outline' };

export type MaskStore = ReturnType<typeof createMaskStore>;

/** The open segmentation of a workstation: its segments on the pictures, and what is drawn at the moment. `say`: why something outside of a pane was refused. */
export function createMaskStore(masks: Masks, say: (why: string) => void) {
  let state: MaskState = {
    ...{ status: 'none', mask: null, news: null, segments: [], mayEdit: false, current: null },
    ...{ locked: new Set(), hidden: new Set(), looks: new Map(), options: FIRST_OPTIONS, computeTool: null },
    ...{ refusal: null, polygon: null, earlier: null },
  };
  const listeners = new Set<() => void>();
  let planes: PlaneMasks | null = null;
  const preview = new ComputePreview(masks, () => become({}));
  let stroke: Stroke | null = null;
  const sent = new Map<string, Sent>();
  let pending = 0;
  let chosen: string | null = null;
  let onDrawn = (): void => undefined;
  let onPen: (part: PenPart) => void = () => undefined;

  function become(part: Partial<MaskState>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  const liveKey = (key: string, segment: string): string => `${segment} ${key}`;

  async function open(mask: OpenMask): Promise<void> {
    close();
    const { segmentation } = mask.source;
    const own = new PlaneMasks(
      (where) => masks.segmentsOn(segmentation, where),
      () => become({}),
    );
    planes = own;
    become({ status: 'opening', mask });
    const isOwn = (): boolean => planes === own;
    const learn = (news: MaskNews): void => {
      if (!isOwn()) return;
      if (news.version !== state.news?.version) own.outdate();
      become({ news });
    };
    try {
      const answer = await masks.openMask(mask.source, mask.seriesId, learn);
      if (!isOwn()) return;
      if ('noMask' in answer) return become({ status: answer.noMask });
      learn(answer);
      become({ status: 'open' });
    } catch (error) {
      reportError(error);
      if (isOwn()) become({ status: 'failed' });
    }
  }

  function close(): void {
    if (state.mask !== null) masks.closeMask(state.mask.source.segmentation);
    preview.show('', null);
    planes?.end();
    planes = null;
    stroke = null;
    sent.clear();
    become({ status: 'none', mask: null, news: null, computeTool: null, polygon: null, refusal: null, earlier: null });
  }

  async function answerOf(act: () => Promise<Drawn>): Promise<Drawn | { ok: false; why: 'failed' }> {
    pending += 1;
    const answer = await act().catch((error: unknown) => {
      reportError(error);
      return { ok: false, why: 'failed' } as const;
    });
    pending -= 1;
    return answer;
  }

  /** Sends what was asked for, and says why it was refused. */
  async function carryOut(pane: number | null, act: () => Promise<Drawn>): Promise<boolean> {
    const answer = await answerOf(act);
    if (answer.ok && pane !== null && answer.spared !== undefined) become({ refusal: { pane, why: sparedText(answer.spared) } });
    if (answer.ok) return true;
    if (pane === null) say(refusedText(answer.why));
    else become({ refusal: { pane, why: refusedText(answer.why) } });
    return false;
  }

  function gestureOf({ target, isErase, options, path }: Stroke): Gesture {
    const shape = options.shape === 'sphere' ? ({ kind: 'sphere' } as const) : ({ kind: 'disc', axis: 2 } as const);
    return {
      tool: isErase ? 'erase' : 'paint',
      brush: { shape, radiusMm: options.radiusMm },
      path: path.map((point) => target.toVoxel(point)),
      within: target.within,
    };
  }

  function tellPen({ uuid, target, segment, isErase, options: { shape, radiusMm } }: Stroke, way: Stroke['path'], isEnd: boolean): void {
    const points = way.map((point): [number, number, number] => [...target.toVoxel(point)]);
    onPen({ stroke: uuid, segment, tool: isErase ? 'erase' : 'paint', shape, radiusMm, points, isEnd });
  }

  async function send(pane: number, segment: string, gesture: Gesture): Promise<void> {
    const segmentation = state.mask!.source.segmentation;
    onDrawn();
    await carryOut(pane, () => masks.draw(segmentation, segment, gesture, [...state.locked]));
  }

  /** What a segment looks like on a picture, with strokes that the worker has not shown yet. */
  function linesOf(key: string, segment: string, generation: number): readonly Line[] | null {
    if (stroke !== null && stroke.target.key === key && stroke.segment === segment) return stroke.live.lines;
    const own = sent.get(liveKey(key, segment));
    if (own === undefined) return null;
    if (own.shownFrom === null || generation < own.shownFrom) return own.live.lines;
    sent.delete(liveKey(key, segment));
    return null;
  }

  /** Until somebody changes it, what holds other segments is an outline, so that they are seen. */
  function lookOf(uuid: string): LayerLook {
    const holdsOthers = state.news?.segments.find((one) => one.uuid === uuid)?.holdsOthers ?? false;
    return state.looks.get(uuid) ?? (holdsOthers ? OUTER_LOOK : FIRST_LOOK);
  }

  const colourOf = ({ color }: DrawnSegment, place: number): string => color ?? SEGMENT_COLOURS[place % SEGMENT_COLOURS.length]!.value;

  function drawn(target: Target, segment: string): LiveMask {
    const { key, width, height } = target;
    const before = sent.get(liveKey(key, segment))?.live ?? planes?.peek(key)?.segments.find((one) => one.segment === segment) ?? null;
    return new LiveMask(width, height, before?.width === width && before.height === height ? before.mask : null);
  }

  return {
    read: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Called whenever something was drawn that can be undone. */
    whenDrawn: (listener: () => void) => void (onDrawn = listener),
    /** Called with each part of the way of the pen, and when it is lifted. */
    whenPen: (listener: (part: PenPart) => void) => void (onPen = listener),
    open,
    close,
    /** What the lists say. The current segment is the one that was chosen last, as soon as it is there, or the first. */
    know(segments: readonly DrawnSegment[], mayEdit: boolean): void {
      const shown = segments.filter(({ waits }) => waits !== 'deletion');
      const has = (wanted: string | null): boolean => shown.some(({ uuid }) => uuid === wanted);
      const current = [chosen, state.current].find(has) ?? shown[0]?.uuid ?? null;
      become({ segments: shown, mayEdit, current });
    },
    /** Also a segment that is just being added. */
    choose(segment: string): void {
      chosen = segment;
      become({ refusal: null, ...(state.segments.some(({ uuid }) => uuid === segment) && { current: segment }) });
    },
    setOptions: (options: Partial<ToolOptions>) => become({ options: { ...state.options, ...options }, refusal: null }),
    chooseCompute: (computeTool: ComputeTool | null) => become({ computeTool }),
    setFlags: (flags: Pick<MaskState, 'locked' | 'hidden'>) => become({ ...flags, refusal: null }),
    lookOf,
    changeLook(segment: string, look: Partial<LayerLook>): void {
      become({ looks: new Map(state.looks).set(segment, { ...lookOf(segment), ...look }) });
    },
    refuse: (refusal: MaskState['refusal']) => become({ refusal }),
    /** What is to be drawn on the picture of a pane, the current segment on top. */
    over(pane: number, key: string, where: PlaneOfSeries): readonly ShownMask[] {
      const known = planes?.on(pane, key, where) ?? null;
      if (planes === null) return [];
      const generation = known?.generation ?? -1;
      const all = state.segments.flatMap((segment, place): ShownMask[] => {
        const { uuid } = segment;
        const lines = linesOf(key, uuid, generation) ?? known?.segments.find((one) => one.segment === uuid)?.lines ?? [];
        if (lines.length === 0 || state.hidden.has(uuid)) return [];
        return [{ segment: uuid, colour: colourOf(segment, place), look: lookOf(uuid), lines }];
      });
      const sorted = all.toSorted((a, b) => Number(a.segment === state.current) - Number(b.segment === state.current));
      const lines = preview.on(pane, key, where);
      if (lines.length === 0 || state.current === null) return sorted;
      const look = { ...FIRST_LOOK, drawn: 'outline' as const };
      return [...sorted, { segment: state.current, colour: this.colourOf(state.current), look, lines, isPreview: true as const }];
    },
    /** Shows what a computation would set in the current segment; null: nothing any more. */
    preview: (what: Previewed | null) => preview.show(state.mask?.source.segmentation ?? '', what),
    /** Why it cannot be shown. */
    previewRefusal: () => preview.refusal,
    /** Computes the current segment. Whoever asks says what became of it. */
    async compute(what: Computation): Promise<Drawn | { ok: false; why: 'failed' }> {
      const { mask, current, locked } = state;
      if (mask === null || current === null) return { ok: false, why: 'closed' };
      const answer = await answerOf(() => masks.draw(mask.source.segmentation, current, { tool: 'compute', what }, [...locked]));
      const changed = (answer.ok && answer.changed) || { set: 0, cleared: 0 };
      if (changed.set > 0 || changed.cleared > 0) onDrawn();
      planes?.outdate();
      become({});
      return answer;
    },
    /** Makes a segment as it was corrected by clicks, or found by scribbles, which is computed from how it was before. */
    async correct(
      segment: string,
      before: Bits,
      after: Bits,
      tool: 'clicks' | 'scribbles' = 'clicks',
    ): Promise<Drawn | { ok: false; why: 'failed' }> {
      const { mask, locked } = state;
      if (mask === null) return { ok: false, why: 'closed' };
      const answer = await answerOf(() => masks.draw(mask.source.segmentation, segment, { tool, before, after }, [...locked]));
      const changed = (answer.ok && answer.changed) || { set: 0, cleared: 0 };
      if (changed.set > 0 || changed.cleared > 0) onDrawn();
      planes?.outdate();
      become({});
      return answer;
    },
    imageOf: async (): Promise<ImageOfGrid | { ok: false; why: 'closed' }> =>
      state.mask === null ? { ok: false, why: 'closed' } : masks.imageOf(state.mask.source.segmentation),
    /** Moves voxels between segments. Whoever asks says what became of it. */
    async rearrange(what: Rearrangement): Promise<Drawn | { ok: false; why: 'failed' }> {
      const { mask, locked } = state;
      if (mask === null) return { ok: false, why: 'closed' };
      const answer = await answerOf(() => masks.rearrange(mask.source.segmentation, what, [...locked]));
      if (answer.ok) onDrawn();
      planes?.outdate();
      become({});
      return answer;
    },
    countIslands: async (segment: string): Promise<number> =>
      state.mask === null ? 0 : masks.countIslands(state.mask.source.segmentation, segment),
    uptakeOf: async (segment: string): Promise<Uptake | null> =>
      state.mask === null ? null : masks.uptakeOf(state.mask.source.segmentation, segment),
    shapeOf: async (segment: string): Promise<ShapeOfSegment | null> =>
      state.mask === null ? null : masks.shapeOf(state.mask.source.segmentation, segment),
    colourOf: (uuid: string): string => {
      const place = state.segments.findIndex((one) => one.uuid === uuid);
      return place < 0 ? SEGMENT_COLOURS[0].value : colourOf(state.segments[place]!, place);
    },
    begin(target: Target, point: { x: number; y: number }, isErase: boolean): void {
      const { current: segment, options } = state;
      if (segment === null || target.pixelMm === null) return;
      stroke = { uuid: crypto.randomUUID(), target, segment, isErase, options, live: drawn(target, segment), path: [] };
      this.extend([point]);
    },
    /** The pen has moved over points of the picture. Shown at once. */
    extend(way: readonly { x: number; y: number }[]): void {
      if (stroke === null) return;
      const { target, options, isErase, path, live } = stroke;
      const stamp = { radiusMm: options.radiusMm, pixelMm: target.pixelMm!, isSet: !isErase, isAllowed: target.isAllowed };
      const before = path.length;
      for (const point of way) {
        const from = path.at(-1) ?? point;
        if (path.length > 0 && from.x === point.x && from.y === point.y) continue;
        path.push(point);
        live.stamp(from, point, stamp);
      }
      become({ refusal: null });
      // After it: it is on the screen first.
      tellPen(stroke, path.slice(before), false);
    },
    /** The stroke is stored, and stays on the picture until the worker shows it. */
    async finish(): Promise<void> {
      if (stroke === null) return;
      const done = stroke;
      const key = liveKey(done.target.key, done.segment);
      const before = sent.get(key);
      const own: Sent = { live: done.live, pending: (before?.pending ?? 0) + 1, shownFrom: null };
      sent.set(key, own);
      stroke = null;
      tellPen(done, [], true);
      await send(done.target.pane, done.segment, gestureOf(done));
      const latest = sent.get(key);
      if (latest === undefined) return become({});
      latest.pending -= 1;
      // What was refused goes with the next answer, too.
      if (latest.pending === 0) latest.shownFrom = planes?.outdate() ?? null;
      become({});
    },
    /** What was drawn since the pen was put down is forgotten. */
    drop(): void {
      if (stroke === null && state.polygon === null) return;
      if (stroke !== null) tellPen(stroke, [], true);
      stroke = null;
      become({ polygon: state.polygon?.isStored ? state.polygon : null });
    },
    showPolygon: (key: string, points: Polygon['points']) => become({ polygon: { key, points, isStored: false }, refusal: null }),
    /** The polygon is stored, and stays on the picture until the worker shows it. */
    async fillPolygon({ pane, key, toVoxel }: Target): Promise<void> {
      const { polygon, current, options } = state;
      if (polygon === null || polygon.key !== key || current === null) return become({ polygon: null });
      const stored = { ...polygon, isStored: true };
      become({ polygon: stored });
      const corners = polygon.points.map(([x, y]) => toVoxel({ x, y }));
      const index = Math.round(corners[0]![2]);
      const lines = [corners.flatMap(([x, y]) => [x, y])];
      await send(pane, current, { tool: 'polygon', polygon: { axis: 2, index, lines }, mode: options.mode });
      planes?.outdate();
      if (state.polygon === stored) become({ polygon: null });
      else become({});
    },
    /** Something was stored by another way than a tool: it can be undone, and is seen. */
    wasStored(): void {
      onDrawn();
      planes?.outdate();
      become({});
    },
    /** Shows an earlier state, or what is drawn now (null). */
    async showEarlier(earlier: ShownEarlier | null): Promise<ShownState> {
      const { mask } = state;
      if (mask === null) return { ok: false, why: 'closed' };
      this.drop();
      const answer = await masks.showAt(mask.source.segmentation, earlier?.state ?? null);
      if (!answer.ok || state.mask !== mask) return answer;
      sent.clear();
      planes?.outdate();
      become({ earlier, refusal: null });
      return answer;
    },
    /** Makes all segments as they were, and shows what is drawn now. */
    async restore(earlier: EarlierState): Promise<Restored> {
      const { mask, segments, locked } = state;
      if (mask === null) return { ok: false, why: 'closed' };
      const rights = { existing: segments.map(({ uuid }) => uuid), locked: [...locked] };
      const answer = await masks.restore(mask.source.segmentation, earlier, rights);
      if (!answer.ok || state.mask !== mask) return answer;
      become({ earlier: null, refusal: null });
      if (answer.restored.length > 0) onDrawn();
      planes?.outdate();
      become({});
      return answer;
    },
    historyOf: async (most: number): Promise<MaskHistory | null> =>
      state.mask === null ? null : masks.historyOf(state.mask.source.segmentation, most),
    async exportAs(request: MaskExport, onPart: (part: number) => void): Promise<MaskExported> {
      if (state.mask === null) return { ok: false, why: 'closed' };
      let isDone = false;
      // From a worker, how much is done can arrive after the answer.
      const tell = (part: number): void => void (isDone || onPart(part));
      try {
        return await masks.exportMask(state.mask.source.segmentation, request, tell);
      } finally {
        isDone = true;
      }
    },
    canUndo: (): boolean => state.earlier === null && (pending > 0 || (state.news?.canUndo ?? false)),
    canRedo: (): boolean => state.earlier === null && (state.news?.canRedo ?? false),
    undo: () => void (state.mask && carryOut(null, () => masks.undo(state.mask!.source.segmentation, [...state.locked]))),
    redo: () => void (state.mask && carryOut(null, () => masks.redo(state.mask!.source.segmentation, [...state.locked]))),
    conflictOn: async (conflict: string): Promise<ConflictOnSlice | null> =>
      state.mask === null ? null : masks.conflictOn(state.mask.source.segmentation, conflict),
    settle: (conflict: string, how: 'take' | 'leave') =>
      void (state.mask && carryOut(null, () => masks.settle(state.mask!.source.segmentation, conflict, how, [...state.locked]))),
  };
}
