import { problemOf } from '#imaging/archive/fault.ts';
import { gunzip as inflateMembers } from '#imaging/archive/gzip.ts';
import type { ByteSource } from '#imaging/byte-source.ts';

/** How the inflated bytes ended: with the stream, because the file stops inside it, or because it contradicts itself. */
export type GunzipEnd = 'whole' | 'cut-off' | 'damaged';

/**
 * The inflated bytes of a gzip file, piece by piece in their order, as an archive's are. The file is read as far as the pieces that were asked for
 * need it, in steps of `GUNZIP_READ_BYTES` that grow on a long way.
 */
export async function* gunzip(source: ByteSource): AsyncGenerator<Uint8Array, GunzipEnd> {
  try {
    yield* inflateMembers(source, { firstBytes: GUNZIP_READ_BYTES, mostBytes: GUNZIP_WALK_BYTES });
    return 'whole';
  } catch (thrown) {
    return problemOf(thrown) === 'archive-cut-off' ? 'cut-off' : 'damaged';
  }
}

/** As staged bytes are encrypted: a smaller step would decrypt the same unit several times. */
const GUNZIP_READ_BYTES = 256 * 1024;

/** A slice of a file costs a third of a millisecond, however short it is: of a long walk that was a tenth of its time. */
const GUNZIP_WALK_BYTES = 8 * GUNZIP_READ_BYTES;

/** The two bytes that every gzip member begins with (RFC 1952, 2.3.1). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
