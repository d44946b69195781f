/** The bytes of a value as letters, a letter a byte, without padding; and back. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += LETTERS_AT_ONCE) text += String.fromCharCode(...bytes.subarray(at, at + LETTERS_AT_ONCE));
  return text.replace(/[\0 ]+$/, '');
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
