import { DICM_MARK, DICM_MARK_END, isDicmMark } from '#model/dicm-mark.ts';
import { scanElements, type ScanRefusal } from './scan-elements.ts';
import { TAG } from './tags.ts';
import { TRANSFER_SYNTAX, type Encoding } from './transfer-syntax.ts';

/**
 * Where the data set of a file begins and how it is written. PS3.10 says it plainly (128 bytes, `DICM`, file meta information with the
 * transfer syntax), and real files lack any part of that. What the first element looks like wins over what the meta information claims.
 */
export function findDataSet(bytes: Uint8Array, fileSize: number): FoundDataSet | DeflatedDataSet | DataSetRefusal | 'more' {
  if (fileSize === 0) return { why: 'not-dicom', detail: 'empty' };
  const hasPreamble = isDicmMark(bytes.subarray(DICM_MARK.offset, DICM_MARK_END));
  const start = hasPreamble ? DICM_MARK_END : 0;
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
  /** Neither `DICM` nor meta information was there: only the first element speaks for DICOM. */
  isGuess: boolean;
}

/** All from this byte on is one deflate stream (PS3.5 A.5), of which a data set of explicit little endian comes. */
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
  // Meta information is explicit (PS3.10 7.1); some writers leave its VRs away all the same.
  const encoding = { explicit: beginsWithVr(bytes, start), bigEndian: false };
  const scan = scanElements(bytes, start, encoding, { fileSize, onlyGroup: 2 });
  if (scan.end === 'refused') return { refused: scan.why };
  if (scan.end !== 'whole') return scan.end;
  const uid = scan.elements.get(TAG.TransferSyntaxUID);
  const transferSyntaxUid = uid ? uidText(bytes, uid) : '';
  return { transferSyntaxUid, position: scan.position };
}

/** A UID has 64 characters at most, and may be padded (PS3.5 9.1). */
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
/** Data sets begin with group 0008, seldom with another low one; of text and other formats the first two bytes are far higher. */
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

/** For a data set whose first element tells nothing, such as one that begins with a private group. */
function claimedEncoding(transferSyntaxUid: string): Encoding | null {
  if (transferSyntaxUid === '') return null;
  return {
    explicit: transferSyntaxUid !== TRANSFER_SYNTAX.implicitLittleEndian,
    bigEndian: transferSyntaxUid === TRANSFER_SYNTAX.explicitBigEndian,
  };
}

/** The claimed syntax, unless the bytes are written another way. Implicit elements do not contradict a compressed picture. */
function agreedSyntax(claimed: string, { explicit, bigEndian }: Encoding): string {
  const { implicitLittleEndian, explicitBigEndian, explicitLittleEndian, deflated } = TRANSFER_SYNTAX;
  if (bigEndian) return explicitBigEndian;
  const isNative = ['', implicitLittleEndian, explicitBigEndian, explicitLittleEndian, deflated].includes(claimed);
  if (explicit) return isNative ? explicitLittleEndian : claimed;
  return !isNative && claimed.startsWith('1.2.840.10008.1.2.') ? claimed : implicitLittleEndian;
}
