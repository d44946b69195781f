/**
 * `DICM` after a 128-byte preamble (PS3.10 7.1), which only DICOM files have. The file rules check name and size; of the files they refuse,
 * the user may still choose to read these.
 */
export const DICM_PREFIX = { offset: 128, length: 4 } as const;

/** The file meta information begins here. */
export const DICM_PREFIX_END = DICM_PREFIX.offset + DICM_PREFIX.length;

/** `bytes` are those after the preamble. */
export function isDicmPrefix(bytes: Uint8Array): boolean {
  return bytes.length === DICM_PREFIX.length && bytes[0] === 0x44 && bytes[1] === 0x49 && bytes[2] === 0x43 && bytes[3] === 0x4d;
}
