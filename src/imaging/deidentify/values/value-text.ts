/** Longer texts are not searched for identifying words: they must not be kept. */
export const LONGEST_TEXT = 64 * 1024;

/** The bytes of a value as letters, one per byte, without padding, up to `LONGEST_TEXT`; and back. */
export function latin1(bytes: Uint8Array): string {
  let end = Math.min(bytes.length, LONGEST_TEXT);
  while (end > 0 && (bytes[end - 1] === 0 || bytes[end - 1] === 0x20)) end -= 1;
  let text = '';
  for (let at = 0; at < end; at += LETTERS_AT_ONCE) text += String.fromCharCode(...bytes.subarray(at, Math.min(at + LETTERS_AT_ONCE, end)));
  return text;
}

export function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Whether bytes of unknown VR read as text: no control characters except those used in texts. */
export function readsAsText(bytes: Uint8Array): boolean {
  return bytes.every(
    (byte, at) => byte >= 0x20 || [0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte) || (byte === 0 && at === bytes.length - 1),
  );
}

/**
 * Whether numeric or unspecified bytes are actually text: eight or more letters of one byte (ASCII, Latin-1 or UTF-8), or four or more of
 * two bytes. A device's numbers contain other bytes: the last byte of a float between 1/65536 and 8 is `>`, `?` or `@`, not a letter.
 */
export function looksWritten(bytes: Uint8Array, letters: 'any' | 'two bytes a letter' = 'any'): boolean {
  if (bytes.length < LEAST_WRITTEN || bytes.length > LONGEST_TEXT) return false;
  return (letters === 'any' ? [...ONE_BYTE, ...TWO_BYTES] : TWO_BYTES).some((decoder) => readsAsWords(decoder, bytes));
}

function readsAsWords(decoder: (typeof ONE_BYTE)[number], bytes: Uint8Array): boolean {
  const isWide = TWO_BYTES.includes(decoder);
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0 || bytes[end - 1] === 0x20)) end -= 1;
  let text: string;
  try {
    text = decoder.decode(bytes.subarray(0, isWide ? end + (end % 2) : end)).replace(/[\0 ]+$/, '');
  } catch {
    return false;
  }
  const least = isWide ? LEAST_WRITTEN / 2 : LEAST_WRITTEN - 1;
  return text.length >= least && WORDS.test(text) && (text.match(isWide ? WIDE_LETTER : LETTER) ?? []).length * 2 >= text.length;
}

const LEAST_WRITTEN = 8;
const ONE_BYTE = ['utf-8', 'latin1'].map((label) => new TextDecoder(label, { fatal: true }));
const TWO_BYTES = ['utf-16le', 'utf-16be'].map((label) => new TextDecoder(label, { fatal: true }));
/** Latin, Greek, Cyrillic and Hebrew letters: with all two-byte letters, half of all byte pairs would match by chance. */
const WORDS = /^[\t\n\r -=A-~\xa0-\u05ff]+$/u;
const LETTER = /[\p{L}\p{N} ]/gu;
/** The most common letters. Small whole numbers read as rarer ones: 1, 2, 3 as U+0100, U+0200, U+0300. */
const WIDE_LETTER = /[A-Za-z0-9 \u0391-\u03c9\u0410-\u044f\u05d0-\u05ea]/gu;

const LETTERS_AT_ONCE = 4096;
