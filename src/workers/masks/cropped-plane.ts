import type { MaskPlane } from '#imaging/mask/bits/slices.ts';

/** Slices of one grid may differ in size. */
export function croppedPlane({ width, mask, ...rest }: MaskPlane, toWidth: number, toHeight: number): MaskPlane {
  if (toWidth === width && toHeight === rest.height) return { width, mask, ...rest };
  const smaller = new Uint8Array(toWidth * toHeight);
  for (let row = 0; row < toHeight; row += 1) smaller.set(mask.subarray(row * width, row * width + toWidth), row * toWidth);
  return { width: toWidth, height: toHeight, mask: smaller };
}
