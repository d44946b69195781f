import type { InstanceDescription } from '#model/studies/instance.ts';

export interface Size {
  width: number;
  height: number;
}

type Shape = Pick<InstanceDescription, 'rows' | 'columns' | 'pixelSpacing' | 'imagerPixelSpacing' | 'pixelAspectRatio'>;

/** A more elongated pixel is a wrong value, not a property of a scanner. */
const WIDEST_PIXEL = 20;

/**
 * Size of a tile: the image's proportions in millimetres (PREV-011), at most `maxSize` on both sides, and never finer than the
 * image's finer pixel spacing: enlarging is done by the screen.
 */
export function tileSize(shape: Shape, maxSize: number): Size {
  const [rowSpacing, columnSpacing] = pixelProportions(shape);
  const widthMm = shape.columns * columnSpacing;
  const heightMm = shape.rows * rowSpacing;
  const finest = 1 / Math.min(rowSpacing, columnSpacing);
  const pixelsPerMm = Math.min(maxSize / widthMm, maxSize / heightMm, finest);
  return { width: atLeastOne(widthMm * pixelsPerMm, maxSize), height: atLeastOne(heightMm * pixelsPerMm, maxSize) };
}

/** Spacing in mm, else the aspect ratio, which is vertical to horizontal (PS3.3 C.7.6.3.1.7). */
export function pixelProportions({ pixelSpacing, imagerPixelSpacing, pixelAspectRatio }: Shape): [number, number] {
  const spacing = pixelSpacing ?? imagerPixelSpacing ?? pixelAspectRatio;
  if (!spacing) return [1, 1];
  const ratio = spacing[0] / spacing[1];
  return ratio > 1 / WIDEST_PIXEL && ratio < WIDEST_PIXEL ? spacing : [1, 1];
}

function atLeastOne(length: number, maxSize: number): number {
  return Math.min(maxSize, Math.max(1, Math.round(length)));
}
