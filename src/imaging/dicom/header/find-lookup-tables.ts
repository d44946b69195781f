import type { InstanceDescription, LookupTablePlace } from '#model/studies/instance.ts';
import { firstItem, type Element, type ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';

type Places = Pick<InstanceDescription, 'palette' | 'modalityLut' | 'voiLut'>;

/** Positions of an image's lookup tables in its header. Missing or unreadable ones are absent. */
export function lookupTablePlaces(bytes: Uint8Array, top: ElementSet, isBigEndian: boolean, isSigned: boolean): Places {
  const read: ReadPlace = (descriptor, data, isSegmented) => readPlace(bytes, descriptor, data, { isBigEndian, isSigned, isSegmented });
  const [palette, modalityLut, voiLut] = [
    palettePlaces(top, read),
    sequencePlace(top, TAG.ModalityLUTSequence, read),
    sequencePlace(top, TAG.VOILUTSequence, read),
  ];
  return { ...(palette ? { palette } : {}), ...(modalityLut ? { modalityLut } : {}), ...(voiLut ? { voiLut } : {}) };
}

type ReadPlace = (descriptor: Element | undefined, data: Element | undefined, isSegmented: boolean) => LookupTablePlace | null;

function palettePlaces(top: ElementSet, read: ReadPlace): Places['palette'] | null {
  const place = (descriptor: number, plain: number, segmented: number) =>
    read(top.get(descriptor), top.get(plain), false) ?? read(top.get(descriptor), top.get(segmented), true);
  const red = place(TAG.RedPaletteDescriptor, TAG.RedPaletteData, TAG.SegmentedRedPaletteData);
  const green = place(TAG.GreenPaletteDescriptor, TAG.GreenPaletteData, TAG.SegmentedGreenPaletteData);
  const blue = place(TAG.BluePaletteDescriptor, TAG.BluePaletteData, TAG.SegmentedBluePaletteData);
  return red && green && blue ? { red, green, blue } : null;
}

function sequencePlace(top: ElementSet, tag: number, read: ReadPlace): LookupTablePlace | null {
  const item = firstItem(top, tag);
  return read(item?.get(TAG.LUTDescriptor), item?.get(TAG.LUTData), false);
}

/**
 * Three numbers: entries, where 0 means 65536; the first stored value mapped, signed if stored values are, whatever its VR; bits per entry
 * (PS3.3 C.7.6.3.1.5, C.11.1.1.1).
 */
function readPlace(
  bytes: Uint8Array,
  descriptor: Element | undefined,
  data: Element | undefined,
  { isBigEndian, isSigned, isSegmented }: { isBigEndian: boolean; isSigned: boolean; isSegmented: boolean },
): LookupTablePlace | null {
  if (!descriptor || descriptor.length < 6 || !data || data.length === 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + descriptor.offset, 6);
  const entries = view.getUint16(0, !isBigEndian) || 65_536;
  const first = isSigned ? view.getInt16(2, !isBigEndian) : view.getUint16(2, !isBigEndian);
  const bits = view.getUint16(4, !isBigEndian);
  if (bits < 1 || bits > 16) return null;
  // An 8-bit table may be written as bytes or, against the standard, as words.
  if (!isSegmented && data.length < (bits > 8 ? entries * 2 : entries)) return null;
  return { entries, first, bits, offset: data.offset, length: data.length, isBigEndian, isSegmented };
}
