import { DICM_PREFIX, DICM_PREFIX_END, isDicmPrefix } from '#model/files/dicm-prefix.ts';
import { scanElements, type ScanRefusal } from './scan-elements.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { TRANSFER_SYNTAX, type Encoding } from '#imaging/dicom/transfer-syntax.ts';

/**
 * Where the data set of a file begins and how it is encoded. PS3.10 defines it (128 bytes, `DICM`, file meta information with the transfer
 * syntax), but real files lack any of these. The form of the first element overrides the meta information.
 */
export function findDataSet(bytes: Uint8Array, fileSize: number): FoundDataSet | DeflatedDataSet | DataSetRefusal | 'more' {
  if (fileSize === 0) return { why: 'not-dicom', detail: 'empty' };
  const hasPreamble = isDicmPrefix(bytes.subarray(DICM_PREFIX.offset, DICM_PREFIX_END));
  const start = hasPreamble ? DICM_PREFIX_END : 0;
  const meta = readMeta(bytes, start, fileSize);
  if (meta === 'more') return 'more';
  if (meta === 'cut-off') return hasPreamble ? { why: 'cut-off', detail: 'in-header' } : { why: 'not-dicom', detail: 'no-header' };
  if (typeof meta === 'object' && 'refused' in meta) return { why: 'unsupported', detail: meta.refused };
  const { transferSyntaxUid, position } = meta;
  const isMarked = hasPreamble || position > start;
  if (isMarked && fileSize - position < 8) return { why: 'cut-off', detail: 'in-header' };
  const seen = firstElementEncoding(bytes, position);
  if (transferSyntaxUid === TRANSFER_SYNTAX.deflated && !seen?.explicit) return { deflatedFrom: position };
  const encoding = seen ?? claimedEncoding(transferSyntaxUid);
  if (!encoding) return isMarked ? { why: 'unsupported', detail: 'damaged' } : { why: 'not-dicom', detail: 'no-header' };
  return { position, encoding, transferSyntaxUid: agreedSyntax(transferSyntaxUid, encoding), isGuess: !isMarked };
}

export interface FoundDataSet {
  position: number;
  encoding: Encoding;
  transferSyntaxUid: string;
  /** Without `DICM` and meta information, only the first element indicates DICOM. */
  isGuess: boolean;
}

/** From this byte on the file is one deflate stream (PS3.5 A.5) that holds an Explicit VR Little Endian data set. */
export interface DeflatedDataSet {
  deflatedFrom: number;
}

export type DataSetRefusal =
  | { why: 'not-dicom'; detail: 'no-header' | 'empty' }
  | { why: 'cut-off'; detail: 'in-header' }
  | { why: 'unsupported'; detail: ScanRefusal };

function readMeta(bytes: Uint8Array, start: number, fileSize: number) {
  const isMeta = bytes[start] === 2 && bytes[start + 1] === 0;
  if (!isMeta) return { transferSyntaxUid: '', position: start };
  // Meta information is Explicit VR (PS3.10 7.1), but some writers omit the VRs.
  const encoding = { explicit: beginsWithVr(bytes, start), bigEndian: false };
  const scan = scanElements(bytes, start, encoding, { fileSize, onlyGroup: 2 });
  if (scan.end === 'refused') return { refused: scan.why };
  if (scan.end !== 'whole') return scan.end;
  const uid = scan.elements.get(TAG.TransferSyntaxUID);
  const transferSyntaxUid = uid ? uidText(bytes, uid) : '';
  return { transferSyntaxUid, position: scan.position };
}

/** A UID has at most 64 characters, and may be padded (PS3.5 9.1). */
export function uidText(bytes: Uint8Array, { offset, length }: { offset: number; length: number }): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + Math.min(length, 64))).replace(/[\0 ]+$/, '');
}

const VALUE_REPRESENTATIONS = new Set([
  'AE',
  'AS',
  'AT',
  'CS',
  'DA',
  'DS',
  'DT',
  'FD',
  'FL',
  'IS',
  'LO',
  'LT',
  'OB',
  'OD',
  'OF',
  'OL',
  'OV',
  'OW',
  'PN',
  'SH',
  'SL',
  'SQ',
  'SS',
  'ST',
  'SV',
  'TM',
  'UC',
  'UI',
  'UL',
  'UN',
  'UR',
  'US',
  'UT',
  'UV',
]);
/** Data sets begin with group 0008, rarely another low one; the first two bytes of text and other formats are far higher. */
const HIGHEST_FIRST_GROUP = 0x0028;

function beginsWithVr(bytes: Uint8Array, at: number): boolean {
  return VALUE_REPRESENTATIONS.has(String.fromCharCode(...bytes.subarray(at + 4, at + 6)));
}

function firstElementEncoding(bytes: Uint8Array, at: number): Encoding | null {
  if (at + 8 > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const explicit = beginsWithVr(bytes, at);
  const bigEndian = view.getUint16(at, true) > HIGHEST_FIRST_GROUP;
  const group = view.getUint16(at, !bigEndian);
  if (group === 0 || group > HIGHEST_FIRST_GROUP) return null;
  return { explicit, bigEndian };
}

/** For a data set with an uninformative first element, such as a private group. */
function claimedEncoding(transferSyntaxUid: string): Encoding | null {
  if (transferSyntaxUid === '') return null;
  return {
    explicit: transferSyntaxUid !== TRANSFER_SYNTAX.implicitLittleEndian,
    bigEndian: transferSyntaxUid === TRANSFER_SYNTAX.explicitBigEndian,
  };
}

/** The claimed syntax, unless the bytes are encoded otherwise. Implicit VR elements do not contradict a compressed image. */
function agreedSyntax(claimed: string, { explicit, bigEndian }: Encoding): string {
  const { implicitLittleEndian, explicitBigEndian, explicitLittleEndian, deflated } = TRANSFER_SYNTAX;
  if (bigEndian) return explicitBigEndian;
  const isNative = ['', implicitLittleEndian, explicitBigEndian, explicitLittleEndian, deflated].includes(claimed);
  if (explicit) return isNative ? explicitLittleEndian : claimed;
  return !isNative && claimed.startsWith('1.2.840.10008.1.2.') ? claimed : implicitLittleEndian;
}
