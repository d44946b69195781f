const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...LETTERS].map((letter, value) => [letter.charCodeAt(0), value]));

/** Base64 with padding (RFC 4648, 4). */
export function bytesToBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [first, second, third] = [bytes[at]!, bytes[at + 1], bytes[at + 2]];
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    parts.push(
      LETTERS[bits >>> 18]! + LETTERS[(bits >>> 12) & 63]!,
      second === undefined ? '=' : LETTERS[(bits >>> 6) & 63]!,
      third === undefined ? '=' : LETTERS[bits & 63]!,
    );
  }
  return parts.join('');
}

/** Null unless it is Base64 with padding. */
export function base64ToBytes(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let to = 0;
  for (let at = 0; at < text.length; at += 4) {
    let bits = 0;
    for (let letter = at; letter < at + 4; letter += 1) {
      const value = letter >= text.length - padding ? 0 : VALUES.get(text.charCodeAt(letter));
      if (value === undefined) return null;
      bits = (bits << 6) | value;
    }
    for (let shift = 16; shift >= 0 && to < bytes.length; shift -= 8) {
      bytes[to] = (bits >>> shift) & 255;
      to += 1;
    }
  }
  return bytes;
}
