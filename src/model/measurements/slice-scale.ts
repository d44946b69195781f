import type { Scale } from '#contract/measurements.ts';

/** How long a pixel of a slice is. `spacing`: mm between columns, then between rows. */
export type SliceScale = { on: Exclude<Scale, 'pixels'>; spacing: readonly [number, number] } | { on: 'pixels' };

type Pair = readonly [number, number];

/**
 * The scale of a slice by its header, whose spacings are between rows, then between columns. A projection has the spacing on its detector; another
 * Pixel Spacing than that one was calibrated to the patient (PS3.3 10.7.1).
 */
export function sliceScale({
  pixelSpacing,
  imagerPixelSpacing,
}: {
  pixelSpacing: Pair | null;
  imagerPixelSpacing: Pair | null;
}): SliceScale {
  const spacing = pixelSpacing ?? imagerPixelSpacing;
  if (spacing === null || !spacing.every((mm) => mm > 0)) return { on: 'pixels' };
  const isOnDetector = imagerPixelSpacing !== null && spacing.every((mm, index) => mm === imagerPixelSpacing[index]);
  return { on: isOnDetector ? 'detector' : 'patient', spacing: [spacing[1], spacing[0]] };
}
