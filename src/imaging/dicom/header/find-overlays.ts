import type { InstanceDescription, OverlayPlace } from '#model/studies/instance.ts';
import type { ElementValues } from '#imaging/dicom/elements/element-values.ts';
import type { Element, ElementSet } from '#imaging/dicom/elements/sequences.ts';

/**
 * Positions of the overlay planes of a little-endian image in its header. Planes embedded in the pixel data (retired in 2004) are left out,
 * as are planes that do not fit their own sizes.
 */
export function overlayPlaces(bytes: Uint8Array, top: ElementSet, values: ElementValues): Pick<InstanceDescription, 'overlays'> {
  const overlays = GROUPS.flatMap((group) => {
    const place = overlayPlace(bytes, top, values, group * 0x10000);
    return place ? [place] : [];
  });
  return overlays.length > 0 ? { overlays } : {};
}

/** Sixteen groups, the even ones (PS3.5 7.6). */
const GROUPS = Array.from({ length: 16 }, (_, index) => 0x6000 + index * 2);

/** Elements of an overlay group. */
const OVERLAY = { rows: 0x10, columns: 0x11, frames: 0x15, type: 0x40, origin: 0x50, firstFrame: 0x51, bitsAllocated: 0x100, data: 0x3000 };

function overlayPlace(bytes: Uint8Array, top: ElementSet, values: ElementValues, group: number): OverlayPlace | null {
  const data = top.get(group + OVERLAY.data);
  const rows = readShort(bytes, top.get(group + OVERLAY.rows), 0);
  const columns = readShort(bytes, top.get(group + OVERLAY.columns), 0);
  if (!data || !rows || !columns || readShort(bytes, top.get(group + OVERLAY.bitsAllocated), 0) !== 1) return null;
  const frames = values.number(top, group + OVERLAY.frames);
  const count = Math.max(1, Math.trunc(frames ?? 1));
  if (data.length < Math.ceil((rows * columns * count) / 8)) return null;
  const origin = top.get(group + OVERLAY.origin);
  return {
    rows,
    columns,
    // Counted from 1 (PS3.3 C.9.2.1.1), signed.
    top: toSigned(readShort(bytes, origin, 0) ?? 1) - 1,
    left: toSigned(readShort(bytes, origin, 1) ?? 1) - 1,
    frames: frames === null ? null : count,
    firstFrame: (readShort(bytes, top.get(group + OVERLAY.firstFrame), 0) ?? 1) - 1,
    isRegion: values.text(top, group + OVERLAY.type) === 'R',
    offset: data.offset,
    length: data.length,
  };
}

/** One of an element's 16-bit numbers, whatever its VR. */
function readShort(bytes: Uint8Array, element: Element | undefined, index: number): number | null {
  if (!element || element.length < (index + 1) * 2) return null;
  return new DataView(bytes.buffer, bytes.byteOffset + element.offset, element.length).getUint16(index * 2, true);
}

function toSigned(value: number): number {
  return value > 0x7fff ? value - 0x10000 : value;
}
