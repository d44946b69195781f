import { joinBytes } from '#model/join-bytes.ts';
import { TRANSFER_SYNTAX, type Encoding } from './transfer-syntax.ts';

/**
 * Writes a DICOM file (PS3.10) from its elements: preamble, file meta information, data set. For synthetic studies and tests; writes the
 * given elements in ascending tag order, and checks only that a value fits its VR.
 */
export function writeDicom({
  elements,
  transferSyntaxUid = TRANSFER_SYNTAX.explicitLittleEndian,
  framing = 'part-10',
}: DicomFile): Uint8Array<ArrayBuffer> {
  const dataSet = writeElements(elements, ENCODINGS[transferSyntaxUid] ?? EXPLICIT_LITTLE);
  if (framing === 'bare') return joinBytes(dataSet);
  const meta = writeMeta({ sopClassUid: textOf(elements, 0x00080016), sopInstanceUid: textOf(elements, 0x00080018), transferSyntaxUid });
  return joinBytes([...(framing === 'no-preamble' ? [] : [writePreamble()]), ...meta, ...dataSet]);
}

/** What precedes every data set (PS3.10 7.1): an empty preamble, the mark, and the file meta information. */
export function writeFileHead(named: NamedByMeta): Uint8Array[] {
  return [writePreamble(), ...writeMeta(named)];
}

interface NamedByMeta {
  sopClassUid: string;
  sopInstanceUid: string;
  transferSyntaxUid: string;
}

export interface DicomFile {
  elements: readonly DicomElement[];
  transferSyntaxUid?: string;
  /** `no-preamble` omits the 132 bytes, `bare` also the meta information: real devices write both. */
  framing?: 'part-10' | 'no-preamble' | 'bare';
}

export interface DicomElement {
  tag: number;
  vr: string;
  value: DicomValue;
}

/** Text for text VRs (lists joined by a backslash), numbers for binary VRs, unchanged bytes, sequence items, fragments. */
export type DicomValue =
  | string
  | number
  | readonly number[]
  | Uint8Array
  | { items: readonly (readonly DicomElement[])[]; undefinedLength?: boolean }
  /** Encapsulated pixel data; the Basic Offset Table stays empty. */
  | { fragments: readonly Uint8Array[] };

const EXPLICIT_LITTLE: Encoding = { explicit: true, bigEndian: false };
/** Compressed syntaxes are explicit little endian around their fragments (PS3.5 A.4). */
const ENCODINGS: Record<string, Encoding> = {
  [TRANSFER_SYNTAX.implicitLittleEndian]: { explicit: false, bigEndian: false },
  [TRANSFER_SYNTAX.explicitBigEndian]: { explicit: true, bigEndian: true },
};

const LONG_VRS = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']);
const UNDEFINED_LENGTH = 0xffffffff;

/** 2.25 with 128 bits is a UID that anyone may create (PS3.5 B.2). */
const IMPLEMENTATION_CLASS_UID = '2.25.188597045020981362760133974580234864105';

function textOf(elements: readonly DicomElement[], tag: number): string {
  const value = elements.find((element) => element.tag === tag)?.value;
  return typeof value === 'string' ? value : '';
}

function writePreamble(): Uint8Array {
  const preamble = new Uint8Array(132);
  preamble.set([0x44, 0x49, 0x43, 0x4d], 128);
  return preamble;
}

function writeMeta({ sopClassUid, sopInstanceUid, transferSyntaxUid }: NamedByMeta): Uint8Array[] {
  const meta = writeElements(
    [
      { tag: 0x00020001, vr: 'OB', value: Uint8Array.of(0, 1) },
      { tag: 0x00020002, vr: 'UI', value: sopClassUid },
      { tag: 0x00020003, vr: 'UI', value: sopInstanceUid },
      { tag: 0x00020010, vr: 'UI', value: transferSyntaxUid },
      { tag: 0x00020012, vr: 'UI', value: IMPLEMENTATION_CLASS_UID },
    ],
    EXPLICIT_LITTLE,
  );
  const groupLength = writeElement({ tag: 0x00020000, vr: 'UL', value: lengthOf(meta) }, EXPLICIT_LITTLE);
  return [...groupLength, ...meta];
}

function writeElements(elements: readonly DicomElement[], encoding: Encoding): Uint8Array[] {
  return [...elements].sort((a, b) => a.tag - b.tag).flatMap((element) => writeElement(element, encoding));
}

/** The pieces of one element. `vr` is not written with Implicit VR. */
export function writeElement({ tag, vr, value }: DicomElement, encoding: Encoding): Uint8Array[] {
  if (isFragments(value)) return [writeHead(tag, vr, UNDEFINED_LENGTH, encoding), ...writeFragments(value.fragments)];
  if (isItems(value)) return writeSequence(tag, value, encoding);
  const bytes = padded(valueBytes(vr, value, encoding.bigEndian), vr);
  return [writeHead(tag, vr, bytes.length, encoding), bytes];
}

