import { createTextDecoder, type DecodeText } from './character-sets.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import type { Element, ElementSet } from './sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/** Values of elements as in the standard: without padding, lists split, numbers parsed; invalid numbers are absent. */
export interface ElementValues {
  /** The text as written, without padding; '' if absent. */
  text(set: ElementSet, tag: number): string;
  texts(set: ElementSet, tag: number): string[];
  /** First number of a DS, IS, US, SS, UL, SL, FL or FD. */
  number(set: ElementSet, tag: number): number | null;
  numbers(set: ElementSet, tag: number): number[];
}

export function createElementValues(bytes: Uint8Array, bigEndian: boolean, top: ElementSet): ElementValues {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decodeText = createTextDecoder(splitTexts(readText(bytes, top.get(TAG.SpecificCharacterSet), plainAscii)));
  const values: ElementValues = {
    text: (set, tag) => readText(bytes, set.get(tag), decodeText),
    texts: (set, tag) => splitTexts(values.text(set, tag)),
    number: (set, tag) => readNumbers(set.get(tag), tag)[0] ?? null,
    numbers: (set, tag) => readNumbers(set.get(tag), tag),
  };
  return values;

  function readNumbers(element: Element | undefined, tag: number): number[] {
    if (!element || element.length === 0) return [];
    const width = binaryWidth(element, tag);
    if (width === null)
      return splitTexts(readText(bytes, element, plainAscii))
        .map(parseNumber)
        .filter((value) => value !== null);
    const numbers: number[] = [];
    for (let at = 0; at + width.bytes <= element.length; at += width.bytes) {
      const value = width.read(view, element.offset + at, !bigEndian);
      if (Number.isFinite(value)) numbers.push(value);
    }
    return numbers;
  }
}

interface BinaryNumber {
  bytes: number;
  read(view: DataView, at: number, little: boolean): number;
}

const US: BinaryNumber = { bytes: 2, read: (view, at, little) => view.getUint16(at, little) };
const UL: BinaryNumber = { bytes: 4, read: (view, at, little) => view.getUint32(at, little) };
const SL: BinaryNumber = { bytes: 4, read: (view, at, little) => view.getInt32(at, little) };
const FL: BinaryNumber = { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) };
const FD: BinaryNumber = { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) };
const BINARY: Record<string, BinaryNumber> = {
  US,
  UL,
  SL,
  FL,
  FD,
  SS: { bytes: 2, read: (view, at, little) => view.getInt16(at, little) },
};

/** Implicit VR does not give the number format: of the tags read here these are binary by PS3.6, the others are text. */
const IMPLICIT_BINARY: ReadonlyMap<number, BinaryNumber> = new Map(
  (
    [
      [US, [TAG.SamplesPerPixel, TAG.PlanarConfiguration, TAG.Rows, TAG.Columns, TAG.BitsAllocated, TAG.BitsStored, TAG.HighBit]],
      [US, [TAG.PixelRepresentation, TAG.RFEchoTrainLength, TAG.SegmentNumber, TAG.ReferencedSegmentNumber, TAG.MaximumFractionalValue]],
      [US, [TAG.RecommendedDisplayCIELabValue, TAG.GraphicLayerRecommendedDisplayCIELabValue, TAG.ImageRotation, TAG.NumberOfSlices]],
      [US, [TAG.RegionSpatialFormat, TAG.PhysicalUnitsXDirection, TAG.PhysicalUnitsYDirection, TAG.MaskFrameNumbers]],
      [UL, [TAG.ReferencedContentItemIdentifier, TAG.RegionLocationMinX0, TAG.RegionLocationMinY0]],
      [UL, [TAG.RegionLocationMaxX1, TAG.RegionLocationMaxY1]],
      [SL, [TAG.DisplayedAreaTopLeftHandCorner, TAG.DisplayedAreaBottomRightHandCorner]],
      [FL, [TAG.GraphicData, TAG.AnchorPoint, TAG.BoundingBoxTopLeftHandCorner, TAG.BoundingBoxBottomRightHandCorner]],
      [FL, [TAG.PresentationPixelMagnificationRatio, TAG.MaskSubPixelShift]],
      [FD, [TAG.EffectiveEchoTime, TAG.DiffusionBValue, TAG.TableFeedPerRotation, TAG.PhysicalDeltaX, TAG.PhysicalDeltaY]],
    ] as const
  ).flatMap(([format, tags]) => tags.map((tag) => [tag, format] as const)),
);

/** Whether PS3.6 gives a tag read here a binary VR, if the file gives none. */
export function isBinaryTag(tag: number): boolean {
  return IMPLICIT_BINARY.has(tag);
}

function binaryWidth({ vr }: Element, tag: number): BinaryNumber | null {
  return (vr !== '' && vr !== 'UN' ? BINARY[vr] : IMPLICIT_BINARY.get(tag)) ?? null;
}

function readText(bytes: Uint8Array, element: Element | undefined, decodeText: DecodeText): string {
  if (!element || element.items) return '';
  const length = Math.min(element.length, HEADER_LIMITS.textBytes);
  return trimPadding(decodeText(bytes.subarray(element.offset, element.offset + length)));
}

/** Texts are padded with a space, UIDs with a NUL (PS3.5 6.2); some devices leave old buffer content after a NUL. */
function trimPadding(text: string): string {
  const end = text.indexOf('\0');
  return (end < 0 ? text : text.slice(0, end)).trim();
}

function splitTexts(text: string): string[] {
  if (text === '') return [];
  return text.includes('\\') ? text.split('\\').map((part) => part.trim()) : [text.trim()];
}

/** Longer than any list of numbers that is read. */
const ASCII_BYTES = 4096;

/** Character by character: for values of about twenty characters this takes half the time of one call with all. */
const plainAscii: DecodeText = (bytes) => {
  let text = '';
  for (let at = 0; at < bytes.length && at < ASCII_BYTES; at += 1) text += String.fromCharCode(bytes[at] as number);
  return text;
};

/** DS and IS; a decimal comma is accepted, anything else invalid is not a number. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}
