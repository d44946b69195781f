/** Bytes that are somewhere: in memory, staged on the device, in a file, inside an archive. Readers ask for ranges and nothing more. */
export interface ByteSource {
  readonly size: number;
  /** The bytes from `offset` on: `length` of them, or fewer where the source ends. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export function createMemorySource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(Math.min(offset, bytes.length), Math.min(offset + length, bytes.length)),
  };
}
