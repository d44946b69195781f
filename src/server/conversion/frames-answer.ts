import type { ByteSource } from '#imaging/byte-source.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { describeFrames } from '#imaging/dicom/header/describe-frames.ts';
import { isWithoutImages } from '#model/studies/not-images.ts';
import { frameVolumes } from '#model/pictures/geometry.ts';
import { plainFileSize, toPlainFile } from '#imaging/dicom/plain-file.ts';
import { readDicomHeader, type HeaderRead, type HeaderRefusal, type ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { framesToNifti } from '#imaging/nifti/frames-to-nifti.ts';
import type { BeginAnswer, FramesRun, Given, PlainFilesAnswer, VolumeAnswer } from './frames-run.ts';
import { isImage, conversionPlan, slicesOf } from './conversion-plan.ts';
import { volumeName } from './volume-name.ts';

interface Means {
  codecs: Codecs;
  maxBytes: number;
}

/** The work of the frames process, without the process. */
export async function answerFrames(
  ask: FramesRun['ask'],
  files: readonly ByteSource[],
  means: Means,
): Promise<BeginAnswer | PlainFilesAnswer | VolumeAnswer> {
  const reads = await readHeaders(files, means.maxBytes);
  if (reads === null) return ask === 'begin' ? { first: 'frames', volume: TOO_LARGE, isWithoutImages: false } : TOO_LARGE;
  if (ask === 'plain-files') return makePlainFiles(reads, means);
  if (ask === 'volume') return makeVolume(reads, means);
  const plan = conversionPlan(reads);
  const what = { isWithoutImages: reads.every((read) => read.ok && isWithoutImages(read.description.sopClassUid)) };
  switch (plan.first) {
    case 'none':
      return { ...plan, ...what };
    case 'as-sent':
      return { ...plan, ...what, given: await givenOf(reads) };
    case 'plain':
      return { ...plan, ...what, plain: await makePlainFiles(reads, means), given: await givenOf(reads) };
    case 'frames':
      return { ...plan, ...what, volume: await makeVolume(reads, means) };
  }
}

async function givenOf(reads: readonly HeaderRead[]): Promise<Given> {
  const [image, ...others] = reads.filter(isImage);
  const frames = image && others.length === 0 ? await describeFrames(image) : null;
  const { slices, volumes } = frameVolumes(frames ?? []);
  return { ...slicesOf(reads), volumes: slices > 1 ? volumes : 1 };
}

const TOO_LARGE = { ok: false, refusal: { ok: false, why: 'volume-too-large' } } as const;

/** Null if files of the deflated transfer syntax, each within its own limit, together inflate beyond the limit of a series. */
async function readHeaders(files: readonly ByteSource[], maxBytes: number): Promise<HeaderRead[] | null> {
  const reads: HeaderRead[] = [];
  let heldBytes = 0;
  for (const file of files) {
    const read = await readDicomHeader(file);
    if (read.ok) heldBytes += read.source.size;
    if (heldBytes > maxBytes) return null;
    reads.push(read);
  }
  return reads;
}

/** A volume without the unreadable slice would look complete. */
function refusedOf(reads: readonly HeaderRead[]): { ok: false; refusal: HeaderRefusal } | null {
  const refusal = reads.find((read): read is HeaderRefusal => !read.ok);
  return refusal ? { ok: false, refusal } : null;
}

async function makePlainFiles(reads: readonly HeaderRead[], { codecs, maxBytes }: Means): Promise<PlainFilesAnswer> {
  const refused = refusedOf(reads);
  if (refused) return refused;
  const images = reads.filter(isImage);
  const sizes = images.map(plainFileSize);
  if (sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) > maxBytes) {
    return TOO_LARGE;
  }
  const files: Uint8Array[] = [];
  for (const image of images) {
    const plain = await toPlainFile(image, codecs);
    if (!plain.ok) return { ok: false, refusal: plain };
    files.push(plain.bytes);
  }
  return { ok: true, files };
}

async function makeVolume(reads: readonly HeaderRead[], { codecs, maxBytes }: Means): Promise<VolumeAnswer> {
  const refused = refusedOf(reads);
  if (refused) return refused;
  const images = reads.filter(isImage);
  const volume = await framesToNifti(images, codecs, { maxBytes });
  const [first] = images;
  if (!volume.ok || !first) return { ok: false, refusal: volume.ok ? { ok: false, why: 'no-pixel-data' } : volume };
  const { description } = first;
  return { ok: true, name: nameOf(description), bytes: volume.bytes, sidecar: sidecarOf(description, volume) };
}

/** The name that dcm2niix gives its volumes with `%s_%d`. */
function nameOf({ seriesNumber, seriesDescription }: ReadHeader['description']): string {
  return volumeName(`${seriesNumber ?? ''}_${seriesDescription.replace(/[^\p{L}\p{N}._+=()-]/gu, '_')}`.slice(0, 200), seriesDescription);
}

/** The facts that dcm2niix writes to its sidecars under these names, and our additions. */
function sidecarOf(description: ReadHeader['description'], { slices, isPlaced }: { slices: number; isPlaced: boolean }): string {
  const { modality, seriesNumber, seriesDescription, protocolName, cineRate } = description;
  return JSON.stringify({
    ...(modality && { Modality: modality }),
    ...(seriesNumber !== null && { SeriesNumber: seriesNumber }),
    ...(seriesDescription && { SeriesDescription: seriesDescription }),
    ...(protocolName && { ProtocolName: protocolName }),
    ...(cineRate !== null && { CineRate: cineRate }),
    Frames: slices,
    IsPlacedInSpace: isPlaced,
  });
}
