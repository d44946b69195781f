/**
 * Text in the character sets of PS3.3 C.12.1.1.2, decoded by the decoders of the browser. Within a text that switches sets (ISO 2022, PS3.5
 * 6.1.2.5), the escape sequence selects the decoder for what follows.
 */
export type DecodeText = (bytes: Uint8Array) => string;

export function createTextDecoder(specificCharacterSet: readonly string[]): DecodeText {
  const [first = '', ...others] = specificCharacterSet.map(normalTerm);
  const initial = SINGLE[first] ?? 'utf-8';
  const fallbacks = first in SINGLE && first !== '' ? [] : [...new Set(others.flatMap((term) => SINGLE[term] ?? [])), 'windows-1252'];
  return (bytes) =>
    isAscii(bytes) ? asciiText(bytes) : bytes.includes(ESC) ? decodeSwitched(bytes, initial) : decodeWhole(bytes, [initial, ...fallbacks]);
}

const ESC = 0x1b;

/** Defined terms, with `ISO 2022 IR n` and `ISO_IR n` treated as equal, to labels of the Encoding Standard. */
const SINGLE: Record<string, string> = {
  '': 'utf-8', // the default repertoire is ASCII, which UTF-8 contains
  'IR 6': 'utf-8',
  'IR 100': 'windows-1252',
  'IR 101': 'iso-8859-2',
  'IR 109': 'iso-8859-3',
  'IR 110': 'iso-8859-4',
  'IR 144': 'iso-8859-5',
  'IR 127': 'iso-8859-6',
  'IR 126': 'iso-8859-7',
  'IR 138': 'iso-8859-8',
  'IR 148': 'windows-1254',
  'IR 203': 'iso-8859-15',
  'IR 166': 'windows-874',
  'IR 13': 'shift_jis',
  'IR 87': 'iso-2022-jp',
  'IR 149': 'euc-kr',
  'IR 58': 'gbk',
  'IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
};

/** `ISO_IR 100`, `ISO 2022 IR 100`, `ISO IR 100`, `ISO-IR_100`: devices write all of these. */
function normalTerm(term: string): string {
  return term
    .trim()
    .toUpperCase()
    .replace(/^ISO[ _-]*(2022)?[ _-]*IR[ _-]*/, 'IR ');
}

type Run = { label: string; isHighBitSet: boolean };

/** Escape sequences of PS3.3 tables C.12-3 and C.12-4, without the escape itself. */
const DESIGNATED: Record<string, Run> = {
  '(B': { label: 'utf-8', isHighBitSet: false },
  '(J': { label: 'shift_jis', isHighBitSet: false },
  ')I': { label: 'shift_jis', isHighBitSet: false },
  '-A': { label: 'windows-1252', isHighBitSet: false },
  '-B': { label: 'iso-8859-2', isHighBitSet: false },
  '-C': { label: 'iso-8859-3', isHighBitSet: false },
  '-D': { label: 'iso-8859-4', isHighBitSet: false },
  '-L': { label: 'iso-8859-5', isHighBitSet: false },
  '-G': { label: 'iso-8859-6', isHighBitSet: false },
  '-F': { label: 'iso-8859-7', isHighBitSet: false },
  '-H': { label: 'iso-8859-8', isHighBitSet: false },
  '-M': { label: 'windows-1254', isHighBitSet: false },
  '-b': { label: 'iso-8859-15', isHighBitSet: false },
  '-T': { label: 'windows-874', isHighBitSet: false },
  // JIS X 0208 and 0212 use the low half; EUC-JP is the same tables with the high bit set.
  '$@': { label: 'euc-jp', isHighBitSet: true },
  $B: { label: 'euc-jp', isHighBitSet: true },
  '$(D': { label: 'euc-jp-0212', isHighBitSet: true },
  '$)C': { label: 'euc-kr', isHighBitSet: false },
  '$)A': { label: 'gbk', isHighBitSet: false },
};

function decodeSwitched(bytes: Uint8Array, initial: string): string {
  const begin: Run = { label: initial === 'iso-2022-jp' ? 'utf-8' : initial, isHighBitSet: false };
  let run = begin;
  let text = '';
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const isEscape = bytes[at] === ESC;
    if (!isEscape && !(run !== begin && endsRun(bytes[at] as number, run))) continue;
    text += decodeRun(bytes.subarray(start, at), run);
    const designation = isEscape ? designationAt(bytes, at + 1) : '';
    run = isEscape ? (DESIGNATED[designation] ?? run) : begin;
    start = isEscape ? at + 1 + designation.length : at;
    at = isEscape ? start - 1 : at;
  }
  return text + decodeRun(bytes.subarray(start), run);
}

/** Tab, line feed, form feed, carriage return, and the delimiters of names and lists: `=`, `\`, `^`. */
const DELIMITERS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x3d, 0x5c, 0x5e]);

/** After a delimiter the first set applies again (PS3.5 6.1.2.5.3). A low byte of a two-byte character may look like a delimiter. */
function endsRun(byte: number, { isHighBitSet }: Run): boolean {
  return !isHighBitSet && DELIMITERS.has(byte);
}

/** The characters after an escape that name a set; '' if unknown. */
function designationAt(bytes: Uint8Array, at: number): string {
  const following = String.fromCharCode(...bytes.subarray(at, at + 3));
  return [following, following.slice(0, 2)].find((candidate) => candidate in DESIGNATED) ?? '';
}

function decodeRun(bytes: Uint8Array, { label, isHighBitSet }: Run): string {
  if (!isHighBitSet) return decoder(label).decode(bytes);
  const raised: number[] = [];
  for (const byte of bytes) {
    // EUC-JP reaches JIS X 0212 through a leading 0x8F per character.
    if (label === 'euc-jp-0212' && isFirstOfPair(raised)) raised.push(0x8f);
    raised.push(byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte);
  }
  return decoder('euc-jp').decode(Uint8Array.from(raised));
}

function isFirstOfPair(raised: readonly number[]): boolean {
  return raised.length % 3 === 0;
}

/**
 * Bytes that are no UTF-8 although nothing else is promised: some devices leave the escape sequences away, and Western ones the whole element.
 */
function decodeWhole(bytes: Uint8Array, labels: readonly string[]): string {
  const texts = labels.map((label) => decoder(label === 'iso-2022-jp' ? 'shift_jis' : label).decode(bytes));
  return texts.find((text) => !text.includes('\ufffd')) ?? texts.at(-1) ?? '';
}

/** The part of TextDecoder that is used: its name is a type in a browser's library only. */
interface Decoder {
  decode(bytes: Uint8Array): string;
}

const decoders = new Map<string, Decoder>();

function decoder(label: string): Decoder {
  let known = decoders.get(label);
  if (!known) {
    known = new TextDecoder(label);
    decoders.set(label, known);
  }
  return known;
}

function isAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte >= 0x80 || byte === ESC) return false;
  return true;
}

function asciiText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
