import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import { transfer } from 'comlink';
import { withModalityLut } from '#imaging/render/look.ts';
import { pixelProportions } from '#imaging/render/tile-size.ts';
import { samplePlane } from '#imaging/volume/sample-plane.ts';
import { planeThrough } from '#imaging/volume/volume-planes.ts';
import { finestSpacing } from '#imaging/volume/volume.ts';
import { sliceScale } from '#model/measurements/slice-scale.ts';
import { orientationLetters } from '#model/pictures/orientation-letters.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { SeriesOpener } from '#workers/series/series-opener.ts';
import { factsOf, spacingOf } from '#workers/series/slice-facts.ts';
import type { ReadSlice } from '#workers/series/slice-reader.ts';
import type { SeriesSource, SliceField } from '#workers/series/types.ts';
import { nextMessageTask } from './next-message-task.ts';
import { planeOf, SeriesVoxels } from './series-voxels.ts';
import { shownPlane } from './shown-plane.ts';
import { StudyOverlays } from './study-overlays.ts';
import type {
  LayerOnPlane,
  OpenedOverlay,
  OpenedVoxels,
  Picture,
  PlaneOfSeries,
  PlaneWish,
  SampledPlane,
  SeriesProgress,
  StoredSlice,
} from './types.ts';

/** Progress is told after so many slices: each message costs the page some work. */
const TOLD_EVERY = 8;

interface Opened {
  voxels: SeriesVoxels;
  fields: (slice: number) => Promise<SliceField[] | NoSlice>;
  /** The slice that was asked for last: those around it are read first. */
  at: number;
  isReading: boolean;
  onProgress: (progress: SeriesProgress) => void;
}

/** Holds the voxels of all series that a workstation shows. */
export class VoxelWorker {
  readonly #opener: SeriesOpener;
  readonly #series = new Map<number, Opened>();
  readonly #overlays: StudyOverlays;
  #last = 0;

  constructor(userId: number) {
    this.#opener = new SeriesOpener(userId);
    this.#overlays = new StudyOverlays(this.#opener);
  }

  /** Opens a series. All of its slices are then read, the ones around the requested one first. */
  async open(source: SeriesSource, at: number, onProgress: (progress: SeriesProgress) => void): Promise<OpenedVoxels | NoSlice> {
    const reader = await this.#opener.open(source);
    if (isNoSlice(reader)) return reader;
    this.#last += 1;
    const id = this.#last;
    const isOwnGrid = ({ description }: ReadSlice): boolean => source.of !== 'originals' || description.type !== 'nii';
    const voxels = new SeriesVoxels(reader, { isOwnGrid });
    const series = { voxels, fields: (slice: number) => reader.fields(slice), at, isReading: false, onProgress };
    this.#series.set(id, series);
    void this.#readAll(id, series);
    return { id, slices: voxels.slices, isCine: voxels.isCine };
  }

  close(id: number): void {
    this.#series.delete(id);
  }

  /** Reads the slices that could not be reached before. */
  readAgain(id: number): void {
    const series = this.#series.get(id);
    if (series === undefined) return;
    series.voxels.forgetUnreachable();
    if (!series.isReading) void this.#readAll(id, series);
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
      ...pictureOf(read),
      frame,
      slice,
      sop: isVolume ? '' : description.sopInstanceUid,
      frameInFile: read.frameInFile,
      isLossy: description.isLossy ?? false,
      facts: factsOf(description),
      scale: sliceScale(description),
      ...(description.ultrasoundRegions && { regions: description.ultrasoundRegions }),
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
    const series = this.#series.get(id);
    const volume = series?.voxels.volume ?? null;
    if (series === undefined || volume === null) return { noPicture: 'gone' };
    const middle = await series.voxels.middle();
    if (isNoSlice(middle) || middle.frame.kind !== 'grey') return { noPicture: 'gone' };
    const plane = planeThrough(volume, point, facing, resolution);
    const samples = samplePlane(volume, plane, { slab });
    const { isInverted } = middle.frame;
    const answer: SampledPlane = {
      ...pictureOf(middle),
      frame: { kind: 'grey', rows: plane.height, columns: plane.width, samples, isInverted },
      plane,
      pixelAspect: 1,
      spacingMm: { width: finestSpacing(volume) / resolution, by: 'patient' },
      letters: orientationLetters([...facing.right, ...facing.below]),
      stepMm: finestSpacing(volume),
    };
    return transfer(answer, [samples.buffer]);
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

  async #readAll(id: number, series: Opened): Promise<void> {
    const { voxels, onProgress } = series;
    series.isReading = true;
    for (let count = 1; this.#series.get(id) === series; count += 1) {
      const next = voxels.nextUnread(series.at);
      if (next === null) break;
      await voxels.read(next);
      if (count % TOLD_EVERY === 0) onProgress({ id, ...voxels.counts(), geometry: null });
      // Otherwise requests of the page would wait until everything is read.
      await nextMessageTask();
    }
    series.isReading = false;
    if (this.#series.get(id) === series) onProgress({ id, ...voxels.counts(), geometry: await voxels.geometry() });
  }
}

function pictureOf({ frame, description }: ReadSlice): Omit<Picture, 'frame'> {
  const [rowSpacing, columnSpacing] = pixelProportions(description);
  const { windowCenter, windowWidth, sopClassUid } = description;
  const { rescaleSlope, rescaleIntercept } = withModalityLut(description);
  return {
    look: { windowCenter, windowWidth, rescaleSlope, rescaleIntercept, sopClassUid },
    plane: planeOf(description),
    pixelAspect: rowSpacing / columnSpacing,
    spacingMm: spacingOf(description),
    letters: orientationLetters(description.imageOrientationPatient),
    unit: frame.kind === 'grey' ? unitOf(description) : '',
  };
}

/** HU only for CT: NIfTI files and other modalities give no unit that can be relied on, but PET names its own (PS3.3 C.8.9.1.1.3). */
function unitOf({ type, modality, rescaleType, pet }: InstanceDescription): string {
  if (type === 'nii') return '';
  if (modality === 'CT') return rescaleType === '' || rescaleType === 'HU' ? 'HU' : rescaleType;
  if (pet !== undefined) return pet.units === 'BQML' ? 'Bq/ml' : pet.units;
  return rescaleType === 'US' ? '' : rescaleType;
}
