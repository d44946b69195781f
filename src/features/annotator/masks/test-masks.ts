import type { Grid } from '#contract/grids.ts';
import { boundsOf, countVoxels, emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { applyChange, changeBetween, type Change } from '#imaging/mask/bits/change.ts';
import { sampleBits } from '#imaging/mask/bits/sample-bits.ts';
import { readPlane } from '#imaging/mask/bits/slices.ts';
import { countIslands } from '#imaging/mask/tools/regions/islands.ts';
import { erase, paint } from '#imaging/mask/tools/shapes/brush.ts';
import { fillPolygon } from '#imaging/mask/tools/shapes/polygon.ts';
import { gridSize, sliceSpaceOf, voxelSpaceOf, voxelVolumeMl, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { holdingSegments } from '#workers/masks/holding-segments.ts';
import type { Previewed } from '#workers/masks/compute/computation.ts';
import { changedVoxels, computedChange } from '#workers/masks/compute/computed-change.ts';
import type {
  ConflictOnSlice,
  DrawnGesture,
  Drawn,
  Gesture,
  ImportChoice,
  Imported,
  ImportRead,
  ImportRequest,
  MaskConflict,
  MaskCopied,
  EarlierState,
  MaskExport,
  MaskExported,
  MaskHistory,
  MaskNews,
  Masks,
  MaskSource,
  Preview,
  Rearrangement,
  ShapeOfSegment,
  Restored,
  ShownState,
  Uptake,
} from '#workers/masks/types.ts';
import { changesOf } from '#workers/masks/rearrange.ts';
import type { PlaneOfSeries } from '#workers/voxels/types.ts';

type Layers = ReadonlyMap<string, Bits>;

/** Bits in memory, drawn by the engine. The slices of the series are in the order of the grid. It answers at once, or when `answer` is called. */
export class TestMasks implements Masks {
  source: MaskSource | null = null;
  readonly gestures: { segment: string; gesture: Gesture; locked: readonly string[] }[] = [];
  readonly settled: [string, string][] = [];
  readonly rearranged: { what: Rearrangement; locked: readonly string[] }[] = [];
  /** What the next gestures are refused with. */
  refuses: Exclude<Drawn, { ok: true }>['why'] | null = null;
  conflicts: MaskConflict[] = [];
  /** What is asked for as a preview, and the answer. */
  readonly previewed: { what: Previewed; where: PlaneOfSeries }[] = [];
  preview: Preview = { ok: true, shown: null };
  asked = 0;
  readonly exports: MaskExport[] = [];
  exported: MaskExported = { ok: false, why: 'empty' };
  readonly reads: ImportRequest[] = [];
  /** What is read of files, and what is taken of it. */
  read: ImportRead = { ok: false, why: 'empty' };
  readonly taken: ImportChoice[] = [];
  onServer = 0;
  image: Awaited<ReturnType<Masks['imageOf']>> = { ok: false, why: 'no-values' };
  /** What was shown and restored, and the answers. */
  readonly shown: (EarlierState | null)[] = [];
  showing: ShownState = { ok: true };
  restored: Restored = { ok: true, restored: [], locked: [], gone: [] };
  history: MaskHistory = { actions: [], hasMore: false };
  isManual = false;
  readonly #waiting: { of: 'stroke' | 'picture'; answer: () => void }[] = [];
  #layers: Layers = new Map();
  #undo: Layers[] = [];
  #redo: Layers[] = [];
  #version = 0;
  #onNews: (news: MaskNews) => void = () => undefined;

  async openMask(source: MaskSource, _: number, onNews: (news: MaskNews) => void): Promise<MaskNews> {
    [this.source, this.#onNews] = [source, onNews];
    return this.#news();
  }

  closeMask(): void {
    this.source = null;
  }

  async draw(_: string, segment: string, gesture: Gesture, locked: readonly string[]): Promise<Drawn> {
    this.gestures.push({ segment, gesture, locked });
    await this.#turn('stroke');
    if (this.refuses !== null) return { ok: false, why: this.refuses };
    if (locked.includes(segment)) return { ok: false, why: 'locked' };
    const bits = this.#layers.get(segment) ?? emptyBits(gridSize(this.source!.grid));
    this.#undo.push(this.#layers);
    this.#redo = [];
    const change = await this.#changeOf(segment, gesture);
    const changed = gesture.tool === 'compute' || 'before' in gesture ? { changed: changedVoxels(bits, change) } : {};
    return { ...this.#become(new Map(this.#layers).set(segment, applyChange(bits, change))), ...changed };
  }

  /** No series has values here. */
  async #changeOf(segment: string, gesture: Gesture): Promise<Change> {
    const { grid } = this.source!;
    if ('before' in gesture) return changeBetween(gesture.before, gesture.after);
    if (gesture.tool !== 'compute') return changeOf(grid, gesture);
    const values = { valuesOf: async () => null, rescaleOf: async () => null };
    const computed = await computedChange(gesture.what, { grid, segments: this.#layers, segment, values, goesOn: () => true });
    if (!computed.ok) throw new Error(computed.why);
    return computed.change;
  }

  async previewOf(_: string, what: Previewed, where: PlaneOfSeries): Promise<Preview> {
    this.previewed.push({ what, where });
    await this.#turn('picture');
    return this.preview;
  }

  async rearrange(_: string, what: Rearrangement, locked: readonly string[]): Promise<Drawn> {
    this.rearranged.push({ what, locked });
    if (this.refuses !== null) return { ok: false, why: this.refuses };
    const size = gridSize(this.source!.grid);
    const layers = new Map(this.#layers);
    for (const { segment, change } of changesOf(what, this.#layers, size))
      layers.set(segment, applyChange(layers.get(segment) ?? emptyBits(size), change));
    this.#undo.push(this.#layers);
    return this.#become(layers);
  }

  async uptakeOf(): Promise<Uptake | null> {
    return null;
  }

  async countIslands(_: string, segment: string): Promise<number> {
    const bits = this.#layers.get(segment);
    return bits ? countIslands(bits) : 0;
  }

  async shapeOf(_: string, segment: string): Promise<ShapeOfSegment | null> {
    if (this.source === null) return null;
    const { grid } = this.source;
    return { bits: this.#layers.get(segment) ?? emptyBits(gridSize(grid)), space: voxelSpaceOf(grid) };
  }

  async imageOf(): ReturnType<Masks['imageOf']> {
    return this.image;
  }

  async undo(): Promise<Drawn> {
    this.#redo.push(this.#layers);
    return this.#become(this.#undo.pop()!);
  }

  async redo(): Promise<Drawn> {
    this.#undo.push(this.#layers);
    return this.#become(this.#redo.pop()!);
  }

  async settle(_: string, conflict: string, how: 'take' | 'leave'): Promise<Drawn> {
    this.settled.push([conflict, how]);
    this.conflicts = this.conflicts.filter(({ uuid }) => uuid !== conflict);
    return this.#become(this.#layers);
  }

  async conflictOn(): Promise<ConflictOnSlice | null> {
    return null;
  }

  async segmentsOn(_: string, where: PlaneOfSeries) {
    this.asked += 1;
    const layers = this.#layers;
    await this.#turn('picture');
    return [...layers]
      .map(([segment, bits]) => ({ segment, ...planeOf(bits, this.source!.grid, where) }))
      .filter(({ mask }) => mask.includes(1));
  }

  async readImport(_: string, request: ImportRequest): Promise<ImportRead> {
    this.reads.push(request);
    return this.read;
  }

  dropImport(): void {
    this.read = { ok: false, why: 'cancelled' };
  }

  diceWithImport = async () => null;

  async takeImport(_: string, choice: ImportChoice, beforeStored: () => Promise<void>): Promise<Imported> {
    this.taken.push(choice);
    if (this.refuses !== null) return { ok: false, why: this.refuses };
    await beforeStored();
    return { ok: true };
  }

  async copyMask(): Promise<MaskCopied> {
    return { ok: false, why: 'empty' };
  }

  async historyOf(_: string, most: number): Promise<MaskHistory> {
    return { ...this.history, actions: this.history.actions.slice(0, most) };
  }

  async showAt(_: string, state: EarlierState | null): Promise<ShownState> {
    this.shown.push(state);
    return this.showing;
  }

  async restore(): Promise<Restored> {
    return this.restored;
  }

  async exportMask(_: string, request: MaskExport, onPart: (part: number) => void): Promise<MaskExported> {
    this.exports.push(request);
    onPart(0.5);
    return this.exported;
  }

  /** The oldest question of a kind is answered, and what follows from it has happened. */
  async answer(of: 'stroke' | 'picture'): Promise<void> {
    const at = this.#waiting.findIndex((one) => one.of === of);
    if (at >= 0) this.#waiting.splice(at, 1)[0]!.answer();
    await new Promise((resolve) => setTimeout(resolve));
  }

  voxels(segment: string): number {
    const bits = this.#layers.get(segment);
    return bits ? countVoxels(bits) : 0;
  }

  /** Bits of a slice. */
  slice(segment: string, slice: number): Uint8Array {
    return readPlane(this.#layers.get(segment) ?? emptyBits(gridSize(this.source!.grid)), 2, slice).mask;
  }

  #turn(of: 'stroke' | 'picture'): Promise<void> {
    return this.isManual ? new Promise((answer) => void this.#waiting.push({ of, answer })) : Promise.resolve();
  }

  #become(layers: Layers): Drawn {
    this.#layers = layers;
    this.#version += 1;
    this.#onNews(this.#news());
    return { ok: true };
  }

  readonly #versions = new Map<string, { bits: Bits; version: number }>();
  #versionOf(uuid: string, bits: Bits): number {
    const known = this.#versions.get(uuid);
    if (known?.bits === bits) return known.version;
    this.#versions.set(uuid, { bits, version: this.#version });
    return this.#version;
  }

  #news(): MaskNews {
    const { segmentation, grid } = this.source!;
    const space = voxelSpaceOf(grid);
    const holding = holdingSegments(this.#layers);
    const segments = [...this.#layers].map(([uuid, bits]) => {
      const voxels = countVoxels(bits);
      const bounds = boundsOf(bits);
      const slices = bounds === null ? [] : [[bounds.from[2], bounds.to[2]] as const];
      const ml = space && voxels * voxelVolumeMl(space);
      return {
        ...{ uuid, version: this.#versionOf(uuid, bits), voxels, ml, slices },
        middle: bounds && middleOf(bounds),
        holdsOthers: holding.has(uuid),
      };
    });
    const { conflicts } = this;
    return {
      ...{ segmentation, version: this.#version, segments, onServer: this.onServer, unsent: this.#undo.length, aside: [], conflicts },
      ...{ canUndo: this.#undo.length > 0, canRedo: this.#redo.length > 0 },
    };
  }
}

function middleOf({ from, to }: NonNullable<ReturnType<typeof boundsOf>>): [number, number, number] {
  return [0, 1, 2].map((axis) => Math.floor((from[axis]! + to[axis]!) / 2)) as [number, number, number];
}

function changeOf(grid: Grid, gesture: DrawnGesture): Change {
  if (gesture.tool === 'polygon') return fillPolygon(gridSize(grid), gesture.polygon, gesture.mode);
  const slice = Math.round(gesture.path[0]![2]);
  const space: VoxelSpace = voxelSpaceOf(grid) ?? { ...sliceSpaceOf(grid, slice)!, size: gridSize(grid) };
  return (gesture.tool === 'paint' ? paint : erase)(space, { brush: gesture.brush, path: gesture.path });
}

function planeOf(bits: Bits, grid: Grid, where: PlaneOfSeries) {
  return 'slice' in where ? readPlane(bits, 2, where.slice) : sampleBits(bits, voxelSpaceOf(grid)!, where.plane);
}

/** Three slices of so many pixels of 1 mm in each direction, 2 mm apart. */
export function testSource(side: number): MaskSource {
  return {
    ...{ study: 'study', segmentation: 'zones', gridHash: 'hash', isExclusive: false },
    grid: {
      version: 1,
      planes: [{ columns: side, rows: side, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '2.25.1' }],
      slices: [0, 1, 2].map((at) => ({ sop: `2.25.${at}`, frame: 0, plane: 0, position: [0, 0, at * 2] })),
      step: [0, 0, 2],
      noVolume: null,
    },
  };
}
