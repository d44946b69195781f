/** Bytes in memory, staged on the device, in a file or inside an archive. Readers request only ranges. */
export interface ByteSource {
  readonly size: number;
  /** The bytes from `offset` on: `length` of them, or fewer at the end of the source. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export function createMemorySource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(Math.min(offset, bytes.length), Math.min(offset + length, bytes.length)),
  };
}
