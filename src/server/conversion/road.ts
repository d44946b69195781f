import type { HeaderRead, ReadHeader } from '#imaging/dicom/read-header.ts';
import type { InstanceDescription } from '#model/instance.ts';

/**
 * How a DICOM series becomes a volume, by what is asked first; the next is asked where the first makes none.
 *
 * | road      | asked in turn                     | for                                                                                |
 * |-----------|-----------------------------------|------------------------------------------------------------------------------------|
 * | as-sent   | dcm2niix, (plain files,) frames   | all that is not below; as plain files again only slices that lie in space           |
 * | plain     | dcm2niix of plain files, frames   | compressed frames in one file that lie in space: dcm2niix mixes up those of RLE     |
 * | frames    | frames, dcm2niix                  | pictures: dcm2niix writes places in a palette, or luminance, instead of colours     |
 * | none      |                                   | no file has pixel data                                                              |
 *
 * Plain files are ours of the same images, neither wrapped oddly nor compressed; frames is our own writer, which places nothing in space.
 */
export type Road = { first: 'as-sent'; mayRewrite: boolean } | { first: 'plain' } | { first: 'frames' } | { first: 'none' };

export function roadOf(reads: readonly HeaderRead[]): Road {
  const images = reads.filter(isImage).map(({ description }) => description);
  if (images.length === 0) return reads.every((read) => read.ok) ? { first: 'none' } : { first: 'as-sent', mayRewrite: false };
  const arePlaced = images.every(isPlaced);
  if (images.every(isPicture)) return { first: 'frames' };
  if (images.some(isCodedCine)) return { first: arePlaced ? 'plain' : 'frames' };
  return { first: 'as-sent', mayRewrite: arePlaced };
}

/** What dcm2niix is given: slices, of files that can be read, and files that cannot. A mosaic is many slices. */
export function slicesOf(reads: readonly HeaderRead[]): { slices: number; unread: number } {
  const images = reads.filter(isImage).map(({ description }) => description);
  const slices = images.reduce((sum, { numberOfFrames, mosaicTiles = 1 }) => sum + numberOfFrames * mosaicTiles, 0);
  return { slices, unread: reads.filter((read) => !read.ok).length };
}

export function isImage(read: HeaderRead): read is ReadHeader {
  return read.ok && read.description.pixelData !== null;
}

/** Colours that dcm2niix leaves out, or writes as numbers: palettes, luminance and chrominance, more than 8 bits. And those that lie nowhere in space. */
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
