import { latin1, LONGEST_TEXT, looksWritten, readsAsText } from './value-text.ts';

/** The kind of a value, and how many an element may have; 0: any number. */
export interface NumberForm {
  vr: string;
  most: number;
}

/**
 * Whether bytes are only numbers of a VR, whatever VR was written: private elements are often written as UN or without a VR, and a name in
 * place of a number must not be kept.
 */
export function areNumbers(bytes: Uint8Array, { vr, most }: NumberForm): boolean {
  const size = SIZES[vr];
  if (size === undefined) return vr === 'DS' || vr === 'IS' ? areDecimals(latin1(bytes), most) : false;
  const count = bytes.length / size;
  if (!Number.isInteger(count) || (most > 0 && count > most) || looksWritten(bytes)) return false;
  return vr === 'FL' || vr === 'FD' ? areLikely(bytes, size) : true;
}

/**
 * Whether a value has the form of its VR (PS3.5 6.2), as far as devices follow it: not a text in place of a number, code or bytes, and not
 * a text containing bytes that are not text. With an unknown VR it must not be text of two bytes per letter.
 */
export function hasFormOf(vr: string, bytes: Uint8Array): boolean {
  const form = TEXT_FORMS[vr];
  if (form) return bytes.length <= LONGEST_TEXT && form.test(latin1(bytes));
  if (FREE_TEXTS.has(vr)) return readsAsText(bytes.subarray(0, latin1(bytes).length)) || bytes.length > LONGEST_TEXT;
  return JUDGED_ELSEWHERE.has(vr) || !looksWritten(bytes, vr === '' ? 'two bytes a letter' : 'any');
}

/** Digits in numbers, and no signs of a name in a code. Long values are not codes. */
const TEXT_FORMS: Readonly<Record<string, RegExp | undefined>> = {
  AS: /^\d{0,3}[DWMY]?$/i,
  CS: /^[\t\n\r -+\-./0-<>?A-\]_-~]*$/,
  DS: /^(?:[\s\d+\-.,eE\\]|nan|inf)*$/i,
  IS: /^(?:[\s\d+\-.,eE\\]|nan|inf)*$/i,
  TM: /^[\s\d:.\-\\]*$/,
  UI: /^[\s\d.\\]*$/,
};
/** Names and dates have their own rules; an AE title is any text. */
const JUDGED_ELSEWHERE: ReadonlySet<string> = new Set(['AE', 'DA', 'DT', 'PN']);
const FREE_TEXTS: ReadonlySet<string> = new Set(['LO', 'LT', 'SH', 'ST', 'UC', 'UT']);

/**
 * Whether an element written with one VR may hold numbers of another. Text never holds binary numbers, because four letters are also a
 * float. Names, dates and times never hold text numbers.
 */
export function mayHoldNumbers(written: string, vr: string): boolean {
  return vr === 'DS' || vr === 'IS' ? !NEVER_NUMBERS.has(written) : !TEXT_VRS.has(written);
}

const NEVER_NUMBERS: ReadonlySet<string> = new Set(['AS', 'DA', 'DT', 'PN', 'TM', 'UI', 'UR']);
const TEXT_VRS: ReadonlySet<string> = new Set([...NEVER_NUMBERS, 'AE', 'CS', 'DS', 'IS', 'LO', 'LT', 'SH', 'ST', 'UC', 'UT']);

const SIZES: Readonly<Record<string, number | undefined>> = { SS: 2, US: 2, SL: 4, UL: 4, FL: 4, FD: 8 };

/** PS3.5 6.2: DS and IS. */
const DECIMAL = /^\s*[+-]?(?:\d{1,14}(?:\.\d{0,14})?|\.\d{1,14})(?:[eE][+-]?\d{1,3})?\s*$/;

function areDecimals(text: string, most: number): boolean {
  if (text.length >= LONGEST_TEXT) return false;
  const values = text.split('\\');
  return (most === 0 || values.length <= most) && values.every((value) => value === '' || (value.length <= 24 && DECIMAL.test(value)));
}

/** Finite, and of a measurable magnitude: letters read as floats are far larger. Either byte order is accepted. */
function areLikely(bytes: Uint8Array, size: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = (at: number, little: boolean) => (size === 4 ? view.getFloat32(at, little) : view.getFloat64(at, little));
  const isLikely = (value: number) => value === 0 || (Math.abs(value) < 1e12 && Math.abs(value) > 1e-25);
  return [true, false].some((little) => {
    for (let at = 0; at < bytes.length; at += size) if (!isLikely(read(at, little))) return false;
    return true;
  });
}

/** Whether all numbers are 0, or 1 where 1 changes nothing: removing such an element loses nothing. */
export function saysNothing(bytes: Uint8Array, vr: string, neutral: number): boolean {
  const size = SIZES[vr];
  if (size === undefined) return Number(latin1(bytes).split('\\')[0]) === neutral;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = (at: number) => {
    if (vr === 'FD') return view.getFloat64(at, true);
    if (vr === 'FL') return view.getFloat32(at, true);
    return size === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
  };
  for (let at = 0; at + size <= bytes.length; at += size) if (read(at) !== neutral) return false;
  return true;
}
