import { LIMITS } from '#contract/limits.ts';
import { emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { sampleBits } from '#imaging/mask/bits/sample-bits.ts';
import { readPlane, type MaskPlane } from '#imaging/mask/bits/slices.ts';
import { countIslands } from '#imaging/mask/tools/regions/islands.ts';
import type { Uptake } from '#imaging/mask/statistics/uptake.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { planeSize, voxelSpaceOf } from '#model/grids/voxel-space.ts';
import type { PlaneOfSeries } from '#workers/voxels/types.ts';
import type {
  Agreed,
  AgreedMask,
  ComparedNews,
  ComparedOnPlane,
  ComparedPair,
  ComparedShapes,
  ComparedSource,
  ComparedWhere,
  MaskComparisons,
} from './compare/compare-types.ts';
import { ComparedMasks } from './compare/compared-masks.ts';
import type { ConflictOnSlice } from './conflict-on.ts';
import { croppedPlane } from './cropped-plane.ts';
import { exportMask } from './export-mask.ts';
import type { ImageOfMask } from './export-parts.ts';
import type { MaskExport, MaskExported } from './export-types.ts';
import type { Previewed } from './compute/computation.ts';
import type { EarlierState, MaskHistory, Restored, RestoreRights, ShownState } from './history/history-types.ts';
import type { ImportChoice, Imported, ImportRead, ImportRequest, MaskCopied, MaskCopy } from './import/import-types.ts';
import { MaskImports, type OverlayPorts } from './import/mask-imports.ts';
import type { ImageOfGrid } from './compute/image-of-grid.ts';
import type { Rescale } from './compute/values-in-range.ts';
import type { MadeSnapshot } from './mask-snapshot.ts';
import { OpenMask } from './open-mask.ts';
import type {
  Drawn,
  Gesture,
  MaskNews,
  Masks,
  MaskSource,
  NoMask,
  Preview,
  Rearrangement,
  SegmentOnPlane,
  ShapeOfSegment,
} from './types.ts';

/** The open series whose slices are drawn on. */
export interface SeriesOfMask {
  /** Its grid, once all slices have been read: hash, and the number in it of each stored slice. */
  readonly grid: { hash: string; slices: readonly number[] } | null;
  /** SOP instance UID (empty for NIfTI) and frame of a stored slice; null if it cannot be read. */
  nameOf(slice: number): Promise<{ sop: string; frame: number } | null>;
  /** Stored values of a slice, row by row; null if they cannot be read. */
  valuesOf(slice: number): Promise<ArrayLike<number> | null>;
  /** Of a stored slice; null if it cannot be read. `file`: to the values of the files, where uptake is shown. */
  rescaleOf(slice: number, of?: 'file'): Promise<Rescale | null>;
}

interface StudyMasksPorts {
  userId: number;
  opened(): Promise<{ db: LocalDb; device: DeviceKey }>;
  /** Null once it is closed. */
  series(seriesId: number): SeriesOfMask | null;
  /** A stored slice of an open series in full resolution; null if it cannot be read. */
  imageOf(seriesId: number, slice: number): Promise<ImageOfMask | null>;
  /** Numbers of which snapshots are made; for tests. */
  snapshotEvery?: number;
  /** Where segmentations that arrived with the study are read; without it, none. */
  overlays?: OverlayPorts;
}

interface Opened {
  mask: OpenMask;
  source: MaskSource;
  seriesId: number;
}

const CLOSED: Drawn = { ok: false, why: 'closed' };
const NOTHING_SHOWN: Preview = { ok: true, shown: null };

/** The segmentations that are open in a workstation. */
export class StudyMasks implements Masks, MaskComparisons {
  readonly #ports: StudyMasksPorts;
  readonly #tab = crypto.randomUUID();
  readonly #opened = new Map<string, Opened>();
  readonly #imports: MaskImports;
  readonly #compared: ComparedMasks;

  constructor(ports: StudyMasksPorts) {
    this.#ports = ports;
    const opened = (segmentation: string): Opened | null => this.#opened.get(segmentation) ?? null;
    const another = (source: MaskSource, onNews: (news: MaskNews) => void = () => undefined): Promise<OpenMask> =>
      this.#maskOf(source, -1, onNews);
    this.#imports = new MaskImports({ overlays: ports.overlays ?? null, opened, another });
    this.#compared = new ComparedMasks({ opened, another });
  }

  async openMask(source: MaskSource, seriesId: number, onNews: (news: MaskNews) => void): Promise<MaskNews | NoMask> {
    const { segmentation } = source;
    const mask = await this.#maskOf(source, seriesId, onNews);
    this.closeMask(segmentation);
    const opened = { mask, source, seriesId };
    this.#opened.set(segmentation, opened);
    const answer = await mask.open();
    if ('noMask' in answer && this.#opened.get(segmentation) === opened) this.#opened.delete(segmentation);
    return answer;
  }

  async #maskOf(source: MaskSource, seriesId: number, onNews: (news: MaskNews) => void): Promise<OpenMask> {
    const { userId } = this.#ports;
    const { db, device } = await this.#ports.opened();
    const stored = (number: number): { series: SeriesOfMask; slice: number } | null => {
      const series = this.#ports.series(seriesId);
      const slice = series?.grid?.hash === source.gridHash ? series.grid.slices.indexOf(number) : -1;
      return slice < 0 ? null : { series: series!, slice };
    };
    const valuesOf = async (number: number): Promise<ArrayLike<number> | null> => {
      const found = stored(number);
      return found && found.series.valuesOf(found.slice);
    };
    const rescaleOf = async (number: number, of?: 'file'): Promise<Rescale | null> => {
      const found = stored(number);
      return found && found.series.rescaleOf(found.slice, of);
    };
    const { snapshotEvery = LIMITS.maskSnapshotEvery } = this.#ports;
    return new OpenMask(source, { db, device, userId, tab: this.#tab, snapshotEvery, valuesOf, rescaleOf }, onNews);
  }

  /** What this device can hand in; null if there is nothing, or the segmentation is closed. Takes a moment: asked for when nobody draws. */
  async maskSnapshot(segmentation: string): Promise<MadeSnapshot | null> {
    return this.#opened.get(segmentation)?.mask.snapshot() ?? null;
  }

  closeMask(segmentation: string): void {
    this.#opened.get(segmentation)?.mask.close();
    this.#opened.delete(segmentation);
    this.#imports.drop(segmentation);
  }

  readImport(segmentation: string, request: ImportRequest, onPart: (part: number) => void): Promise<ImportRead> {
    return this.#imports.read(segmentation, request, onPart);
  }

  dropImport(segmentation: string): void {
    this.#imports.drop(segmentation);
  }

  diceWithImport(segmentation: string, of: { reading: string; key: number; segment: string }): Promise<number | null> {
    return this.#imports.diceWith(segmentation, of);
  }

  takeImport(segmentation: string, choice: ImportChoice, beforeStored: () => Promise<void>): Promise<Imported> {
    return this.#imports.take(segmentation, choice, beforeStored);
  }

  copyMask(segmentation: string, copy: MaskCopy, beforeStored: () => Promise<void>): Promise<MaskCopied> {
    return this.#imports.copy(segmentation, copy, beforeStored);
  }

  openCompared(key: string, compared: ComparedSource, onNews: (news: ComparedNews) => void): Promise<ComparedNews | NoMask> {
    return this.#compared.openCompared(key, compared, onNews);
  }

  closeCompared(key: string): void {
    this.#compared.closeCompared(key);
  }

  comparedShapes(pair: ComparedPair): Promise<ComparedShapes> {
    return this.#compared.comparedShapes(pair);
  }

  comparedOn(pair: ComparedPair, where: ComparedWhere): Promise<ComparedOnPlane | null> {
    return this.#compared.comparedOn(pair, where);
  }

  storeAgreed(agreed: AgreedMask, beforeStored: (segments: readonly string[]) => Promise<void>): Promise<Agreed> {
    return this.#compared.storeAgreed(agreed, beforeStored);
  }

  async draw(segmentation: string, segment: string, gesture: Gesture, locked: readonly string[]): Promise<Drawn> {
    return this.#opened.get(segmentation)?.mask.draw(segment, gesture, locked) ?? CLOSED;
  }

  async rearrange(segmentation: string, what: Rearrangement, locked: readonly string[]): Promise<Drawn> {
    return this.#opened.get(segmentation)?.mask.rearrange(what, locked) ?? CLOSED;
  }

  async countIslands(segmentation: string, segment: string): Promise<number> {
    const bits = (await this.#opened.get(segmentation)?.mask.drawnState())?.segments.get(segment);
    return bits === undefined ? 0 : countIslands(bits);
  }

  async shapeOf(segmentation: string, segment: string): Promise<ShapeOfSegment | null> {
    const opened = this.#opened.get(segmentation);
    const state = (await opened?.mask.drawnState()) ?? null;
    if (opened === undefined || state === null) return null;
    const { grid } = opened.source;
    // Slices without a regular step make no volume, although each has a place.
    const space = grid.noVolume === null ? voxelSpaceOf(grid) : null;
    return { bits: state.segments.get(segment) ?? emptyBits(state.size), space };
  }

  async imageOf(segmentation: string): Promise<ImageOfGrid | { ok: false; why: 'closed' }> {
    return this.#opened.get(segmentation)?.mask.image() ?? { ok: false, why: 'closed' };
  }

  async uptakeOf(segmentation: string, segment: string): Promise<Uptake | null> {
    return (await this.#opened.get(segmentation)?.mask.uptake(segment)) ?? null;
  }

  async undo(segmentation: string, locked: readonly string[]): Promise<Drawn> {
    return this.#opened.get(segmentation)?.mask.undo(locked) ?? CLOSED;
  }

  async redo(segmentation: string, locked: readonly string[]): Promise<Drawn> {
    return this.#opened.get(segmentation)?.mask.redo(locked) ?? CLOSED;
  }

  async settle(segmentation: string, conflict: string, how: 'take' | 'leave', locked: readonly string[]): Promise<Drawn> {
    return this.#opened.get(segmentation)?.mask.settle(conflict, how, locked) ?? CLOSED;
  }

  async conflictOn(segmentation: string, conflict: string): Promise<ConflictOnSlice | null> {
    return this.#opened.get(segmentation)?.mask.conflictOn(conflict) ?? null;
  }

  async historyOf(segmentation: string, most: number): Promise<MaskHistory | null> {
    return this.#opened.get(segmentation)?.mask.history(most) ?? null;
  }

  async showAt(segmentation: string, state: EarlierState | null): Promise<ShownState> {
    return this.#opened.get(segmentation)?.mask.showAt(state) ?? { ok: false, why: 'closed' };
  }

  async restore(segmentation: string, state: EarlierState, rights: RestoreRights): Promise<Restored> {
    return this.#opened.get(segmentation)?.mask.restore(state, rights) ?? { ok: false, why: 'closed' };
  }

  async segmentsOn(segmentation: string, where: PlaneOfSeries): Promise<SegmentOnPlane[]> {
    const opened = this.#opened.get(segmentation);
    if (opened === undefined) return [];
    const toPlane = await this.#planeReader(opened, where);
    const state = opened.mask.shownState;
    if (toPlane === null || state === null) return [];
    return [...state.segments].flatMap(([segment, bits]) => {
      const { width, height, mask } = toPlane(bits);
      return mask.includes(1) ? [{ segment, width, height, mask }] : [];
    });
  }

  async exportMask(segmentation: string, request: MaskExport, onPart: (part: number) => void): Promise<MaskExported> {
    const opened = this.#opened.get(segmentation);
    const state = (await opened?.mask.drawnState()) ?? null;
    if (opened === undefined || state === null) return { ok: false, why: 'closed' };
    const { source, seriesId } = opened;
    const imageOf = async (number: number): Promise<ImageOfMask | null> => {
      const slices = this.#ports.series(seriesId)?.grid ?? null;
      const slice = slices?.hash === source.gridHash ? slices.slices.indexOf(number) : -1;
      return slice < 0 ? null : this.#ports.imageOf(seriesId, slice);
    };
    return exportMask({ grid: source.grid, segments: state.segments, imageOf }, request, onPart);
  }

  async previewOf(segmentation: string, what: Previewed, where: PlaneOfSeries): Promise<Preview> {
    const opened = this.#opened.get(segmentation);
    const toPlane = opened && (await this.#planeReader(opened, where));
    if (!toPlane) return NOTHING_SHOWN;
    const shown = await this.#shownOf(opened!, what, where);
    if (shown === null) return NOTHING_SHOWN;
    const found = await opened!.mask.preview(shown);
    return found.ok ? { ok: true, shown: toPlane(found.bits) } : found;
  }

  /** Of a threshold only the slice that is looked at is computed; null if it sets nothing there, or it is no slice. */
  async #shownOf({ source, seriesId }: Opened, what: Previewed, where: PlaneOfSeries): Promise<Previewed | null> {
    if (what.do !== 'threshold') return what;
    const series = this.#ports.series(seriesId);
    const slice = series && 'slice' in where ? await numberInGrid(series, source, where.slice) : null;
    return slice === null || (what.slice !== null && what.slice !== slice) ? null : { ...what, slice };
  }

  /** Null if the place is not on the grid. */
  async #planeReader({ source, seriesId }: Opened, where: PlaneOfSeries): Promise<((bits: Bits) => MaskPlane) | null> {
    const { grid } = source;
    if ('plane' in where) {
      const space = voxelSpaceOf(grid);
      return space && ((bits) => sampleBits(bits, space, where.plane));
    }
    const series = this.#ports.series(seriesId);
    const slice = series && (await numberInGrid(series, source, where.slice));
    if (slice === null) return null;
    const [width, height] = planeSize(grid, slice);
    return (bits) => croppedPlane(readPlane(bits, 2, slice), width, height);
  }
}

/** Until all slices are read, a slice is found by its name. */
async function numberInGrid(series: SeriesOfMask, { grid, gridHash }: MaskSource, slice: number): Promise<number | null> {
  if (series.grid !== null) return series.grid.hash === gridHash ? (series.grid.slices[slice] ?? null) : null;
  const name = await series.nameOf(slice);
  const number = name === null ? -1 : grid.slices.findIndex(({ sop, frame }) => sop === name.sop && frame === name.frame);
  return number < 0 ? null : number;
}