function isFragments(value: DicomValue): value is { fragments: readonly Uint8Array[] } {
  return typeof value === 'object' && 'fragments' in value;
}

function isItems(value: DicomValue): value is { items: readonly (readonly DicomElement[])[]; undefinedLength?: boolean } {
  return typeof value === 'object' && 'items' in value;
}

export function writeHead(tag: number, vr: string, length: number, { explicit, bigEndian }: Encoding): Uint8Array {
  const isLong = explicit && LONG_VRS.has(vr);
  if (explicit && !isLong && length > 0xffff) throw new RangeError(`a value of VR ${vr} holds 65535 bytes at most`);
  const bytes = new Uint8Array(isLong ? 12 : 8);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, tag >>> 16, !bigEndian);
  view.setUint16(2, tag & 0xffff, !bigEndian);
  if (explicit) bytes.set([vr.charCodeAt(0), vr.charCodeAt(1)], 4);
  if (explicit && !isLong) view.setUint16(6, length, !bigEndian);
  else view.setUint32(isLong ? 8 : 4, length, !bigEndian);
  return bytes;
}

const IMPLICIT_HEAD = { explicit: false };

export function itemHead(tag: number, length: number, bigEndian: boolean): Uint8Array {
  return writeHead(tag, '', length, { ...IMPLICIT_HEAD, bigEndian });
}

function writeSequence(
  tag: number,
  { items, undefinedLength = false }: { items: readonly (readonly DicomElement[])[]; undefinedLength?: boolean },
  encoding: Encoding,
): Uint8Array[] {
  const { bigEndian } = encoding;
  const written = items.flatMap((elements) => {
    const parts = writeElements(elements, encoding);
    if (!undefinedLength) return [itemHead(0xfffee000, lengthOf(parts), bigEndian), ...parts];
    return [itemHead(0xfffee000, UNDEFINED_LENGTH, bigEndian), ...parts, itemHead(0xfffee00d, 0, bigEndian)];
  });
  if (!undefinedLength) return [writeHead(tag, 'SQ', lengthOf(written), encoding), ...written];
  return [writeHead(tag, 'SQ', UNDEFINED_LENGTH, encoding), ...written, itemHead(0xfffee0dd, 0, bigEndian)];
}

function writeFragments(fragments: readonly Uint8Array[]): Uint8Array[] {
  const items = [new Uint8Array(0), ...fragments].flatMap((fragment) => {
    const bytes = padded(fragment, 'OB');
    return [itemHead(0xfffee000, bytes.length, false), bytes];
  });
  return [...items, itemHead(0xfffee0dd, 0, false)];
}

function valueBytes(vr: string, value: string | number | readonly number[] | Uint8Array, bigEndian: boolean): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'string') return new TextEncoder().encode(value);
  const numbers = typeof value === 'number' ? [value] : value;
  const binary = BINARY[vr];
  if (!binary) return new TextEncoder().encode(numbers.map(decimalString).join('\\'));
  const bytes = new Uint8Array(numbers.length * binary.bytes);
  const view = new DataView(bytes.buffer);
  numbers.forEach((each, index) => binary.write(view, index * binary.bytes, each, !bigEndian));
  return bytes;
}

interface BinaryWriter {
  bytes: number;
  write(view: DataView, at: number, value: number, little: boolean): void;
}

const BINARY: Record<string, BinaryWriter> = {
  US: { bytes: 2, write: (view, at, value, little) => view.setUint16(at, value, little) },
  SS: { bytes: 2, write: (view, at, value, little) => view.setInt16(at, value, little) },
  UL: { bytes: 4, write: (view, at, value, little) => view.setUint32(at, value, little) },
  SL: { bytes: 4, write: (view, at, value, little) => view.setInt32(at, value, little) },
  FL: { bytes: 4, write: (view, at, value, little) => view.setFloat32(at, value, little) },
  FD: { bytes: 8, write: (view, at, value, little) => view.setFloat64(at, value, little) },
};

/** A DS has 16 characters at most (PS3.5 6.2). */
function decimalString(value: number): string {
  const plain = String(value);
  return plain.length <= 16 ? plain : String(Number(value.toPrecision(9)));
}

/** Values have an even length: UIDs and bytes are padded with a NUL, texts with a space. */
function padded(bytes: Uint8Array, vr: string): Uint8Array {
  if (bytes.length % 2 === 0) return bytes;
  const even = new Uint8Array(bytes.length + 1);
  even.set(bytes);
  even[bytes.length] = vr === 'UI' || vr === 'OB' || vr === 'UN' ? 0 : 0x20;
  return even;
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
