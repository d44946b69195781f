import type { Grid } from '#contract/grids.ts';
import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import type { Samples } from '#imaging/frame.ts';
import { withModalityLut } from '#imaging/render/look.ts';
import { defaultWindow, fileWindow } from '#imaging/render/window.ts';
import { sampleOn, type RowsInSpace } from '#imaging/volume/path-rows.ts';
import { samplePlane, type Slab } from '#imaging/volume/sample-plane.ts';
import { volumeOf, type Volume } from '#imaging/volume/volume.ts';
import { toDescribedSlice } from '#model/grids/described-slice.ts';
import { gridName } from '#localdb/queue/device-grid.ts';
import { gridOf, type DescribedSlice } from '#model/grids/grid.ts';
import { sliceNormal, type Vector } from '#model/pictures/geometry.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { dot, minus, scaled } from '#model/pictures/vector.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { FrameCache } from '#workers/series/frame-cache.ts';
import { toNoSlice } from '#workers/series/series-opener.ts';
import type { ReadSlice, SliceReader } from '#workers/series/slice-reader.ts';
import type { NoPlanes, SeriesGeometry } from './types.ts';
import type { SampledValues, VoxelsOfSeries } from './voxels-of-series.ts';

/** A CT of 1,500 slices. Larger series are shown slice by slice, larger volumes with as many bricks as their cache has. */
export const MOST_BYTES = 768 * 1024 ** 2;

type IsOwnGrid = (read: ReadSlice) => boolean;
const always: IsOwnGrid = () => true;

type GreyRead = ReadSlice & { frame: { kind: 'grey' } };

/**
 * The slices of a series in memory: one array of voxels if all slices are grey, of one size and of one kind of value, and small enough. Other
 * series keep only the slices around the current one.
 */
export class SeriesVoxels implements VoxelsOfSeries {
  readonly slices: number;
  readonly isCine: boolean;
  volume: Volume | null = null;
  /** Stands for slices whose file has no window, and for planes. */
  #startWindow: { center: number; width: number } | null = null;
  readonly #reader: SliceReader;
  readonly #cache: FrameCache;
  readonly #mostBytes: number;
  readonly #isOwnGrid: IsOwnGrid;
  readonly #kept: (ReadSlice | NoSlice | undefined)[];
  readonly #reading = new Map<number, Promise<ReadSlice | NoSlice>>();
  #voxels: Samples | null = null;
  #noVoxels: NoPlanes | null = null;

  /** `isOwnGrid`: the slices are those of the series, not of a volume that was converted from it. */
  constructor(reader: SliceReader, { isOwnGrid = always, mostBytes = MOST_BYTES }: { isOwnGrid?: IsOwnGrid; mostBytes?: number } = {}) {
    this.#reader = reader;
    this.#isOwnGrid = isOwnGrid;
    this.#mostBytes = mostBytes;
    this.slices = reader.slices;
    this.isCine = reader.isCine;
    this.#kept = Array.from({ length: reader.slices });
    this.#cache = new FrameCache((slice) => reader.read(slice).catch(toNoSlice));
  }

  get shape(): Volume | null {
    return this.volume;
  }

  sample(on: ImagePlane | RowsInSpace, slab: Slab | null): SampledValues | null {
    const { volume } = this;
    return volume && { values: sampleOn(on, (plane) => samplePlane(volume, plane, { slab })), isCoarse: false };
  }

  get hasAll(): boolean {
    return this.#noVoxels !== null || this.#kept.every((slice) => slice !== undefined && !isNoSlice(slice));
  }

  /** Voxels are not collected: the rest of the series is not read ahead. */
  get isPaged(): boolean {
    return this.#noVoxels !== null;
  }

  /** Its slices do not fit into the memory that they may use together. */
  get isTooLarge(): boolean {
    return this.#noVoxels === 'too-large';
  }

