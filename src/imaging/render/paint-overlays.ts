import type { Overlay } from '#imaging/frame.ts';
import type { Size } from './tile-size.ts';

/**
 * Paints overlays over a tile of a frame: graphics in white, regions half transparent. A point of the frame paints the tile pixel that contains it,
 * so that thin lines remain visible in a smaller tile.
 */
export function paintOverlays(pixels: Uint8ClampedArray, from: Size, size: Size, overlays: readonly Overlay[]): void {
  for (const overlay of overlays) {
    const painted = pixelsUnder(overlay, from, size);
    for (const pixel of painted) {
      for (let at = pixel * 4; at < pixel * 4 + 3; at += 1) pixels[at] = overlay.isRegion ? ((pixels[at] as number) + 255) / 2 : 255;
    }
  }
}

/** Only points on the frame are visited, however large the overlay claims to be. */
function pixelsUnder({ rows, columns, top, left, bits, firstBit }: Overlay, from: Size, size: Size): Set<number> {
  const pixels = new Set<number>();
  for (let y = Math.max(0, top); y < Math.min(from.height, top + rows); y += 1) {
    const row = Math.floor((y * size.height) / from.height) * size.width;
    for (let x = Math.max(0, left); x < Math.min(from.width, left + columns); x += 1) {
      const bit = firstBit + (y - top) * columns + (x - left);
      if (((bits[bit >> 3] as number) >> (bit & 7)) & 1) pixels.add(row + Math.floor((x * size.width) / from.width));
    }
  }
  return pixels;
}
