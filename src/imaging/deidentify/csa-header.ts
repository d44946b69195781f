import { PROTOCOL_HEAD, rewriteProtocol } from './siemens-protocol.ts';
import { latin1, latin1Bytes } from './values/value-text.ts';

/**
 * The Siemens image and series headers in (0029,xx10) and (0029,xx20), second form (`SV10`): named entries, each with text items.
 * Converters read a few of them; all others may hold names. The header is rewritten with these entries only, and of their values only those
 * of the required form. The first form has no mark, and dcm2niix reads nothing from it.
 *
 * SV10, 04 03 02 01, number of entries, 77; an entry: name (64 bytes), VM, VR (4), type, number of items, 77; an item: its length in the
 * second of four numbers, the text, padded to a multiple of four.
 */
export function rewriteCsa(bytes: Uint8Array): RewrittenCsa | null {
  const entries = readCsa(bytes);
  if (entries === null) return null;
  const filled = entries.filter(({ items }) => items.some((item) => item !== ''));
  const [kept, lost] = [true, false].map((isKept) => filled.filter((entry) => isOfForm(entry) === isKept)) as [CsaEntry[], CsaEntry[]];
  const written = kept.length === 0 ? null : writeCsa(kept);
  return {
    bytes: written && written.length <= MOST_BYTES ? written : null,
    kept: kept.map(({ name }) => name),
    lost: lost.map(({ name }) => name),
  };
}

export interface RewrittenCsa {
  /** Null: no entry is left. */
  bytes: Uint8Array<ArrayBuffer> | null;
  kept: string[];
  /** Entries that a converter reads and whose values have a wrong form. */
  lost: string[];
}

function isOfForm({ name, items }: CsaEntry): boolean {
  return items.length <= MOST_ITEMS && items.every((item) => item === '' || ENTRIES[name]!.form.test(item));
}

interface CsaEntry {
  name: string;
  items: string[];
}

interface KnownEntry {
  vr: string;
  /** Number of values of an entry; 0: any number. */
  vm: number;
  form: RegExp;
}

const NUMBER = /^-?\d{1,9}(?:\.\d{0,12})?(?:[eE][+-]?\d{1,3})?$/;
const number = (vr: string, vm: number): KnownEntry => ({ vr, vm, form: NUMBER });

/** What dcm2niix and other converters read for voxels, position, times and diffusion. */
const ENTRIES: Readonly<Record<string, KnownEntry | undefined>> = {
  NumberOfImagesInMosaic: number('US', 1),
  SliceNormalVector: number('FD', 3),
  ProtocolSliceNumber: number('IS', 1),
  MosaicRefAcqTimes: number('FD', 0),
  SliceMeasurementDuration: number('DS', 1),
  TimeAfterStart: number('DS', 1),
  BandwidthPerPixelPhaseEncode: number('FD', 1),
  PhaseEncodingDirectionPositive: number('IS', 1),
  RealDwellTime: number('IS', 1),
  B_value: number('IS', 1),
  B_matrix: number('FD', 6),
  DiffusionGradientDirection: number('FD', 3),
  // The coil and the position of an image in its measurement: `X_1_1_1_17`.
  ICE_Dims: { vr: 'LO', vm: 1, form: /^(?:X|\d{1,3})(?:_\d{1,7}){5,30}$/ },
  ImageHistory: { vr: 'CS', vm: 0, form: /^CC:ComplexAdd$/ },
  // Rewritten while it is read.
  MrPhoenixProtocol: { vr: 'UN', vm: 0, form: PROTOCOL_HEAD },
  MrProtocol: { vr: 'UN', vm: 0, form: PROTOCOL_HEAD },
};

const PROTOCOLS: ReadonlySet<string> = new Set(['MrPhoenixProtocol', 'MrProtocol']);

/** dcm2niix takes a header with more entries for a broken one. */
const MOST_ITEMS = 1024;
const MOST_ENTRIES = 4096;
/** The limit of a short VR (PS3.5 7.1.2): the header can be written back with any VR. */
const MOST_BYTES = 0xfff0;
const MARK = 'SV10';
const CHECK = 77;
/** Used instead of 77 in some headers. */
const OTHER_CHECK = 205;
const HEAD_BYTES = 16;
const NAME_BYTES = 64;
const ENTRY_BYTES = 84;
const ITEM_BYTES = 16;

function readCsa(bytes: Uint8Array): CsaEntry[] | null {
  if (bytes.length < HEAD_BYTES || latin1(bytes.subarray(0, 4)) !== MARK) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(8, true);
  if (count > MOST_ENTRIES || bytes[12] !== CHECK) return null;
  const entries: CsaEntry[] = [];
  let at = HEAD_BYTES;
  for (let n = 0; n < count; n += 1) {
    if (at + ENTRY_BYTES > bytes.length) return null;
    const name = upToNul(bytes.subarray(at, at + NAME_BYTES));
    const itemCount = view.getInt32(at + 76, true);
    const check = view.getInt32(at + 80, true);
    if (itemCount < 0 || (check !== CHECK && check !== OTHER_CHECK)) return null;
    at += ENTRY_BYTES;
    const isKnown = ENTRIES[name] !== undefined;
    const items: string[] = [];
    for (let item = 0; item < itemCount; item += 1) {
      if (at + ITEM_BYTES > bytes.length) return null;
      const length = view.getInt32(at + 4, true);
      at += ITEM_BYTES;
      if (length < 0 || at + length > bytes.length) return null;
      const item = bytes.subarray(at, at + length);
      if (isKnown) items.push(PROTOCOLS.has(name) ? (rewriteProtocol(item) ?? '') : upToNul(item).trim());
      at += Math.ceil(length / 4) * 4;
    }
    if (isKnown) entries.push({ name, items });
  }
  return entries;
}

function upToNul(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return latin1(end === -1 ? bytes : bytes.subarray(0, end));
}

function writeCsa(entries: readonly CsaEntry[]): Uint8Array<ArrayBuffer> {
  const padded = (item: string) => (item === '' ? 0 : Math.ceil((item.length + 1) / 4) * 4);
  const size = entries.reduce(
    (sum, { items }) => sum + ENTRY_BYTES + items.reduce((of, item) => of + ITEM_BYTES + padded(item), 0),
    HEAD_BYTES + 4,
  );
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(latin1Bytes(MARK));
  bytes.set([4, 3, 2, 1], 4);
  view.setUint32(8, entries.length, true);
  view.setUint32(12, CHECK, true);
  let at = HEAD_BYTES;
  for (const { name, items } of entries) {
    const { vr, vm } = ENTRIES[name]!;
    bytes.set(latin1Bytes(name), at);
    view.setInt32(at + 64, vm, true);
    bytes.set(latin1Bytes(vr), at + 68);
    view.setInt32(at + 76, items.length, true);
    view.setInt32(at + 80, CHECK, true);
    at += ENTRY_BYTES;
    for (const item of items) {
      const length = item === '' ? 0 : item.length + 1;
      [length, length, CHECK, length].forEach((value, index) => view.setInt32(at + 4 * index, value, true));
      bytes.set(latin1Bytes(item), at + ITEM_BYTES);
      at += ITEM_BYTES + padded(item);
    }
  }
  return bytes;
}
