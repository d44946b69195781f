import type { HeaderRead, ReadHeader } from '#imaging/dicom/header/read-header.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';

/**
 * How a DICOM series is converted: the converter that is tried first, and the next ones if it makes no volume.
 *
 * | plan      | tried in order                    | for                                                                                 |
 * |-----------|-----------------------------------|-------------------------------------------------------------------------------------|
 * | as-sent   | dcm2niix, (plain files,) frames   | everything not listed below; plain files only for slices with a position in space   |
 * | plain     | dcm2niix of plain files, frames   | compressed frames with positions in one file: dcm2niix mixes up those in RLE        |
 * | frames    | frames, dcm2niix                  | pictures: dcm2niix writes palette indexes or luminance instead of colours           |
 * | none      |                                   | no file has pixel data                                                              |
 *
 * Plain files are rewritten by us from the same images, uncompressed and in a simple form. Frames is our own writer, which sets no positions in
 * space.
 */
export type ConversionPlan = { first: 'as-sent'; mayRewrite: boolean } | { first: 'plain' } | { first: 'frames' } | { first: 'none' };

export function conversionPlan(reads: readonly HeaderRead[]): ConversionPlan {
  const images = reads.filter(isImage).map(({ description }) => description);
  if (images.length === 0) return reads.every((read) => read.ok) ? { first: 'none' } : { first: 'as-sent', mayRewrite: false };
  const arePlaced = images.every(isPlaced);
  if (images.every(isPicture)) return { first: 'frames' };
  if (images.some(isCodedCine)) return { first: arePlaced ? 'plain' : 'frames' };
  return { first: 'as-sent', mayRewrite: arePlaced };
}

/** The slices given to dcm2niix in readable files, and the number of unreadable files. A mosaic has many slices. */
export function slicesOf(reads: readonly HeaderRead[]): { slices: number; unread: number } {
  const images = reads.filter(isImage).map(({ description }) => description);
  const slices = images.reduce((sum, { numberOfFrames, mosaicTiles = 1 }) => sum + numberOfFrames * mosaicTiles, 0);
  return { slices, unread: reads.filter((read) => !read.ok).length };
}

export function isImage(read: HeaderRead): read is ReadHeader {
  return read.ok && read.description.pixelData !== null;
}

/**
 * Colours that dcm2niix omits or writes as numbers: palettes, luminance and chrominance, more than 8 bits; and images without a position in space.
 */
function isPicture(image: InstanceDescription): boolean {
  const { samplesPerPixel, photometricInterpretation, bitsAllocated } = image;
  if (samplesPerPixel === 1) return photometricInterpretation === 'PALETTE COLOR';
  return photometricInterpretation !== 'RGB' || bitsAllocated !== 8 || !isPlaced(image);
}

function isCodedCine({ numberOfFrames, pixelData }: InstanceDescription): boolean {
  return numberOfFrames > 1 && pixelData?.encapsulated === true;
}

function isPlaced({ imageOrientationPatient, imagePositionPatient }: InstanceDescription): boolean {
  return imageOrientationPatient !== null && imagePositionPatient !== null;
}
