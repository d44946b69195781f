import type { OverlayPlace } from '#model/studies/instance.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { Overlay } from '#imaging/frame.ts';

/** The overlay planes on one frame (from 0) of an image (PS3.3 C.9.2, C.9.3). */
export async function readOverlays(source: ByteSource, places: readonly OverlayPlace[], frame: number): Promise<Overlay[]> {
  const overlays = await Promise.all(places.map((place) => readOverlay(source, place, frame)));
  return overlays.filter((overlay) => overlay !== null);
}

async function readOverlay(source: ByteSource, place: OverlayPlace, frame: number): Promise<Overlay | null> {
  const plane = place.frames === null ? 0 : frame - place.firstFrame;
  if (plane < 0 || plane >= (place.frames ?? 1)) return null;
  // Planes follow each other without a gap, like one-bit frames: one may begin inside a byte.
  const planeBits = place.rows * place.columns;
  const start = Math.floor((planeBits * plane) / 8);
  const end = Math.ceil((planeBits * (plane + 1)) / 8);
  const bits = await source.read(place.offset + start, end - start);
  const { rows, columns, top, left, isRegion } = place;
  return { rows, columns, top, left, bits, firstBit: (planeBits * plane) % 8, isRegion };
}
