import type { ByteSource } from '#imaging/byte-source.ts';

/** A file from the user, read by ranges. */
export function createFileSource(file: Blob) {
  return {
    size: file.size,
    read: async (offset: number, length: number) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  } satisfies ByteSource;
}
