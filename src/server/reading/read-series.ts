import type { SeriesFacts, UnreadWhy } from '#contract/series-reading.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { slicesOfInstance, slicesOfVolume } from '#imaging/describe-slices.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { frameAtPlace } from '#imaging/dicom/header/describe-frames.ts';
import { readPatient } from '#imaging/dicom/header/read-patient.ts';
import { readDicomHeader, type HeaderRead } from '#imaging/dicom/header/read-header.ts';
import { pictureRisks } from '#imaging/deidentify/picture-risks.ts';
import { drawInstance, drawVolumeSlice } from '#imaging/draw-picture.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import { readNifti, type NiftiRead } from '#imaging/nifti/read-nifti.ts';
import type { DrawnTile } from '#imaging/render/draw-tile.ts';
import { fileWindow } from '#imaging/render/window.ts';
import { createSeriesQuality } from '#model/quality/series-quality.ts';
import { gridOf, type DescribedSlice } from '#model/grids/grid.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { suvOf } from '#model/suv/suv.ts';
import type { PatientIdentity } from '#model/studies/patient-identity.ts';
import type { NoTile } from '#model/pictures/no-tile.ts';
import { defaultSlice, framePlace, mergeInstance, sliceCount, sliceOrder } from '#model/studies/series.ts';
import type { SeriesFacts as MergedFacts } from '#model/studies/study.ts';
import { encodePng } from './png.ts';
import { readTags } from './read-tags.ts';
import type { ReadSeries, SeriesToRead } from './series-reader.ts';

/** given (frame of the recognition grid and of thumbnails): tiles of 160 px. */
const THUMBNAIL_PX = 160;

/**
 * Reads the headers of a series and draws its middle slice (PREV-004), with the same code as a device. Reads only the header of each file and one
 * image, and keeps only the fields for the slice order, so that a series of any length fits into memory.
 */
export async function readSeries({ type, files }: SeriesToRead, codecs: Codecs): Promise<ReadSeries> {
  const reader = type === 'nii' ? VOLUMES : createInstances(codecs);
  let facts: MergedFacts | null = null;
  let why: UnreadWhy = 'not-dicom';
  const placed: Placed[] = [];
  const slices: DescribedSlice[] = [];
  const quality = createSeriesQuality();
  for (const [file, source] of files.entries()) {
    const described = await reader.describe(source);
    if (!described.ok) why = described.why;
    else {
      facts = mergeInstance(facts, { fileId: String(file), size: source.size, description: described.description });
      const { description } = described;
      placed.push({ file, frames: description.numberOfFrames, sop: sopOf(description), ...sliceOrder(description) });
      slices.push(...described.slices);
      quality.add({ description, burnedIn: pictureRisks(description, description.burnedInAnnotation ?? '').burnedIn });
    }
  }
  const places: ReadSeries['places'] = files.map(() => null);
  if (facts === null) return { ...NOTHING, why, places };
  placed.sort((a, b) => a.order - b.order || a.order2 - b.order2 || a.file - b.file);
  placed.forEach(({ file, frames, sop }, position) => (places[file] = { position, frames, sop }));
  const { instance, frame } = framePlace(
    placed.map(({ frames }) => frames),
    defaultSlice(facts),
  );
  const middle = await reader.look(files[placed[instance]!.file]!, frame);
  return {
    ...{ facts: toFacts(facts, middle), why: null, places, patient: middle.patient, grid: gridOf(slices), quality: quality.end(slices) },
    ...toThumbnail(middle.tile),
  };
}

const NOTHING = { facts: null, patient: null, grid: null, quality: null, thumbnail: null, noPicture: { noPicture: 'damaged' } } as const;

/** A volume has none, but its description gives it one. */
function sopOf({ type, sopInstanceUid }: InstanceDescription): string {
  return type === 'nii' ? '' : sopInstanceUid;
}

interface Placed {
  file: number;
  frames: number;
  sop: string;
  order: number;
  order2: number;
}

