import { frameOrder, frameVolumes } from '#model/geometry.ts';
import type { FrameDescription, InstanceDescription } from '#model/instance.ts';
import { sliceOrder } from '#model/series.ts';
import type { Frame } from '#imaging/frame.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { decodeFrame } from '#imaging/dicom/decode-frame.ts';
import { describeFrames } from '#imaging/dicom/describe-frames.ts';
import type { ReadHeader } from '#imaging/dicom/read-header.ts';
import type { FrameRefusal } from '#imaging/dicom/stored-frame.ts';
import { frameDatatype, writeFrame, type Scaling } from './frame-voxels.ts';
import { placeFrames, type PlacedVolume } from './place-frames.ts';
import { writeNiftiHeader } from './write-nifti.ts';

/**
 * The frames of a series as one volume, which lies nowhere in space: they follow each other along z in the order of the series, and qform and sform
 * are 0. For what no converter of volumes takes: cines, ultrasound, captured screens. Values are the stored ones with slope and intercept in the
 * header, or rescaled floats where these change from frame to frame; colours are RGB of 8 bits. Frames of one image that share their places (contrasts,
 * echoes, times) are volumes of a fourth dimension, and are placed in space where they are a regular stack. Rows run from below, as NIfTI writers lay
 * them.
 *
 * The volume is allocated once, after every size was held against the pixel data, and filled frame by frame.
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
  /** Rows, columns or kind of values change within the series: they make no one volume. */
  | { ok: false; why: 'different-images' }
  | { ok: false; why: 'volume-too-large' };

interface Image {
  header: ReadHeader;
  /** What its frames say for themselves, and their order; null: nothing, and that of the file. */
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

/** At least a bit per pixel, or the head of a fragment per frame (PS3.5 A.4): else the number of frames is a lie, and nothing is made for it. */
function holdsItsFrames({ rows, columns, numberOfFrames, pixelData }: InstanceDescription): boolean {
  if (!pixelData) return false;
  const leastBytes = pixelData.encapsulated ? numberOfFrames * 8 : (rows * columns * numberOfFrames) / 8;
  return leastBytes <= pixelData.length;
}

/** Slope and intercept of all frames; null where they differ. */
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

/** dim[] of NIfTI-1 are 16 bits with a sign. */
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