  async read(slice: number): Promise<ReadSlice | NoSlice> {
    if (this.#noVoxels !== null) return this.#withWindow(await this.#cache.get(slice));
    const kept = this.#kept[slice];
    if (kept !== undefined && !isNoSlice(kept)) return this.#withWindow(kept);
    const reading = this.#reading.get(slice) ?? this.#readNew(slice);
    return this.#withWindow(await reading);
  }

  /** The slice nearest to `from` that was not read yet; null if there is none. One that could not be read is not tried again. */
  nextUnread(from: number): number | null {
    if (this.#noVoxels !== null) return null;
    for (let step = 0; step < this.slices; step += 1) {
      for (const slice of [from + step, from - step]) {
        if (slice >= 0 && slice < this.slices && this.#kept[slice] === undefined) return slice;
      }
    }
    return null;
  }

  /** Slices that the server did not send are read again; those that are damaged are not. */
  forgetUnreachable(): void {
    for (const [slice, kept] of this.#kept.entries()) {
      if (kept !== undefined && isNoSlice(kept) && kept.noPicture === 'unreachable') this.#kept[slice] = undefined;
    }
  }

  /** Numbers of the slices that were read and are kept. */
  keptSlices(): number[] {
    return [...this.#kept.keys()].filter((slice) => {
      const kept = this.#kept[slice];
      return kept !== undefined && !isNoSlice(kept);
    });
  }

  counts(): { read: number; unreadable: number } {
    const read = this.#kept.filter((slice) => slice !== undefined);
    return { read: read.length, unreadable: read.filter(isNoSlice).length };
  }

  #readNew(slice: number): Promise<ReadSlice | NoSlice> {
    const reading = this.#reader
      .read(slice)
      .catch(toNoSlice)
      .then((read) => this.#keep(slice, read))
      .finally(() => this.#reading.delete(slice));
    this.#reading.set(slice, reading);
    return reading;
  }

  #keep(slice: number, read: ReadSlice | NoSlice): ReadSlice | NoSlice {
    if (isNoSlice(read)) {
      this.#kept[slice] = read;
      return read;
    }
    const reason = this.#collect(slice, read);
    if (reason === null) this.#kept[slice] = read;
    else this.#becomePaged(reason);
    return read;
  }

  /** Copies the values to their place in the volume, which then is the only copy. Why that is impossible. */
  #collect(slice: number, read: ReadSlice): NoPlanes | null {
    const { frame } = read;
    if (frame.kind !== 'grey') return 'colour';
    const { samples } = frame;
    if (this.#voxels === null) {
      if (samples.byteLength * this.slices > this.#mostBytes) return 'too-large';
      this.#voxels = new (samples.constructor as new (length: number) => Samples)(samples.length * this.slices);
    }
    if (samples.constructor !== this.#voxels.constructor) return 'values';
    if (samples.length * this.slices !== this.#voxels.length) return 'size';
    const start = slice * samples.length;
    this.#voxels.set(samples as ArrayLike<number> as never, start);
    frame.samples = this.#voxels.subarray(start, start + samples.length);
    return null;
  }

  #becomePaged(reason: NoPlanes): void {
    this.#noVoxels = reason;
    this.#voxels = null;
    this.#kept.fill(undefined);
  }

  /** The same for all slices that have no window of their own: a new one for each would flicker. */
  #withWindow(read: ReadSlice | NoSlice): ReadSlice | NoSlice {
    if (isNoSlice(read) || read.frame.kind !== 'grey') return read;
    const { description, frame, startWindow } = read;
    if (fileWindow(description) !== null || frame.voiLut) return read;
    this.#startWindow ??= startWindow ?? defaultWindow(withModalityLut(description), frame.samples);
    return { ...read, description: withWindow(description, this.#startWindow) };
  }

  /** To be called once all slices have been read. */
  async geometry(): Promise<SeriesGeometry> {
    const read = this.#kept.filter((slice): slice is ReadSlice => slice !== undefined && !isNoSlice(slice));
    const planes = this.#kept.map((slice) => (slice === undefined || isNoSlice(slice) ? null : planeOf(slice.description)));
    const [first] = read;
    const frameOfReference = first?.description.frameOfReferenceUid ?? '';
    if (this.#noVoxels !== null) return this.#geometryOfHeaders(this.#noVoxels);
    if (read.length < this.slices || first === undefined) return { ...NO_GRID, frameOfReference, planes, noPlanes: 'missing' };
    const described = read.map(({ description, frameInFile }) => toDescribedSlice(description, frameInFile));
    const grid = gridOf(described);
    if (grid === null) return { ...NO_GRID, frameOfReference, planes, noPlanes: 'missing' };
    const noPlanes = grid.noVolume ?? this.#makeVolume(read as GreyRead[]);
    const hash = this.#isOwnGrid(first) ? { grid, gridHash: await gridName(grid), gridSlices: numbersInGrid(described, grid) } : NO_GRID;
    return { ...hash, frameOfReference, planes, noPlanes };
  }

  /** Of a series in colour: its slices are not kept, so their headers are read. Without all of them it has no grid. */
  async #geometryOfHeaders(noPlanes: NoPlanes): Promise<SeriesGeometry> {
    const none = { ...NO_GRID, frameOfReference: '', planes: this.#kept.map(() => null), noPlanes };
    if (noPlanes !== 'colour' || this.#reader.describe === undefined) return none;
    const described: DescribedSlice[] = [];
    const planes: (ImagePlane | null)[] = [];
    let frameOfReference = '';
    for (let slice = 0; slice < this.slices; slice += 1) {
      const read = await this.#reader.describe(slice).catch(toNoSlice);
      if (isNoSlice(read)) return none;
      const { description, frameInFile } = read;
      described.push(toDescribedSlice(description, frameInFile));
      planes.push(planeOf(description));
      if (slice === 0) frameOfReference = description.frameOfReferenceUid ?? '';
    }
    const grid = gridOf(described);
    if (grid === null) return none;
    return { frameOfReference, planes, noPlanes, grid, gridHash: await gridName(grid), gridSlices: numbersInGrid(described, grid) };
  }

  #makeVolume(read: readonly GreyRead[]): NoPlanes | null {
    const { columns, rows, pixelSpacing, imageOrientationPatient: orientation } = read[0]!.description;
    const normal = orientation && sliceNormal(orientation);
    if (!normal || !pixelSpacing || this.#voxels === null) return 'no-position';
    const positions = read.map(({ description }) => description.imagePositionPatient as Vector);
    const steps = positions.slice(1).map((position, index) => dot(minus(position, positions[index]!), normal));
    const isForward = steps.every((step) => step > 0);
    if (!isForward && !steps.every((step) => step < 0)) return 'order';
    const voxels = this.#inOneScale(read, this.#voxels);
    const volume = volumeOf({ columns, rows, spacing: [pixelSpacing[1], pixelSpacing[0]], orientation, positions }, voxels);
    this.volume = isForward ? volume : { ...volume, normal: scaled(normal, -1) };
    return null;
  }

  /** Slices of PET each have their own slope: their values are then kept rescaled. */
  #inOneScale(read: readonly GreyRead[], voxels: Samples): Samples {
    const [first] = read.map(({ description }) => withModalityLut(description));
    const same = ({ description }: GreyRead): boolean => {
      const { rescaleSlope, rescaleIntercept } = withModalityLut(description);
      return rescaleSlope === first!.rescaleSlope && rescaleIntercept === first!.rescaleIntercept;
    };
    if (read.every(same)) return voxels;
    const rescaled = new Float32Array(voxels.length);
    const size = voxels.length / this.slices;
    for (const [slice, { description, frame }] of read.entries()) {
      const { rescaleSlope, rescaleIntercept } = withModalityLut(description);
      const start = slice * size;
      for (let at = start; at < start + size; at += 1) rescaled[at] = voxels[at]! * rescaleSlope + rescaleIntercept;
      frame.samples = rescaled.subarray(start, start + size);
      const { modalityLut: _, ...rest } = description;
      this.#kept[slice] = { ...read[slice]!, description: { ...rest, rescaleSlope: 1, rescaleIntercept: 0 } };
    }
    this.#voxels = rescaled;
    return rescaled;
  }

  /** For planes: the values and the window of the middle slice. */
  async middle(): Promise<ReadSlice | NoSlice> {
    return this.read(Math.floor(this.slices / 2));
  }
}

export function withWindow(description: InstanceDescription, { center, width }: { center: number; width: number }): InstanceDescription {
  return { ...description, windowCenter: [center], windowWidth: [width] };
}

export const NO_GRID = { grid: null, gridHash: null, gridSlices: null };

/** Of slices that share SOP instance and frame, the first is the first of them in the grid. */
export function numbersInGrid(described: readonly DescribedSlice[], { slices }: Grid): number[] {
  const nameOf = ({ sop, frame }: { sop: string; frame: number }): string => `${sop} ${frame}`;
  const numbers = Map.groupBy(slices.keys(), (number) => nameOf(slices[number]!));
  return described.map((slice) => numbers.get(nameOf(slice))!.shift()!);
}

/** Where a stored slice is; null unless the header has position, orientation and spacing (PS3.3 C.7.6.2.1.1). */
export function planeOf(description: InstanceDescription): ImagePlane | null {
  const { columns: width, rows: height, imagePositionPatient, imageOrientationPatient, pixelSpacing } = description;
  if (!imagePositionPatient || !imageOrientationPatient || !pixelSpacing) return null;
  const [ax, ay, az, dx, dy, dz] = imageOrientationPatient;
  return {
    width,
    height,
    origin: imagePositionPatient,
    right: scaled([ax, ay, az], pixelSpacing[1]),
    below: scaled([dx, dy, dz], pixelSpacing[0]),
  };
}
