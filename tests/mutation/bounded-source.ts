import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';

/** Counts the work of a reader instead of its time: no more reads than these, and none outside the file. */
export function boundedSource(bytes: Uint8Array, mostReads: number): ByteSource {
  const source = createMemorySource(bytes);
  let reads = 0;
  return {
    size: source.size,
    read: (offset, length) => {
      reads += 1;
      if (reads > mostReads) throw new Error(`${reads} reads of ${bytes.length} bytes`);
      if (!(offset >= 0 && offset <= source.size && length >= 0)) throw new Error(`a read at ${offset} of ${length}`);
      return source.read(offset, length);
    },
  };
}
