import type { NoSlice } from '#model/pictures/no-slice.ts';
import { proxy, wrap } from 'comlink';
import { drawFrame } from '#imaging/render/draw-frame.ts';
import type { Reduction } from '#imaging/volume/box.ts';
import { seenBlocks } from '#imaging/volume/block-ranges.ts';
import { curveTable, windowTable, type LookTable } from '#imaging/render/look-table.ts';
import type { TransferPoint } from '#contract/transfer-functions.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { FormReport } from '#imaging/dicom/write-sr/write-form-sr.ts';
import type { Report } from '#imaging/dicom/write-sr/write-sr.ts';
import { followedMasks } from '#workers/masks/handle.ts';
import type { MaskComparisons, Masks } from '#workers/masks/types.ts';
import type { SeriesSource, SliceField } from '#workers/series/types.ts';
import type {
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
  SeriesProgress,
  StoredSlice,
  ValueScale,
} from './types.ts';
import type { VolumeBox } from './volume-box.ts';
import type { VoxelWorker } from './voxel-worker.ts';
import type { WholeImage } from './whole-image.ts';

export type { LookTable, VolumeBox, WholeImage };

/** See VoxelWorker. */
export interface Voxels extends Masks, MaskComparisons {
  open(
    source: SeriesSource | ComputedSource,
    at: number,
    onProgress: (progress: SeriesProgress) => void,
    scale: ValueScale | null,
  ): Promise<OpenedVoxels | NoSlice>;
  scaleValues(id: number, scale: ValueScale | null): void;
  close(id: number): void;
  readAgain(id: number): void;
  slice(id: number, slice: number): Promise<StoredSlice | NoSlice>;
  plane(id: number, wish: PlaneWish): Promise<SampledPlane | NoSlice>;
  planeOn(id: number, plane: ImagePlane): Promise<SampledPlane | NoSlice>;
  box(id: number, mostVoxels: number, by: Reduction): Promise<VolumeBox | NoSlice>;
  along(id: number, wish: PathWish): Promise<SampledPath | NoSlice>;
  fields(id: number, slice: number): Promise<SliceField[] | NoSlice>;
  wholeImage(id: number): Promise<WholeImage>;
  openOverlays(seriesUuid: string): Promise<OpenedOverlay[] | NoSlice>;
  overlaysOn(id: number, where: PlaneOfSeries): Promise<LayerOnPlane[]>;
  /** Ends the worker. Requests that are open then are never answered. */
  end(): void;
}

let started: Worker | null = null;

/** Its script is half a megabyte: it is loaded and run while the page and the study are, and not after them. */
export function startVoxelWorker(): void {
  started ??= new Worker(new URL('./voxels.worker.ts', import.meta.url), { type: 'module', name: 'voxels' });
}

function takeVoxelWorker(): Worker {
  startVoxelWorker();
  const worker = started!;
  started = null;
  return worker;
}

/** One worker for all series of a workstation. */
export function createVoxels(userId: number): Voxels {
  const worker = takeVoxelWorker();
  worker.postMessage({ userId });
  const voxels = wrap<VoxelWorker>(worker);
  const comparedKeys = new Map<string, string>();
  return {
    open: (source, at, onProgress, scale) => voxels.open(source, at, proxy(onProgress), scale),
    close: (id) => void voxels.close(id),
    scaleValues: (id, scale) => void voxels.scaleValues(id, scale),
    readAgain: (id) => void voxels.readAgain(id),
    slice: (id, slice) => voxels.slice(id, slice),
    plane: (id, wish) => voxels.plane(id, wish),
    planeOn: (id, plane) => voxels.planeOn(id, plane),
    box: (id, mostVoxels, by) => voxels.box(id, mostVoxels, by),
    along: (id, wish) => voxels.along(id, wish),
    fields: (id, slice) => voxels.fields(id, slice),
    wholeImage: (id) => voxels.wholeImage(id),
    openOverlays: (seriesUuid) => voxels.openOverlays(seriesUuid),
    overlaysOn: (id, where) => voxels.overlaysOn(id, where),
    openMask(source, seriesId, onNews) {
      followedMasks.add(source, () => voxels.maskSnapshot(source.segmentation));
      return voxels.openMask(source, seriesId, proxy(onNews));
    },
    closeMask(segmentation) {
      followedMasks.remove(segmentation);
      void voxels.closeMask(segmentation);
    },
    openCompared(key, compared, onNews) {
      const { source } = compared;
      followedMasks.add(source, () => voxels.maskSnapshot(source.segmentation), key);
      comparedKeys.set(key, source.segmentation);
      return voxels.openCompared(key, compared, proxy(onNews));
    },
    closeCompared(key) {
      const segmentation = comparedKeys.get(key);
      if (segmentation !== undefined) followedMasks.remove(segmentation, key);
      comparedKeys.delete(key);
      void voxels.closeCompared(key);
    },
    comparedShapes: (pair) => voxels.comparedShapes(pair),
    comparedOn: (pair, where) => voxels.comparedOn(pair, where),
    storeAgreed: (agreed, beforeStored) => voxels.storeAgreed(agreed, proxy(beforeStored)),
    draw: (segmentation, segment, gesture, locked) => voxels.draw(segmentation, segment, gesture, locked),
    rearrange: (segmentation, what, locked) => voxels.rearrange(segmentation, what, locked),
    countIslands: (segmentation, segment) => voxels.countIslands(segmentation, segment),
    shapeOf: (segmentation, segment) => voxels.shapeOf(segmentation, segment),
    imageOf: (segmentation) => voxels.imageOf(segmentation),
    uptakeOf: (segmentation, segment) => voxels.uptakeOf(segmentation, segment),
    undo: (segmentation, locked) => voxels.undo(segmentation, locked),
    redo: (segmentation, locked) => voxels.redo(segmentation, locked),
    settle: (segmentation, conflict, how, locked) => voxels.settle(segmentation, conflict, how, locked),
    conflictOn: (segmentation, conflict) => voxels.conflictOn(segmentation, conflict),
    historyOf: (segmentation, most) => voxels.historyOf(segmentation, most),
    showAt: (segmentation, state) => voxels.showAt(segmentation, state),
    restore: (segmentation, state, rights) => voxels.restore(segmentation, state, rights),
    segmentsOn: (segmentation, where) => voxels.segmentsOn(segmentation, where),
    exportMask: (segmentation, request, onPart) => voxels.exportMask(segmentation, request, proxy(onPart)),
    previewOf: (segmentation, what, where) => voxels.previewOf(segmentation, what, where),
    readImport: (segmentation, request, onPart) => voxels.readImport(segmentation, request, proxy(onPart)),
    dropImport: (segmentation) => void voxels.dropImport(segmentation),
    diceWithImport: (segmentation, of) => voxels.diceWithImport(segmentation, of),
    takeImport: (segmentation, choice, beforeStored) => voxels.takeImport(segmentation, choice, proxy(beforeStored)),
    copyMask: (segmentation, copy, beforeStored) => voxels.copyMask(segmentation, copy, proxy(beforeStored)),
    end() {
      followedMasks.clear();
      worker.terminate();
    },
  };
}

