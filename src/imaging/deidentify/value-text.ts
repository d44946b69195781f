/** Longer texts are not looked through for a person: they may not stay. */
export const LONGEST_TEXT = 64 * 1024;

/** The bytes of a value as letters, a letter a byte, without padding, up to `LONGEST_TEXT`; and back. */
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

/** Whether bytes whose VR is not known read as text: no control characters but those that texts have. */
export function readsAsText(bytes: Uint8Array): boolean {
  return bytes.every(
    (byte, at) => byte >= 0x20 || [0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte) || (byte === 0 && at === bytes.length - 1),
  );
}

const LETTERS_AT_ONCE = 4096;
