import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { frameAtPlace } from '#imaging/dicom/header/describe-frames.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { isVolumeFile } from '#imaging/is-volume-file.ts';
import type { Frame } from '#imaging/frame.ts';
import { decodeNiftiSlice } from '#imaging/nifti/decode-slice.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import type { FileToSort, FramePixels } from './archive-unpacker.ts';

/** The middle frame of a file, without rescale and window (CALL-046); null if there is no image that can be drawn. */
export async function framePixels({ name, source }: Pick<FileToSort, 'name' | 'source'>, codecs: Codecs): Promise<FramePixels | null> {
  if (await isVolumeFile(name, source)) {
    const read = await readNifti(source);
    if (!read.ok) return null;
    const { slices } = read.header;
    const decoded = await decodeNiftiSlice(read.voxels, read.header, Math.floor(slices / 2));
    return decoded.ok ? toPixels(decoded.frame, slices) : null;
  }
  const header = await readDicomHeader(source);
  if (!header.ok || header.description.pixelData === null) return null;
  const frames = Math.max(1, header.description.numberOfFrames);
  const { frame, description } = await frameAtPlace(header, Math.floor(frames / 2));
  const decoded = await decodeFrame(header.source, description, frame, codecs);
  return decoded.ok ? toPixels(decoded.frame, frames) : null;
}

const [LOWEST, HIGHEST] = [-32_768, 32_767];

function toPixels({ kind, rows, columns, samples }: Frame, frames: number): FramePixels {
  const bytes = new Uint8Array(rows * columns * 2);
  const view = new DataView(bytes.buffer);
  for (let pixel = 0; pixel < rows * columns; pixel += 1) {
    const value = kind === 'rgb' ? grey(samples, pixel * 3) : (samples[pixel] ?? 0);
    view.setInt16(pixel * 2, Math.min(HIGHEST, Math.max(LOWEST, Math.round(value))), true);
  }
  return { rows, columns, frames, bytes };
}

/** ITU-R BT.601. */
function grey(samples: Frame['samples'], at: number): number {
  return 0.299 * samples[at]! + 0.587 * samples[at + 1]! + 0.114 * samples[at + 2]!;
}
