import { problemOf } from '#imaging/archive/fault.ts';
import { gunzip as inflateMembers } from '#imaging/archive/gzip.ts';
import type { ByteSource } from '#imaging/byte-source.ts';

/** How the inflated bytes ended: with the stream, because the file is truncated, or because it is inconsistent. */
export type GunzipEnd = 'whole' | 'cut-off' | 'damaged';

/**
 * The inflated bytes of a gzip file in order, piece by piece, as for archives. The file is read only as far as the requested pieces need,
 * in steps of `GUNZIP_READ_BYTES` that grow on long reads.
 */
export async function* gunzip(source: ByteSource): AsyncGenerator<Uint8Array, GunzipEnd> {
  try {
    yield* inflateMembers(source, { firstBytes: GUNZIP_READ_BYTES, mostBytes: GUNZIP_WALK_BYTES });
    return 'whole';
  } catch (thrown) {
    return problemOf(thrown) === 'archive-cut-off' ? 'cut-off' : 'damaged';
  }
}

/** The unit in which staged bytes are encrypted: a smaller step would decrypt the same unit several times. */
const GUNZIP_READ_BYTES = 256 * 1024;

/** A slice of a file costs a third of a millisecond, whatever its length: a tenth of the time of a long read. */
const GUNZIP_WALK_BYTES = 8 * GUNZIP_READ_BYTES;

/** The first two bytes of every gzip member (RFC 1952, 2.3.1). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
