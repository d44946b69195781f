/** Pictures that every browser draws by itself, by their first bytes. */
const PICTURES: readonly (readonly [type: string, at: number, bytes: readonly number[]])[] = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
];

export const pictureType = (head: Uint8Array): string | null =>
  PICTURES.find(([, at, bytes]) => bytes.every((byte, n) => head[at + n] === byte))?.[0] ?? null;

/** UTF-8 without control characters other than those of text; null: something else. `isCut`: the last character may be incomplete. */
export function textOf(head: Uint8Array, isCut: boolean): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: isCut });
    // oxlint-disable-next-line no-control-regex -- they are what tells text from bytes
    return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}
