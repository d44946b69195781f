import { latin1, readsAsText } from './value-text.ts';

/** Of which kind a value is, and how many of them an element may have; 0: any number. */
export interface NumberForm {
  vr: string;
  most: number;
}

/**
 * Whether bytes are numbers of a VR and nothing else, whatever VR they were written with: a private element is often written as UN or without one,
 * and a name in the place of a number must not stay.
 */
export function areNumbers(bytes: Uint8Array, { vr, most }: NumberForm): boolean {
  const size = SIZES[vr];
  if (size === undefined) return vr === 'DS' || vr === 'IS' ? areDecimals(latin1(bytes), most) : false;
  const count = bytes.length / size;
  if (!Number.isInteger(count) || (most > 0 && count > most) || looksWritten(bytes)) return false;
  return vr === 'FL' || vr === 'FD' ? areLikely(bytes, size) : true;
}

/**
 * Whether an element that was written with a VR may hold numbers of another. Binary numbers are in no text: four letters are a float as well. Numbers
 * that are texts are in no name, date or time.
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
  const values = text.split('\\');
  return (most === 0 || values.length <= most) && values.every((value) => value === '' || (value.length <= 24 && DECIMAL.test(value)));
}

/**
 * Letters and digits alone, eight or more of them. Numbers of a device have other bytes among theirs: the last one of a float between 1/65536 and 8
 * is no letter and no digit.
 */
function looksWritten(bytes: Uint8Array): boolean {
  return bytes.length >= 8 && readsAsText(bytes) && /^[\w ^,.=\\-]{8,}$/.test(latin1(bytes));
}

/** Finite, and of a size that something measured has: letters read as floats are far beyond. Either order of bytes will do. */
function areLikely(bytes: Uint8Array, size: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = (at: number, little: boolean) => (size === 4 ? view.getFloat32(at, little) : view.getFloat64(at, little));
  const isLikely = (value: number) => value === 0 || (Math.abs(value) < 1e15 && Math.abs(value) > 1e-40);
  return [true, false].some((little) => {
    for (let at = 0; at < bytes.length; at += size) if (!isLikely(read(at, little))) return false;
    return true;
  });
}

/** Whether all numbers are 0, or all 1 where 1 changes nothing: without such an element nothing is lost. */
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
