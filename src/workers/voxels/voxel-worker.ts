import type { Uptake } from '#imaging/mask/statistics/uptake.ts';
import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import { transfer } from 'comlink';
import { withModalityLut } from '#imaging/render/look.ts';
import { pixelProportions } from '#imaging/render/tile-size.ts';
import { rowsAlong, type RowsInSpace } from '#imaging/volume/path-rows.ts';
import { planeThrough } from '#imaging/volume/volume-planes.ts';
import { finestSpacing, type VolumeShape } from '#imaging/volume/volume.ts';
import type { Reduction } from '#imaging/volume/box.ts';
import type { Slab } from '#imaging/volume/sample-plane.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { sliceScale } from '#model/measurements/slice-scale.ts';
import { curveThrough } from '#model/pictures/path-curve.ts';
import { orientationLetters } from '#model/pictures/orientation-letters.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { toDescribedSlice } from '#model/grids/described-slice.ts';
import type { ImageOfMask } from '#workers/masks/export-parts.ts';
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
} from '#workers/masks/compare/compare-types.ts';
import type { MaskExport, MaskExported } from '#workers/masks/export-types.ts';
import type { Previewed } from '#workers/masks/compute/computation.ts';
import type { MadeSnapshot } from '#workers/masks/mask-snapshot.ts';
import type { ImportChoice, Imported, ImportRead, ImportRequest, MaskCopied, MaskCopy } from '#workers/masks/import/import-types.ts';
import type { EarlierState, MaskHistory, Restored, RestoreRights, ShownState } from '#workers/masks/history/history-types.ts';
import { StudyMasks, type SeriesOfMask } from '#workers/masks/study-masks.ts';
import type {
  ConflictOnSlice,
  Drawn,
  Gesture,
  ImageOfGrid,
  MaskNews,
  Masks,
  MaskSource,
  NoMask,
  Preview,
  Rearrangement,
  SegmentOnPlane,
  ShapeOfSegment,
} from '#workers/masks/types.ts';
import { SeriesOpener } from '#workers/series/series-opener.ts';
import { factsOf, spacingOf } from '#workers/series/slice-facts.ts';
import type { ReadSlice } from '#workers/series/slice-reader.ts';
import type { SeriesSource, SliceField } from '#workers/series/types.ts';
import { VolumeSlices } from '#workers/series/volume-slices.ts';
import { nextMessageTask } from './next-message-task.ts';
import { BrickedVoxels } from './bricked-voxels.ts';
import { ComputedSlices } from './computed-slices.ts';
import { MOST_BYTES, NO_GRID, planeOf, SeriesVoxels } from './series-voxels.ts';
import { shownPlane } from './shown-plane.ts';
import { StandIn } from './stand-in.ts';
import { StudyOverlays } from './study-overlays.ts';
import type {
  BricksLoaded,
  ComputedSource,
  LayerOnPlane,
  OpenedOverlay,
  OpenedVoxels,
  Picture,
  PathWish,
  PlaneOfSeries,
  PlaneWish,
  SampledPath,
  SampledPlane,
  SeriesGeometry,
  SeriesProgress,
  StoredSlice,
  ValueScale,
} from './types.ts';
import { volumeBox, type VolumeBox } from './volume-box.ts';
import type { SampledValues } from './voxels-of-series.ts';
import { wholeImage, type WholeImage } from './whole-image.ts';

/** Each message of progress has the page draw its words again, while somebody may be walking through the first slices. */
const TOLD_EVERY_MS = 250;

/** Of one series; a test sets smaller ones. */
interface VoxelLimits {
  mostBytes?: number;
  cacheBytes?: number;
}

interface Opened {
  voxels: SeriesVoxels | BrickedVoxels;
  fields: (slice: number) => Promise<SliceField[] | NoSlice>;
  /** The slice that was asked for last: those around it are read first. */
  at: number;
  isReading: boolean;
  /** Of a series of files: its converted volume, for planes until they can be made of the files. */
  standIn: StandIn | null;
  /** Once all slices have been read. */
  geometry: SeriesGeometry | null;
  scale: ValueScale | null;
  onProgress: (progress: SeriesProgress) => void;
}

type GreySlice = ReadSlice & { frame: { kind: 'grey' } };