/** How files of one type are described and drawn. */
interface FileReader {
  describe(source: ByteSource): Promise<DescribedFile | { ok: false; why: UnreadWhy }>;
  look(source: ByteSource, place: number): Promise<PanelSeries>;
}

interface DescribedFile {
  ok: true;
  description: InstanceDescription;
  /** Of its frames; none in a file without an image. */
  slices: DescribedSlice[];
}

interface PanelSeries {
  /** Null if the file was readable before and no longer is. */
  description: InstanceDescription | null;
  tags: SeriesFacts['tags'];
  patient: PatientIdentity | null;
  tile: DrawnTile | NoTile;
}

const LIMITS = { maxSize: THUMBNAIL_PX };

function createInstances(codecs: Codecs): FileReader {
  return {
    async describe(source) {
      const header = await readDicomHeader(source);
      return header.ok ? { ok: true, description: header.description, slices: await slicesOfInstance(header) } : header;
    },
    async look(source, place) {
      const header: HeaderRead = await readDicomHeader(source);
      if (!header.ok) return { description: null, tags: [], patient: null, tile: { noPicture: 'damaged' } };
      const { frame, description } = await frameAtPlace(header, place);
      // A report or similar: nothing is wrong with it.
      const tile: PanelSeries['tile'] = description.pixelData ? await drawInstance(header, place, codecs, LIMITS) : { noPicture: 'pixels' };
      return { description, tags: await readTags(header, frame), patient: await readPatient(header), tile };
    },
  };
}

const VOLUMES: FileReader = {
  async describe(source) {
    const read = await readNifti(source);
    if (read.ok) return { ok: true, description: describe(read), slices: slicesOfVolume(read.header) };
    return { ok: false, why: read.why === 'not-nifti' || read.why === 'cut-off' ? read.why : 'unsupported' };
  },
  async look(source, place) {
    const read = await readNifti(source);
    return { description: read.ok ? describe(read) : null, tags: [], patient: null, tile: await drawVolumeSlice(read, place, LIMITS) };
  },
};

/** Its name comes from the client and is not used. */
function describe({ header }: Extract<NiftiRead, { ok: true }>): InstanceDescription {
  return describeNifti(header, { name: '', sha256: '0' });
}

function toFacts(facts: MergedFacts, { description, tags, tile }: PanelSeries): SeriesFacts {
  const window = isTile(tile) ? { center: tile.windowCenter, width: tile.windowWidth } : description && fileWindow(description);
  return {
    rows: facts.rows,
    columns: facts.columns,
    slices: sliceCount(facts),
    frames: facts.numberOfFrames,
    pixelSpacing: facts.pixelSpacing,
    imagerPixelSpacing: facts.imagerPixelSpacing,
    sliceThickness: facts.sliceThickness,
    imageOrientationPatient: facts.imageOrientationPatient,
    isOneOrientation: facts.imageOrientationPatientEquals,
    windowCenter: finite(window?.center, null),
    windowWidth: finite(window?.width, null),
    rescaleIntercept: finite(description?.rescaleIntercept, 0),
    rescaleSlope: finite(description?.rescaleSlope, 1),
    rescaleType: description?.rescaleType ?? facts.rescaleType,
    cineRate: facts.cineRate,
    photometricInterpretation: description?.photometricInterpretation ?? '',
    isColour: facts.samplesPerPixel > 1 || description?.photometricInterpretation === 'PALETTE COLOR',
    transferSyntaxUid: facts.transferSyntaxUID,
    tags,
    ...(facts.pet && { suv: suvOf(facts.pet) }),
  };
}

/** JSON has no other numbers. */
function finite<Otherwise>(value: number | undefined, otherwise: Otherwise): number | Otherwise {
  return Number.isFinite(value) ? (value as number) : otherwise;
}

function toThumbnail(tile: DrawnTile | NoTile): Pick<ReadSeries, 'thumbnail' | 'noPicture'> {
  return isTile(tile) ? { thumbnail: encodePng(tile), noPicture: null } : { thumbnail: null, noPicture: tile };
}

function isTile(tile: DrawnTile | NoTile): tile is DrawnTile {
  return 'pixels' in tile;
}