/** How a picture is looked at; `stored` uses the window that comes with it. */
export interface PictureLook {
  window: { center: number; width: number } | 'stored' | 'range' | 'percentile';
  isInverted: boolean;
  /** PET in the colours of hot iron. Absent: in grey, as in reports. */
  isHot?: boolean;
}

export interface Painted {
  pixels: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
  /** Null: a colour picture. */
  window: { center: number; width: number } | null;
}

/** The pixels of a picture on the screen. Runs on the page, so that a drag of the window is painted within its event. */
export function paintPicture(
  { frame, look }: Picture,
  { window, isInverted, isHot = false }: PictureLook,
  spare: ArrayBuffer | null,
): Painted {
  const {
    pixels,
    width,
    height,
    window: used,
  } = drawFrame(frame, look, {
    isInverted,
    isGrey: !isHot,
    ...(window === 'stored' ? {} : { window }),
    ...(spare === null ? {} : { spare }),
  });
  return { pixels, width, height, window: frame.kind === 'grey' ? used : null };
}

/** What a volume is shown with: the window of the picture, or the points of a curve in the values of the volume. */
export function lookTable({ low, high }: Pick<VolumeBox, 'low' | 'high'>, look: VolumeColours): LookTable {
  return look.points === null ? windowTable(look.window, look) : curveTable(look.points, low, high);
}

/** Which blocks of a volume have something to see, as `seenBlocks`. `table`: what values are shown as; `show`: how they add up. */
export function blocksSeen({ blocks, low, high }: VolumeBox, { pixels, low: first, high: last }: LookTable, show: 'max' | 'rendered') {
  const count = pixels.length / 4;
  // The next opaque step of the table from each one.
  const next = new Uint16Array(count + 1).fill(count);
  for (let step = count - 1; step >= 0; step -= 1) next[step] = pixels[4 * step + 3]! > 0 ? step : next[step + 1]!;
  const stepOf = (part: number): number => ((low + part * (high - low) - first) / (last - first || 1)) * (count - 1);
  const inTable = (step: number): number => Math.max(0, Math.min(count - 1, step));
  return seenBlocks(blocks, (from, to) =>
    show === 'max' ? stepOf(to) > 0 : next[inTable(Math.floor(stepOf(from)))]! <= inTable(Math.ceil(stepOf(to))),
  );
}

export interface VolumeColours {
  window: { center: number; width: number };
  isInverted: boolean;
  isHot: boolean;
  /** Null: as the window says. */
  points: readonly TransferPoint[] | null;
}

/** The rescaled value of a pixel; null outside of the picture, without a value, or in colour. */
export function valueAt({ frame, look }: Picture, column: number, row: number): number | null {
  if (frame.kind !== 'grey' || column < 0 || row < 0 || column >= frame.columns || row >= frame.rows) return null;
  const stored = frame.samples[Math.floor(row) * frame.columns + Math.floor(column)]!;
  return Number.isNaN(stored) ? null : stored * look.rescaleSlope + look.rescaleIntercept;
}

/** Measurements as a DICOM structured report. */
export async function writeMeasurementReport(report: Report) {
  const { writeSr } = await import('#imaging/dicom/write-sr/write-sr.ts');
  return writeSr(report);
}

/** An answer to a form as a DICOM structured report. */
export async function writeFormReport(report: FormReport) {
  const { writeFormSr } = await import('#imaging/dicom/write-sr/write-form-sr.ts');
  return writeFormSr(report);
}
