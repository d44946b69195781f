import type { ByteSource } from '#imaging/byte-source.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { frameAtPlace } from '#imaging/dicom/header/describe-frames.ts';
import { isVolumeFile } from '#imaging/is-volume-file.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import type { Frame } from '#imaging/frame.ts';
import { decodeNiftiSlice } from '#imaging/nifti/decode-slice.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { shownWindow } from '#imaging/nifti/shown-window.ts';
import { drawTile, type TileDescription } from '#imaging/render/draw-tile.ts';
import { frameLook } from '#imaging/render/look.ts';
import { resample } from '#imaging/render/resample.ts';
import { tileSize, type Size } from '#imaging/render/tile-size.ts';
import { fileWindow, isPet, type Window } from '#imaging/render/window.ts';
import type { SliceValues, WantedSlices } from './archive-unpacker.ts';

interface NamedSource {
  name: string;
  source: ByteSource;
}

/**
 * [Note: Slices as numbers]
 *
 * The values from which a page draws a slice of the server (CALL-059, 060): at the size of the tile, 16 bits, signed, with a slope and an
 * intercept that convert them to rescaled values, so that the user's window works as on a slice of the device. Colours, and anything beyond a
 * window (a table, overlays), are drawn here: three numbers per pixel, 0 to 255.
 *
 * Null: there is no image. Of several slices, those without an image are empty.
 */
export async function sliceValues(files: readonly NamedSource[], wanted: WantedSlices, codecs: Codecs): Promise<SliceValues | null> {
  const small: (Small | null)[] = [];
  for await (const picture of picturesOf(files, wanted.slice, codecs)) {
    if (small.length === wanted.count) break;
    small.push(picture && toSmall(picture, wanted.maxSize));
  }
  const drawn = small.filter((each) => each !== null);
  const first = drawn[Math.floor(drawn.length / 2)];
  if (first === undefined) return null;
  const like = small.map((each) => (each?.samples === first.samples && isSameSize(each, first) ? each : null));
  return { ...first.look, ...toWords(like, first), width: first.width, height: first.height, slices: small.length, samples: first.samples };
}

interface Picture {
  frame: Frame;
  description: TileDescription & { sopClassUid?: string };
  /** Null: the window of the file. */
  window: Window | null;
}

/** All of them in slider order, or one. Null: it cannot be decoded. */
async function* picturesOf(files: readonly NamedSource[], slice: number | null, codecs: Codecs): AsyncGenerator<Picture | null> {
  let first = 0;
  for (const file of files) {
    const opened = await open(file, codecs);
    const isWanted = (place: number): boolean => slice === null || slice === first + place;
    for (let place = 0; place < opened.pictures; place += 1) if (isWanted(place)) yield opened.picture(place);
    first += opened.pictures;
  }
}

interface Opened {
  pictures: number;
  picture(place: number): Promise<Picture | null>;
}

const UNREADABLE: Opened = { pictures: 1, picture: () => Promise.resolve(null) };

async function open({ name, source }: NamedSource, codecs: Codecs): Promise<Opened> {
  if (await isVolumeFile(name, source)) {
    const read = await readNifti(source);
    if (!read.ok) return UNREADABLE;
    const { header, voxels } = read;
    const description = describeNifti(header, { name: '', sha256: '0' });
    return {
      pictures: header.slices,
      async picture(place) {
        const decoded = await decodeNiftiSlice(voxels, header, place);
        if (!decoded.ok) return null;
        const { frame } = decoded;
        return { frame, description, window: frame.kind === 'grey' ? shownWindow(header, frame.samples) : null };
      },
    };
  }
  const header = await readDicomHeader(source);
  if (!header.ok) return UNREADABLE;
  return {
    pictures: Math.max(1, header.description.numberOfFrames),
    async picture(place) {
      if (header.description.pixelData === null) return null;
      const { frame, description } = await frameAtPlace(header, place);
      const decoded = await decodeFrame(header.source, description, frame, codecs);
      return decoded.ok ? { frame: decoded.frame, description, window: null } : null;
    },
  };
}

interface Small extends Size {
  samples: 1 | 3;
  /** After rescale; colours 0 to 255. */
  values: ArrayLike<number>;
  look: Pick<SliceValues, 'windowCenter' | 'windowWidth' | 'isInverted' | 'isHotIron'>;
}

function toSmall({ frame, description, window }: Picture, maxSize: number): Small {
  if (frame.kind === 'rgb' || frame.overlays || (frame.voiLut && window === null && !fileWindow(description))) {
    const { width, height, pixels, windowCenter, windowWidth } = drawTile(frame, description, { maxSize, ...(window && { window }) });
    const values = pixels.filter((_, at) => at % 4 !== 3);
    return { width, height, samples: 3, values, look: { windowCenter, windowWidth, isInverted: false, isHotIron: false } };
  }
  const look = frameLook(frame, description, window ?? undefined);
  const size = tileSize({ ...description, rows: frame.rows, columns: frame.columns }, maxSize);
  const means = resample(frame.samples, { width: frame.columns, height: frame.rows }, size);
  // The output of a modality lookup table is already rescaled (PS3.3 C.11.1).
  const { rescaleSlope, rescaleIntercept } = description.modalityLut ? { rescaleSlope: 1, rescaleIntercept: 0 } : description;
  return {
    ...size,
    samples: 1,
    values: means.map((value) => value * rescaleSlope + rescaleIntercept),
    look: {
      windowCenter: look.window.center,
      windowWidth: look.window.width,
      isInverted: frame.isInverted,
      isHotIron: isPet(description),
    },
  };
}

function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

/** Steps from the lowest to the highest value: finer than a screen can show. */
const STEPS = 65_534;

function toWords(small: readonly (Small | null)[], { width, height, samples }: Small): Pick<SliceValues, 'bytes' | 'slope' | 'intercept'> {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const value of valuesOf(small)) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const isColour = samples === 3;
  const isFlat = !(highest > lowest);
  const slope = isColour || isFlat ? 1 : (highest - lowest) / STEPS;
  const intercept = isColour ? 0 : isFlat ? (Number.isFinite(lowest) ? lowest : 0) : (highest + lowest) / 2;
  const perSlice = width * height * samples;
  const bytes = new Uint8Array(small.length * perSlice * 2);
  const words = new DataView(bytes.buffer);
  for (const [slice, each] of small.entries()) {
    for (let at = 0; at < perSlice; at += 1) {
      const value = each === null ? NaN : (each.values[at] as number);
      const word = Number.isFinite(value) ? Math.round((value - intercept) / slope) : isColour ? 0 : -STEPS / 2;
      words.setInt16((slice * perSlice + at) * 2, word, true);
    }
  }
  return { bytes, slope, intercept };
}

function* valuesOf(small: readonly (Small | null)[]): Generator<number> {
  for (const each of small) {
    for (let at = 0; at < (each?.values.length ?? 0); at += 1) {
      const value = each!.values[at] as number;
      if (Number.isFinite(value)) yield value;
    }
  }
}
