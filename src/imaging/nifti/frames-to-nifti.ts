import { frameOrder, frameVolumes } from '#model/pictures/geometry.ts';
import type { FrameDescription, InstanceDescription } from '#model/studies/instance.ts';
import { sliceOrder } from '#model/studies/series.ts';
import type { Frame } from '#imaging/frame.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { describeFrames } from '#imaging/dicom/header/describe-frames.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import type { FrameRefusal } from '#imaging/dicom/pixels/stored-frame.ts';
import { frameDatatype, writeFrame, type Scaling } from './frame-voxels.ts';
import { placeFrames, type PlacedVolume } from './place-frames.ts';
import { writeNiftiHeader } from './write-nifti.ts';

/**
 * The frames of a series as one volume without a position in space: they follow each other along z in series order, and qform and sform
 * codes are 0. For series that volume converters do not accept: cines, ultrasound, screen captures. Values are stored values with slope and
 * intercept in the header, or rescaled floats if these vary between frames; colours are 8-bit RGB. Frames of one image at the same
 * positions (contrasts, echoes, times) become volumes of a fourth dimension, placed in space if they form a regular stack. Rows are stored
 * bottom to top, as NIfTI writers do.
 *
 * The volume is allocated once, after all sizes were checked against the pixel data, and filled frame by frame.
 */
export async function framesToNifti(
  headers: readonly ReadHeader[],
  codecs: Codecs,
  { maxBytes }: { maxBytes: number },
): Promise<FramesToNifti> {
  const images = await Promise.all(inOrder(headers).map(toImage));
  const [first] = images;
  if (!first) return { ok: false, why: 'no-pixel-data' };
  const refusal = refuseSizes(images);
  if (refusal) return refusal;
  const scaling = commonScaling(images);
  const sample = await decode(first, 0, codecs);
  if (!sample.ok) return sample;
  const datatype = frameDatatype(sample.frame, scaling);
  const slices = images.reduce((sum, image) => sum + image.header.description.numberOfFrames, 0);
  const { rows, columns } = first.header.description;
  const extent = images.length === 1 && first.frames ? frameVolumes(first.frames) : { slices, volumes: 1 };
  const placed = extent.volumes === 1 ? null : placeImage(first, extent.slices);
  const header = headerOf(first.header.description, { columns, rows, extent, placed, datatype: datatype.code, scaling });
  const sliceBytes = rows * columns * datatype.bytesPerVoxel;
  if (header.length + sliceBytes * slices > maxBytes) return { ok: false, why: 'volume-too-large' };
  const bytes = new Uint8Array(header.length + sliceBytes * slices);
  bytes.set(header);
  let at = header.length;
  for (const image of images) {
    for (let place = 0; place < image.header.description.numberOfFrames; place += 1, at += sliceBytes) {
      const decoded = await decode(image, place, codecs);
      if (!decoded.ok) return decoded;
      if (frameDatatype(decoded.frame, scaling).code !== datatype.code) return { ok: false, why: 'different-images' };
      writeFrame(bytes.subarray(at, at + sliceBytes), decoded.frame, scaling ? null : rescaleOf(image, place));
    }
  }
  return { ok: true, bytes, slices, isPlaced: placed !== null };
}

export type FramesToNifti =
  | { ok: true; bytes: Uint8Array<ArrayBuffer>; slices: number; isPlaced: boolean }
  | FrameRefusal
  /** Rows, columns or value type vary within the series: not one volume. */
  | { ok: false; why: 'different-images' }
  | { ok: false; why: 'volume-too-large' };

interface Image {
  header: ReadHeader;
  /** Per-frame values and order; null: no per-frame values, file order. */
  frames: FrameDescription[] | null;
  order: number[] | null;
}

function inOrder(headers: readonly ReadHeader[]): ReadHeader[] {
  const places = headers.map((header) => ({ header, ...sliceOrder(header.description) }));
  return places.sort((a, b) => a.order - b.order || a.order2 - b.order2).map(({ header }) => header);
}

