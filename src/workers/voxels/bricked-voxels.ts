import type { NoSlice } from '#model/pictures/no-slice.ts';
import type { Samples } from '#imaging/frame.ts';
import { laidOut } from '#imaging/nifti/decode-slice.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { shownPlane, shownSize } from '#imaging/nifti/shown-plane.ts';
import { shownWindow } from '#imaging/nifti/shown-window.ts';
import { withModalityLut } from '#imaging/render/look.ts';
import { defaultWindow, fileWindow } from '#imaging/render/window.ts';
import type { BrickSamples } from '#imaging/volume/brick-bytes.ts';
import { COARSE } from '#imaging/volume/brick-file.ts';
import { BrickStore } from '#imaging/volume/brick-store.ts';
import { placeBrick } from '#imaging/volume/bricks.ts';
import { niftiShape } from '#imaging/volume/nifti-shape.ts';
import { sampleOn, type RowsInSpace } from '#imaging/volume/path-rows.ts';
import { sampleBricks, shapeAtLevel, type PartlyLoaded } from '#imaging/volume/sample-bricks.ts';
import { samplePlane, type Slab } from '#imaging/volume/sample-plane.ts';
import { unpackBrick } from '#imaging/volume/unpack-brick.ts';
import { slicePlane } from '#imaging/volume/volume-planes.ts';
import { shapeOf, type VolumeShape } from '#imaging/volume/volume.ts';
import { gridName } from '#localdb/queue/device-grid.ts';
import { toDescribedSlice } from '#model/grids/described-slice.ts';
import { gridOf } from '#model/grids/grid.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { ServerBricks } from '#workers/series/server-bricks.ts';
import type { ReadSlice } from '#workers/series/slice-reader.ts';
import { describedSlice, niftiFields, NO_NAME } from '#workers/series/volume-slices.ts';
import type { SliceField } from '#workers/series/types.ts';
import { BrickLoader } from './brick-loader.ts';
import { MOST_BYTES, NO_GRID, numbersInGrid, planeOf, withWindow } from './series-voxels.ts';
import type { BricksLoaded, SeriesGeometry } from './types.ts';
import type { SampledValues, VoxelsOfSeries } from './voxels-of-series.ts';

/** Of a volume that does not fit: 512 bricks of 16 bits. The largest slices of 16 bits, 1024 x 1024, have 256. */
const CACHE_BYTES = 256 * 1024 ** 2;

interface Limits {
  mostBytes?: number;
  cacheBytes?: number;
  /** False: only the coarse level is used. */
  asks?: boolean;
}

/**
 * A volume that comes in bricks. It can be shown at once from its coarse level, exactly where its bricks are here; they are asked for where somebody
 * looks. A volume larger than the memory that it may use keeps those that were used last.
 */
export class BrickedVoxels implements VoxelsOfSeries {
  readonly slices: number;
  readonly isCine = false;
  readonly shape: VolumeShape | null;
  readonly #header: NiftiHeader;
  readonly #store: BrickStore;
  readonly #loader: BrickLoader;
  /** In voxels of the file. */
  readonly #inFile: PartlyLoaded;
  /** In patient coordinates. */
  readonly #inPatient: PartlyLoaded | null;
  readonly #description: InstanceDescription;
  readonly #middle: ReadSlice;
  readonly #asks: boolean;