interface Sampler {
  shape: VolumeShape;
  /** Its description is that of all planes. */
  middle: GreySlice;
  /** The voxels are those of the volume that was converted from the files. */
  isConverted: boolean;
  scale: ValueScale | null;
  sample: (on: ImagePlane | RowsInSpace, slab: Slab | null) => SampledValues | null;
}

/** Holds the voxels of all series that a workstation shows, and the masks that are drawn on them. */
export class VoxelWorker implements Masks, MaskComparisons {
  readonly #opener: SeriesOpener;
  readonly #series = new Map<number, Opened>();
  readonly #overlays: StudyOverlays;
  readonly #masks: StudyMasks;
  readonly #limits: VoxelLimits;
  #last = 0;

  constructor(userId: number, limits: VoxelLimits = {}) {
    this.#limits = limits;
    this.#opener = new SeriesOpener(userId);
    this.#overlays = new StudyOverlays(this.#opener);
    this.#masks = new StudyMasks({
      userId,
      opened: () => this.#opener.opened(),
      series: (id) => this.#seriesOfMask(id),
      imageOf: (id, slice) => this.#imageOfMask(id, slice),
      overlays: { codecs: this.#opener.codecs, files: (series) => this.#opener.files(series), nextTask: nextMessageTask },
    });
  }

  /** Opens a series. All of its slices are then read, the ones around the requested one first; a volume in bricks is read where it is looked at. */
  async open(
    source: SeriesSource | ComputedSource,
    at: number,
    onProgress: (progress: SeriesProgress) => void,
    scale: ValueScale | null = null,
  ): Promise<OpenedVoxels | NoSlice> {
    if (source.of === 'computed') return this.#openComputed(source, at, onProgress);
    this.#last += 1;
    const id = this.#last;
    const bricks = source.of === 'volume' ? await this.#opener.bricks(source) : null;
    if (bricks !== null && isNoSlice(bricks)) return bricks;
    const bricked = bricks && (await BrickedVoxels.open(bricks, () => tellBricks(null), this.#limits));
    const tellBricks = (geometry: SeriesGeometry | null): void => {
      if (bricked !== null) onProgress({ id, read: bricked.slices, unreadable: 0, geometry, bricks: bricked.loaded() });
    };
    if (bricked !== null) {
      const series: Opened = {
        voxels: bricked,
        fields: () => bricked.fields(),
        at,
        isReading: false,
        standIn: null,
        geometry: null,
        scale: null,
        onProgress,
      };
      this.#series.set(id, series);
      void bricked.geometry().then((geometry) => {
        series.geometry = geometry;
        tellBricks(geometry);
      });
      return { id, slices: bricked.slices, isCine: false };
    }
    const reader = await this.#opener.open(source);
    if (isNoSlice(reader)) return reader;
    const isOwnGrid = ({ description }: ReadSlice): boolean => source.of !== 'originals' || description.type !== 'nii';
    const voxels = new SeriesVoxels(reader, { isOwnGrid, ...this.#limits });
    const fields = (slice: number): Promise<SliceField[] | NoSlice> => reader.fields(slice);
    // Of a converted volume nobody knows what its values are.
    const isVolume = reader instanceof VolumeSlices;
    const series: Opened = {
      voxels,
      fields,
      at,
      isReading: false,
      standIn: null,
      geometry: null,
      scale: isVolume ? null : scale,
      onProgress,
    };
    this.#series.set(id, series);
    void this.#readAll(id, series, voxels);
    if (source.of === 'originals' && source.bricks) void this.#openStandIn(id, series, voxels, source);
    return { id, slices: voxels.slices, isCine: voxels.isCine, ...(isVolume && { isVolume }) };
  }

  /** Its slices are computed as those of other series are read. What is read of the other one stays in memory once. */
  #openComputed({ from, recipe }: ComputedSource, at: number, onProgress: (progress: SeriesProgress) => void): OpenedVoxels | NoSlice {
    if (!(this.#series.get(from)?.voxels instanceof SeriesVoxels)) return { noPicture: 'gone' };
    const readSource = async (slice: number, other = from): Promise<ReadSlice | NoSlice> =>
      (await this.#series.get(other)?.voxels.read(slice)) ?? { noPicture: 'gone' };
    const reader = new ComputedSlices(readSource, recipe);
    this.#last += 1;
    const id = this.#last;
    const voxels = new SeriesVoxels(reader, { isOwnGrid: () => false, ...this.#limits });
    const series: Opened = {
      voxels,
      fields: () => reader.fields(),
      at,
      isReading: false,
      standIn: null,
      geometry: null,
      scale: null,
      onProgress,
    };
    this.#series.set(id, series);
    void this.#readAll(id, series, voxels);
    return { id, slices: voxels.slices, isCine: voxels.isCine };
  }

  close(id: number): void {
    const { voxels, standIn } = this.#series.get(id) ?? {};
    if (voxels instanceof BrickedVoxels) voxels.end();
    standIn?.bricks.end();
    this.#series.delete(id);
  }

  /** Shows and measures other values from now on; null: those of the files. */
  scaleValues(id: number, scale: ValueScale | null): void {
    const series = this.#series.get(id);
    if (series !== undefined) series.scale = scale;
  }

  /** Reads the slices that could not be reached before. */
  readAgain(id: number): void {
    const series = this.#series.get(id);
    if (series === undefined) return;
    const { voxels } = series;
    if (voxels instanceof BrickedVoxels) return voxels.retry();
    series.standIn?.bricks.retry();
    voxels.forgetUnreachable();
    if (!series.isReading) void this.#readAll(id, series, voxels);
  }

  /** A stored slice, or why it has no picture. */
  async slice(id: number, slice: number): Promise<StoredSlice | NoSlice> {
    const series = this.#series.get(id);
    if (series === undefined || slice < 0 || slice >= series.voxels.slices) return { noPicture: 'gone' };
    series.at = slice;
    const read = await series.voxels.read(slice);
    if (isNoSlice(read)) return read;
    // The original stays here, so a copy is transferred.
    const frame = { ...read.frame, samples: read.frame.samples.slice() } as ReadSlice['frame'];
    const { description } = read;
    const isVolume = description.type === 'nii';
    const answer: StoredSlice = {
      ...pictureOf(read, series.scale),
      frame,
      slice,
      sop: isVolume ? '' : description.sopInstanceUid,
      frameInFile: read.frameInFile,
      isLossy: description.isLossy ?? false,
      facts: factsOf(description),
      scale: sliceScale(description),
      ...(description.ultrasoundRegions && { regions: description.ultrasoundRegions }),
      ...(description.frameSubtraction && { frameSubtraction: description.frameSubtraction }),
      source: {
        seriesInstanceUid: isVolume ? '' : description.seriesInstanceUid,
        sopClassUid: isVolume ? '' : description.sopClassUid,
        frames: description.numberOfFrames,
        patientId: isVolume ? '' : description.patientId,
      },
    };
    return transfer(answer, [frame.samples.buffer as ArrayBuffer]);
  }

  /** A plane through a volume. Only for series whose geometry has no reason against it. */
  async plane(id: number, { point, facing, resolution, slab }: PlaneWish): Promise<SampledPlane | NoSlice> {
    const shape = this.#shapeOf(id);
    if (shape === null) return { noPicture: 'gone' };
    return this.#plane(id, planeThrough(shape, point, facing, resolution), slab, resolution);
  }

  /** The values of a volume at the pixels of a picture of another series. */
  async planeOn(id: number, plane: ImagePlane): Promise<SampledPlane | NoSlice> {
    return this.#plane(id, plane, null, 1);
  }

  /** A volume along a path, straightened. Only for series whose geometry has no reason against it. */
  async along(id: number, { points, degrees, widthMm, resolution, slab }: PathWish): Promise<SampledPath | NoSlice> {
    const [shape, curve] = [this.#shapeOf(id), curveThrough(points)];
    if (shape === null || curve === null) return { noPicture: 'gone' };
    const rows = rowsAlong(curve, { degrees, widthMm, mmPerPixel: finestSpacing(shape) / resolution });
    const sampled = await this.#sampled(id, rows, slab);
    if (isNoSlice(sampled)) return sampled;
    const { mmPerPixel } = rows;
    return transfer(
      { ...sampled.picture, plane: null, spacingMm: { width: mmPerPixel, by: 'patient' }, letters: null, mmPerPixel, resolution },
      [sampled.buffer],
    );
  }

  async #plane(id: number, plane: ImagePlane, slab: Slab | null, resolution: number): Promise<SampledPlane | NoSlice> {
    const shape = this.#shapeOf(id);
    const sampled = shape === null ? null : await this.#sampled(id, plane, slab);
    if (shape === null || sampled === null) return { noPicture: 'gone' };
    if (isNoSlice(sampled)) return sampled;
    const answer: SampledPlane = {
      ...sampled.picture,
      plane,
      spacingMm: { width: finestSpacing(shape) / resolution, by: 'patient' },
      letters: orientationLetters([...plane.right, ...plane.below]),
      resolution,
    };
    return transfer(answer, [sampled.buffer]);
  }

  #shapeOf(id: number): VolumeShape | null {
    const series = this.#series.get(id);
    return series?.voxels.shape ?? series?.standIn?.shape ?? null;
  }

  /** The part of a picture that does not depend on where its pixels are. */
  async #sampled(
    id: number,
    on: ImagePlane | RowsInSpace,
    slab: Slab | null,
  ): Promise<{ picture: Picture & { isConverted: boolean }; buffer: ArrayBuffer } | NoSlice> {
    const source = await this.#samplerOf(id);
    if (isNoSlice(source)) return source;
    const { middle, isConverted, scale } = source;
    const sampled = source.sample(on, slab);
    if (sampled === null) return { noPicture: 'gone' };
    const { values: samples, isCoarse } = sampled;
    const { isInverted } = middle.frame;
    const rows = 'rows' in on ? on.rows.length : on.height;
    const frame = { kind: 'grey', rows, columns: on.width, samples, isInverted } as const;
    return { picture: { ...pictureOf(middle, scale), frame, pixelAspect: 1, isCoarse, isConverted }, buffer: samples.buffer };
  }

  /** What samples an open volume: its own voxels, or those of the volume that stands in for them. */
  async #samplerOf(id: number): Promise<Sampler | NoSlice> {
    const series = this.#series.get(id);
    const shape = this.#shapeOf(id);
    if (series === undefined || shape === null) return { noPicture: 'gone' };
    const middle = await series.voxels.middle();
    if (isNoSlice(middle) || middle.frame.kind !== 'grey') return { noPicture: 'gone' };
    const isConverted = series.voxels.shape === null;
    const { description } = middle;
    return {
      ...{ shape, middle: middle as GreySlice, isConverted, scale: series.scale },
      sample: (on, slab) => (isConverted ? series.standIn!.sample(on, slab, description) : series.voxels.sample(on, slab)),
    };
  }

  /** All of a volume for a 3D texture, with at most so many voxels. Only for series whose geometry has no reason against it. */
  async box(id: number, mostVoxels: number, by: Reduction): Promise<VolumeBox | NoSlice> {
    const source = await this.#samplerOf(id);
    if (isNoSlice(source)) return source;
    const { shape, middle, scale, sample } = source;
    const options = { mostVoxels, by, picture: pictureOf(middle, scale), pause: nextMessageTask };
    const box = await volumeBox(shape, (plane) => sample(plane, null), options);
    return box === null ? { noPicture: 'gone' } : transfer(box, [box.samples.buffer]);
  }

  /** All voxels of a series, for a model to run on. */
  async wholeImage(id: number): Promise<WholeImage> {
    const series = this.#series.get(id);
    if (series === undefined) return { ok: false, why: 'not-read' };
    const whole = await wholeImage(series.voxels, series.geometry, { mostBytes: MOST_BYTES, pause: nextMessageTask });
    return whole.ok ? transfer(whole, [whole.image.samples.buffer as ArrayBuffer]) : whole;
  }

  /** Values in the file of a slice. */
  async fields(id: number, slice: number): Promise<SliceField[] | NoSlice> {
    const series = this.#series.get(id);
    return series === undefined ? { noPicture: 'gone' } : series.fields(slice);
  }

  /** A series of overlays is read as a whole, except its masks. */
  async openOverlays(seriesUuid: string): Promise<OpenedOverlay[] | NoSlice> {
    return this.#overlays.open(seriesUuid);
  }

  /** What the open overlays draw on a slice or plane of a series. */
  async overlaysOn(id: number, where: PlaneOfSeries): Promise<LayerOnPlane[]> {
    const series = this.#series.get(id);
    const shown = series && (await shownPlane(series.voxels, where));
    return shown ? this.#overlays.on(shown) : [];
  }

  openMask(source: MaskSource, seriesId: number, onNews: (news: MaskNews) => void): Promise<MaskNews | NoMask> {
    return this.#masks.openMask(source, seriesId, onNews);
  }

  async maskSnapshot(segmentation: string): Promise<MadeSnapshot | null> {
    const made = await this.#masks.maskSnapshot(segmentation);
    return made && transfer(made, [made.deflated.buffer]);
  }

  closeMask(segmentation: string): void {
    this.#masks.closeMask(segmentation);
  }

  draw(segmentation: string, segment: string, gesture: Gesture, locked: readonly string[]): Promise<Drawn> {
    return this.#masks.draw(segmentation, segment, gesture, locked);
  }

  rearrange(segmentation: string, what: Rearrangement, locked: readonly string[]): Promise<Drawn> {
    return this.#masks.rearrange(segmentation, what, locked);
  }

  countIslands(segmentation: string, segment: string): Promise<number> {
    return this.#masks.countIslands(segmentation, segment);
  }

  shapeOf(segmentation: string, segment: string): Promise<ShapeOfSegment | null> {
    return this.#masks.shapeOf(segmentation, segment);
  }

  async imageOf(segmentation: string): Promise<ImageOfGrid | { ok: false; why: 'closed' }> {
    const found = await this.#masks.imageOf(segmentation);
    return found.ok ? transfer(found, [found.image.samples.buffer as ArrayBuffer]) : found;
  }

  uptakeOf(segmentation: string, segment: string): Promise<Uptake | null> {
    return this.#masks.uptakeOf(segmentation, segment);
  }

  undo(segmentation: string, locked: readonly string[]): Promise<Drawn> {
    return this.#masks.undo(segmentation, locked);
  }

  redo(segmentation: string, locked: readonly string[]): Promise<Drawn> {
    return this.#masks.redo(segmentation, locked);
  }

  settle(segmentation: string, conflict: string, how: 'take' | 'leave', locked: readonly string[]): Promise<Drawn> {
    return this.#masks.settle(segmentation, conflict, how, locked);
  }

  historyOf(segmentation: string, most: number): Promise<MaskHistory | null> {
    return this.#masks.historyOf(segmentation, most);
  }

  showAt(segmentation: string, state: EarlierState | null): Promise<ShownState> {
    return this.#masks.showAt(segmentation, state);
  }

  restore(segmentation: string, state: EarlierState, rights: RestoreRights): Promise<Restored> {
    return this.#masks.restore(segmentation, state, rights);
  }

  async segmentsOn(segmentation: string, where: PlaneOfSeries): Promise<SegmentOnPlane[]> {
    const segments = await this.#masks.segmentsOn(segmentation, where);
    return transfer(
      segments,
      segments.map(({ mask }) => mask.buffer),
    );
  }

  async exportMask(segmentation: string, request: MaskExport, onPart: (part: number) => void): Promise<MaskExported> {
    const exported = await this.#masks.exportMask(segmentation, request, onPart);
    return exported.ok
      ? transfer(
          exported,
          exported.files.map(({ bytes }) => bytes.buffer),
        )
      : exported;
  }

  async #imageOfMask(id: number, slice: number): Promise<ImageOfMask | null> {
    // Otherwise strokes of the page would wait until all slices are read.
    await nextMessageTask();
    const series = this.#series.get(id);
    const read = (await series?.voxels.read(slice)) ?? null;
    if (read === null || isNoSlice(read) || read.isCoarse) return null;
    const { look, unit } = pictureOf(read, series!.scale);
    return {
      description: read.description,
      values: read.frame.kind === 'grey' ? read.frame.samples : null,
      rescale: { slope: look.rescaleSlope, intercept: look.rescaleIntercept },
      unit,
    };
  }

  readImport(segmentation: string, request: ImportRequest, onPart: (part: number) => void): Promise<ImportRead> {
    return this.#masks.readImport(segmentation, request, onPart);
  }

  dropImport(segmentation: string): void {
    this.#masks.dropImport(segmentation);
  }

  diceWithImport(segmentation: string, of: { reading: string; key: number; segment: string }): Promise<number | null> {
    return this.#masks.diceWithImport(segmentation, of);
  }

  takeImport(segmentation: string, choice: ImportChoice, beforeStored: () => Promise<void>): Promise<Imported> {
    return this.#masks.takeImport(segmentation, choice, beforeStored);
  }

  copyMask(segmentation: string, copy: MaskCopy, beforeStored: () => Promise<void>): Promise<MaskCopied> {
    return this.#masks.copyMask(segmentation, copy, beforeStored);
  }

  openCompared(key: string, compared: ComparedSource, onNews: (news: ComparedNews) => void): Promise<ComparedNews | NoMask> {
    return this.#masks.openCompared(key, compared, onNews);
  }

  closeCompared(key: string): void {
    this.#masks.closeCompared(key);
  }

  comparedShapes(pair: ComparedPair): Promise<ComparedShapes> {
    return this.#masks.comparedShapes(pair);
  }

  async comparedOn(pair: ComparedPair, where: ComparedWhere): Promise<ComparedOnPlane | null> {
    const on = await this.#masks.comparedOn(pair, where);
    return on && transfer(on, [on.a.buffer, on.b.buffer]);
  }

  storeAgreed(agreed: AgreedMask, beforeStored: (segments: readonly string[]) => Promise<void>): Promise<Agreed> {
    return this.#masks.storeAgreed(agreed, beforeStored);
  }

  conflictOn(segmentation: string, conflict: string): Promise<ConflictOnSlice | null> {
    return this.#masks.conflictOn(segmentation, conflict);
  }

  async previewOf(segmentation: string, what: Previewed, where: PlaneOfSeries): Promise<Preview> {
    const preview = await this.#masks.previewOf(segmentation, what, where);
    return preview.ok && preview.shown !== null ? transfer(preview, [preview.shown.mask.buffer]) : preview;
  }

  #seriesOfMask(id: number): SeriesOfMask | null {
    const series = this.#series.get(id);
    if (series === undefined) return null;
    const { voxels, geometry } = series;
    const readOf = async (slice: number): Promise<ReadSlice | null> => {
      const read = slice >= 0 && slice < voxels.slices ? await voxels.read(slice) : null;
      return read === null || isNoSlice(read) ? null : read;
    };
    return {
      grid: geometry?.gridHash && geometry.gridSlices ? { hash: geometry.gridHash, slices: geometry.gridSlices } : null,
      async nameOf(slice) {
        const read = await readOf(slice);
        return read && toDescribedSlice(read.description, read.frameInFile);
      },
      async valuesOf(slice) {
        const read = await readOf(slice);
        return read?.frame.kind === 'grey' && !read.isCoarse ? read.frame.samples : null;
      },
      async rescaleOf(slice, of) {
        const read = await readOf(slice);
        if (read === null) return null;
        const { rescaleSlope: slope, rescaleIntercept: intercept } = withModalityLut(read.description);
        const factor = of === 'file' ? 1 : (series.scale?.factor ?? 1);
        return { slope: slope * factor, intercept: intercept * factor };
      },
    };
  }

  async #readAll(id: number, series: Opened, voxels: SeriesVoxels): Promise<void> {
    const { onProgress } = series;
    series.isReading = true;
    let toldMs = performance.now();
    while (this.#series.get(id) === series) {
      const next = voxels.nextUnread(series.at);
      if (next === null) break;
      const read = await voxels.read(next);
      const { standIn } = series;
      if (standIn !== null && standIn.planes() === null) {
        standIn.learn(next, read);
        await this.#tellStandIn(id, series, voxels);
      }
      // Of the last slice it is told with the geometry: who reads that all slices are here can measure and draw on them.
      if (performance.now() - toldMs >= TOLD_EVERY_MS && voxels.nextUnread(series.at) !== null) {
        toldMs = performance.now();
        onProgress({ id, ...voxels.counts(), geometry: null });
      }
      // Otherwise requests of the page would wait until everything is read.
      await nextMessageTask();
    }
    series.isReading = false;
    const geometry = await geometryOf(series, voxels);
    series.geometry = geometry;
    if (this.#series.get(id) === series) onProgress({ id, ...voxels.counts(), geometry, bricks: bricksOf(series, voxels) });
  }

  /** A series that fits into memory needs only the coarse level: its files are on their way. */
  async #openStandIn(id: number, series: Opened, voxels: SeriesVoxels, source: SeriesSource): Promise<void> {
    const bricks = await this.#opener.bricks(source);
    if (bricks === null || isNoSlice(bricks)) return;
    const fits = bricks.index.header.voxelBytes <= (this.#limits.mostBytes ?? MOST_BYTES);
    const onChange = (): void => series.onProgress({ id, ...voxels.counts(), geometry: null, bricks: bricksOf(series, voxels) });
    const bricked = await BrickedVoxels.open(bricks, onChange, fits ? { mostBytes: 0, cacheBytes: 0, asks: false } : this.#limits);
    const standIn = bricked && StandIn.of(bricked, voxels.slices);
    if (standIn === null || this.#series.get(id) !== series) return;
    // One slice in the middle of the series would not tell in which direction it runs.
    const first = Math.min(series.at, voxels.slices - 2);
    const read = voxels.isTooLarge ? [first, first + 1] : voxels.keptSlices();
    for (const slice of read) standIn.learn(slice, await voxels.read(slice));
    series.standIn = standIn;
    await this.#tellStandIn(id, series, voxels);
  }

  async #tellStandIn(id: number, series: Opened, voxels: SeriesVoxels): Promise<void> {
    const isNeeded = voxels.shape === null && (series.isReading || voxels.isTooLarge);
    const planes = series.standIn?.planes() ?? null;
    if (!isNeeded || planes === null) return;
    const geometry = voxels.isTooLarge
      ? await geometryOf(series, voxels)
      : { ...(await voxels.geometry()), ...NO_GRID, planes, noPlanes: null };
    if (this.#series.get(id) === series) series.onProgress({ id, ...voxels.counts(), geometry, bricks: bricksOf(series, voxels) });
  }
}

/** Of a series that does not fit, planes are those of its converted volume. */
async function geometryOf({ standIn }: Opened, voxels: SeriesVoxels): Promise<SeriesGeometry> {
  const own = await voxels.geometry();
  const planes = own.noPlanes === 'too-large' ? (standIn?.planes() ?? null) : null;
  return planes === null ? own : { ...own, planes, noPlanes: null };
}

function bricksOf({ standIn }: Opened, voxels: SeriesVoxels): BricksLoaded | null {
  return standIn !== null && voxels.isTooLarge ? standIn.bricks.loaded() : null;
}

function pictureOf({ frame, description, isCoarse = false }: ReadSlice, scale: ValueScale | null): Omit<Picture, 'frame'> {
  const [rowSpacing, columnSpacing] = pixelProportions(description);
  const { windowCenter, windowWidth, sopClassUid } = description;
  const { rescaleSlope, rescaleIntercept } = withModalityLut(description);
  const look = { windowCenter, windowWidth, rescaleSlope, rescaleIntercept, sopClassUid };
  return {
    look: scale === null ? look : scaledLook(look, scale),
    plane: planeOf(description),
    pixelAspect: rowSpacing / columnSpacing,
    spacingMm: spacingOf(description),
    letters: orientationLetters(description.imageOrientationPatient),
    unit: frame.kind === 'grey' ? (scale?.unit ?? unitOf(description)) : '',
    ...(scale !== null && { scaledTo: scale.unit }),
    isCoarse,
  };
}

function scaledLook(look: Picture['look'], { factor, window: { center, width } }: ValueScale): Picture['look'] {
  const { rescaleSlope, rescaleIntercept } = look;
  return {
    ...look,
    ...{ windowCenter: [center], windowWidth: [width], isExact: true },
    ...{ rescaleSlope: rescaleSlope * factor, rescaleIntercept: rescaleIntercept * factor },
  };
}

/** HU only for CT: NIfTI files and other modalities give no unit that can be relied on, but PET names its own (PS3.3 C.8.9.1.1.3). */
function unitOf({ type, modality, rescaleType, pet }: InstanceDescription): string {
  if (type === 'nii') return '';
  if (modality === 'CT') return rescaleType === '' || rescaleType === 'HU' ? 'HU' : rescaleType;
  if (pet !== undefined) return pet.units === 'BQML' ? 'Bq/ml' : pet.units;
  return rescaleType === 'US' ? '' : rescaleType;
}