async function toImage(header: ReadHeader): Promise<Image> {
  const frames = await describeFrames(header);
  return { header, frames, order: frames && frameOrder(frames) };
}

function placeImage({ header, frames, order }: Image, slices: number): PlacedVolume | null {
  const { rows, pixelSpacing } = header.description;
  return placeFrames(order?.flatMap((frame) => frames?.[frame] ?? []) ?? [], { slices, rows, pixelSpacing });
}

function refuseSizes(images: readonly Image[]): Exclude<FramesToNifti, { ok: true }> | null {
  const [first] = images.map(({ header }) => header.description);
  for (const { header } of images) {
    const { description } = header;
    if (!description.pixelData) return { ok: false, why: 'no-pixel-data' };
    if (description.rows !== first?.rows || description.columns !== first.columns) return { ok: false, why: 'different-images' };
    if (!holdsItsFrames(description)) return { ok: false, why: 'wrong-length' };
  }
  return null;
}

/** At least one bit per pixel, or one item header per frame (PS3.5 A.4): otherwise the number of frames is false. */
function holdsItsFrames({ rows, columns, numberOfFrames, pixelData }: InstanceDescription): boolean {
  if (!pixelData) return false;
  const leastBytes = pixelData.encapsulated ? numberOfFrames * 8 : (rows * columns * numberOfFrames) / 8;
  return leastBytes <= pixelData.length;
}

/** Slope and intercept of all frames; null if they differ. */
function commonScaling(images: readonly Image[]): Scaling | null {
  const said = images.flatMap(({ header, frames }) => frames ?? [header.description]);
  const [first] = said;
  const isCommon = said.every((each) => each.rescaleSlope === first?.rescaleSlope && each.rescaleIntercept === first.rescaleIntercept);
  return first && isCommon ? { slope: first.rescaleSlope, intercept: first.rescaleIntercept } : null;
}

function frameAt({ order }: Image, place: number): number {
  return order?.[place] ?? place;
}

function rescaleOf(image: Image, place: number): Scaling {
  const said = image.frames?.[frameAt(image, place)] ?? image.header.description;
  return { slope: said.rescaleSlope, intercept: said.rescaleIntercept };
}

async function decode(image: Image, place: number, codecs: Codecs): Promise<{ ok: true; frame: Frame } | FrameRefusal> {
  const { source, description } = image.header;
  return decodeFrame(source, description, frameAt(image, place), codecs);
}

/** dim[] of NIfTI-1 are signed 16-bit numbers. */
const NIFTI1_LONGEST = 32767;
const MM = 2;
const UNKNOWN_UNITS = 0;

function headerOf(
  { pixelSpacing }: InstanceDescription,
  {
    columns,
    rows,
    extent: { slices, volumes },
    placed,
    datatype,
    scaling,
  }: {
    columns: number;
    rows: number;
    extent: { slices: number; volumes: number };
    placed: PlacedVolume | null;
    datatype: number;
    scaling: Scaling | null;
  },
): Uint8Array {
  const isSpaced = pixelSpacing?.every((mm) => Number.isFinite(mm) && mm > 0) ?? false;
  const [between, across] = (isSpaced && pixelSpacing) || [1, 1];
  return writeNiftiHeader({
    version: Math.max(columns, rows, slices, volumes) > NIFTI1_LONGEST ? 2 : 1,
    dims: volumes === 1 ? [columns, rows, slices] : [columns, rows, slices, volumes],
    pixdim: [across, between, placed?.sliceSpacing ?? 1],
    units: isSpaced ? MM : UNKNOWN_UNITS,
    datatype,
    slope: scaling?.slope ?? 1,
    intercept: scaling?.intercept ?? 0,
    ...(placed
      ? { qfac: placed.qfac, qform: placed.qform, sform: placed.sform, description: 'Lightship: frames that share their places' }
      : { description: 'Lightship: frames along z, not placed in space', intentName: 'not spatial' }),
  });
}
