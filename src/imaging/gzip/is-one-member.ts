import type { ByteSource } from '#imaging/byte-source.ts';
import { readBlocks } from '#imaging/archive/blocks.ts';
import { gzipTrailer } from '#imaging/archive/gzip.ts';
import { inflateNatively, NativeFault } from '#imaging/archive/inflate-natively.ts';
import { crc32 } from '#model/crc32.ts';
import { MEMBER_TRAILER_BYTES, type MemberHead } from './member-head.ts';

/**
 * Whether a gzip file is exactly one member of this inflated length: one deflate stream between header and trailer, ending where the
 * trailer begins, with a correct trailer. Also false if it cannot be checked (a platform without an inflater). Nothing is kept.
 */
export async function isOneMember(file: ByteSource, head: MemberHead, inflatedBytes: number): Promise<boolean> {
  const end = file.size - MEMBER_TRAILER_BYTES;
  if (end <= head.length) return false;
  let [crc, made] = [0, 0];
  try {
    for await (const piece of inflateNatively(readBlocks(file, head.length, end, { firstBytes: READ_BYTES }), 'deflate-raw')) {
      made += piece.length;
      if (made > inflatedBytes) return false;
      crc = crc32(piece, crc);
    }
  } catch (thrown) {
    if (thrown instanceof NativeFault) return false;
    throw thrown;
  }
  const trailer = await file.read(end, MEMBER_TRAILER_BYTES);
  return made === inflatedBytes && gzipTrailer(crc, made).every((byte, index) => trailer[index] === byte);
}

/** The unit in which staged bytes are encrypted. */
const READ_BYTES = 256 * 1024;
