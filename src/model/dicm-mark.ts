/**
 * `DICM` behind 128 bytes of preamble (PS3.10 7.1): what a DICOM file has and no other. The rules of the door go by name and size; of what they
 * refuse, these may be read all the same if a person says so.
 */
export const DICM_MARK = { offset: 128, length: 4 } as const;

/** The file meta information begins here. */
export const DICM_MARK_END = DICM_MARK.offset + DICM_MARK.length;

/** Of the bytes that stand there. */
export function isDicmMark(bytes: Uint8Array): boolean {
  return bytes.length === DICM_MARK.length && bytes[0] === 0x44 && bytes[1] === 0x49 && bytes[2] === 0x43 && bytes[3] === 0x4d;
}