  private constructor(bricks: ServerBricks, coarse: BrickSamples, onChange: () => void, limits: Limits) {
    const { header, size, type, levels } = bricks.index;
    this.slices = header.slices;
    this.#asks = limits.asks ?? true;
    this.#header = header;
    this.#store = new BrickStore(size, type, {
      mostBytes: limits.mostBytes ?? MOST_BYTES,
      cacheBytes: limits.cacheBytes ?? CACHE_BYTES,
    });
    this.#loader = new BrickLoader({ bricks: levels[0]!.bricks, type, store: this.#store, fetch: bricks.fetch, onChange });
    const partly = (shape: VolumeShape): PartlyLoaded => ({
      shape,
      coarse: { ...shapeAtLevel(shape, COARSE), voxels: coarse },
      store: this.#store,
    });
    this.#inFile = partly(fileShape(header));
    this.shape = niftiShape(header);
    this.#inPatient = this.shape && partly(this.shape);
    const middle = Math.floor(this.slices / 2);
    const samples = laidOut(sampleBricks(this.#inFile, slicePlane(this.#inFile.shape, middle), null).values, header, shownPlane(header));
    this.#description = withStartWindow(describeNifti(header, NO_NAME), header, samples);
    this.#middle = this.#sliceOf(middle, samples, true);
  }

  /** Null: its coarse level is damaged. */
  static async open(bricks: ServerBricks, onChange: () => void, limits: Limits = {}): Promise<BrickedVoxels | null> {
    const coarse = await readCoarse(bricks);
    return coarse && new BrickedVoxels(bricks, coarse, onChange, limits);
  }

  /** At once: with what is here. */
  async read(slice: number): Promise<ReadSlice | NoSlice> {
    const layer = this.#store.layer(slice);
    this.#look(`layer ${layer[0]}`, layer);
    const plane = shownPlane(this.#header);
    const exact = this.#store.slice(slice);
    if (exact !== null) return this.#sliceOf(slice, laidOut(exact, this.#header, plane), false);
    const { values } = sampleBricks(this.#inFile, slicePlane(this.#inFile.shape, slice), null);
    return this.#sliceOf(slice, laidOut(values, this.#header, plane), true);
  }

  sample(on: ImagePlane | RowsInSpace, slab: Slab | null): SampledValues | null {
    const inPatient = this.#inPatient;
    if (inPatient === null) return null;
    const { shape, store } = inPatient;
    if (store.isWhole && store.hasAll) {
      const volume = { ...shape, voxels: store.voxels };
      return { values: sampleOn(on, (plane) => samplePlane(volume, plane, { slab })), isCoarse: false };
    }
    const crossed = new Set<number>();
    const values = sampleOn(on, (plane) => {
      const sampled = sampleBricks(inPatient, plane, slab);
      for (const brick of sampled.bricks) crossed.add(brick);
      return sampled.values;
    });
    const bricks = [...crossed].toSorted((a, b) => a - b);
    this.#look(viewName(on), bricks);
    return { values, isCoarse: bricks.some((number) => !store.has(number)) };
  }

  #look(name: string, bricks: readonly number[]): void {
    if (this.#asks) this.#loader.look(name, bricks);
  }

  /** What stored values are multiplied with, and what is added. */
  get scale(): { slope: number; intercept: number } {
    const { slope, intercept } = this.#header;
    return { slope, intercept };
  }

  /** Without its exact pixels: for planes, which need its description. */
  middle(): Promise<ReadSlice> {
    return Promise.resolve(this.#middle);
  }

  fields(): Promise<SliceField[]> {
    return Promise.resolve(niftiFields(this.#header));
  }

  loaded(): BricksLoaded {
    const { count, bricks, isWhole } = this.#store;
    return {
      percent: Math.floor((100 * count) / bricks.length),
      fits: isWhole,
      damaged: this.#loader.refused,
      isAway: this.#loader.isAway,
    };
  }

  async geometry(): Promise<SeriesGeometry> {
    const descriptions = Array.from({ length: this.slices }, (_, slice) => describedSlice(this.#header, this.#description, slice));
    const planes = descriptions.map(planeOf);
    const frameOfReference = this.#description.frameOfReferenceUid ?? '';
    const described = descriptions.map(toDescribedSlice);
    const grid = gridOf(described);
    if (grid === null) return { ...NO_GRID, frameOfReference, planes, noPlanes: 'missing' };
    const noPlanes = grid.noVolume ?? (this.shape === null ? 'no-position' : null);
    return { grid, gridHash: await gridName(grid), gridSlices: numbersInGrid(described, grid), frameOfReference, planes, noPlanes };
  }

  /** Asks again for what could not be reached. */
  retry(): void {
    this.#loader.retry();
  }

  end(): void {
    this.#loader.end();
  }

  #sliceOf(slice: number, samples: Samples, isCoarse: boolean): ReadSlice {
    return {
      frame: { kind: 'grey', ...shownSize(this.#header), samples, isInverted: false },
      frameInFile: slice,
      description: describedSlice(this.#header, this.#description, slice),
      startWindow: null,
      isCoarse,
    };
  }
}

/** One view for each direction of planes, and one along a path. */
function viewName(on: ImagePlane | RowsInSpace): string {
  return 'rows' in on ? 'path' : `plane ${[...on.right, ...on.below].map((mm) => mm.toFixed(3)).join(' ')}`;
}

async function readCoarse({ index, tail }: ServerBricks): Promise<BrickSamples | null> {
  const { size, bricks } = index.levels[COARSE]!;
  let coarse: BrickSamples | null = null;
  for (const brick of bricks) {
    const start = brick.offset - tail.offset;
    const samples = start < 0 ? null : await unpackBrick(tail.bytes.subarray(start, start + brick.length), brick, index.type);
    if (samples === null) return null;
    coarse ??= new (samples.constructor as new (length: number) => BrickSamples)(size[0] * size[1] * size[2]);
    placeBrick(coarse, size, brick, samples);
  }
  return coarse;
}

function fileShape({ columns, rows, slices }: NiftiHeader): VolumeShape {
  const positions = Array.from({ length: slices }, (_, slice) => [0, 0, slice] as const);
  return shapeOf({ columns, rows, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0], positions });
}

/** From the coarse middle, and the same for all slices and planes from then on: another one would be seen as a jump. */
function withStartWindow(description: InstanceDescription, header: NiftiHeader, samples: Samples): InstanceDescription {
  if (fileWindow(description) !== null) return description;
  return withWindow(description, shownWindow(header, samples) ?? defaultWindow(withModalityLut(description), samples));
}
