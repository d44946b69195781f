/** Texts that a file holds in VR UN are hexadecimal bytes to dcmdump, as `48\\49`; the reader gives the text. */
export function isShownAsBytes(text: string | null): boolean {
  return text !== null && /^[0-9a-f]{2}(\\[0-9a-f]{2})+$/.test(text);
}

export function bytesToText(text: string): string {
  if (!isShownAsBytes(text)) return text;
  const bytes = text.split('\\').map((byte) => Number.parseInt(byte, 16));
  return new TextDecoder().decode(Uint8Array.from(bytes)).replace(/[\0 ]+$/, '');
}
