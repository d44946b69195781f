import { scanElements, type ScanRefusal } from './scan-elements.ts';
import { TAG } from './tags.ts';
import { TRANSFER_SYNTAX, type Encoding } from './transfer-syntax.ts';

/**
 * Where the data set of a file begins and how it is written. PS3.10 says it plainly (128 bytes, `DICM`, file meta information with the
 * transfer syntax), and real files lack any part of that. What the first element looks like wins over what the meta information claims.
 */
export function findDataSet(bytes: Uint8Array, fileSize: number): FoundDataSet | DataSetRefusal | 'more' {
  if (fileSize === 0) return { why: 'not-dicom', detail: 'empty' };
  const hasPreamble = hasDicmPrefix(bytes);
  const start = hasPreamble ? 132 : 0;
  const meta = readMeta(bytes, start, fileSize);
  if (meta === 'more') return 'more';
  if (meta === 'cut-off') return hasPreamble ? { why: 'cut-off', detail: 'in-header' } : { why: 'not-dicom', detail: 'no-header' };
  if (typeof meta === 'object' && 'refused' in meta) return { why: 'unsupported', detail: meta.refused };
  const { transferSyntaxUid, position } = meta;
  if (transferSyntaxUid === TRANSFER_SYNTAX.deflated) return { why: 'unsupported', detail: 'deflated' };
  const isMarked = hasPreamble || position > start;
  if (isMarked && fileSize - position < 8) return { why: 'cut-off', detail: 'in-header' };
  const encoding = firstElementEncoding(bytes, position) ?? claimedEncoding(transferSyntaxUid);
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

export type DataSetRefusal =
  | { why: 'not-dicom'; detail: 'no-header' | 'empty' }
  | { why: 'cut-off'; detail: 'in-header' }
  | { why: 'unsupported'; detail: 'deflated' | ScanRefusal };

/** `DICM` at byte 128: what a DICOM file has and no other. */
function hasDicmPrefix(bytes: Uint8Array): boolean {
  return bytes[128] === 0x44 && bytes[129] === 0x49 && bytes[130] === 0x43 && bytes[131] === 0x4d;
}

function readMeta(bytes: Uint8Array, start: number, fileSize: number) {
  const isMeta = bytes[start] === 2 && bytes[start + 1] === 0;
  if (!isMeta) return { transferSyntaxUid: '', position: start };
  const scan = scanElements(bytes, start, { explicit: true, bigEndian: false }, { fileSize, onlyGroup: 2 });
  if (scan.end === 'refused') return { refused: scan.why };
  if (scan.end !== 'whole') return scan.end;
  const uid = scan.elements.get(TAG.TransferSyntaxUID);
  const transferSyntaxUid = uid ? uidText(bytes.subarray(uid.offset, uid.offset + Math.min(uid.length, 64))) : '';
  return { transferSyntaxUid, position: scan.position };
}

function uidText(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes).replace(/[\0 ]+$/, '');
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

function firstElementEncoding(bytes: Uint8Array, at: number): Encoding | null {
  if (at + 8 > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const explicit = VALUE_REPRESENTATIONS.has(String.fromCharCode(view.getUint8(at + 4), view.getUint8(at + 5)));
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

/** The claimed syntax, unless the bytes are written another way. */
function agreedSyntax(claimed: string, { explicit, bigEndian }: Encoding): string {
  if (bigEndian) return TRANSFER_SYNTAX.explicitBigEndian;
  if (!explicit) return TRANSFER_SYNTAX.implicitLittleEndian;
  const isContradicted =
    claimed === '' || claimed === TRANSFER_SYNTAX.implicitLittleEndian || claimed === TRANSFER_SYNTAX.explicitBigEndian;
  return isContradicted ? TRANSFER_SYNTAX.explicitLittleEndian : claimed;
}
