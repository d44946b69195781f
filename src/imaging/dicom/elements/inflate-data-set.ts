import { Inflate } from 'fflate';
import type { ByteSource } from '#imaging/byte-source.ts';
import { mostInflated } from '#imaging/inflate-limits.ts';

/**
 * The data set of a file with the deflated transfer syntax (PS3.5 A.5): one raw deflate stream (RFC 1951) from `start` to the end of the
 * file. It is inflated completely, because every part depends on the bytes before it, and no further than `most` [Note: How far deflated
 * bytes may grow].
 */
export async function inflateDataSet(
  source: ByteSource,
  start: number,
  most: number = mostInflated('dataSet', source.size - start),
): Promise<InflatedDataSet> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate((piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  for (let at = start; at < source.size; at += READ_BYTES) {
    const bytes = await source.read(at, READ_BYTES);
    for (let from = 0; from < bytes.length; from += STEP_BYTES) {
      const isLast = at + from + STEP_BYTES >= source.size;
      const fault = tryPush(inflate, bytes.subarray(from, from + STEP_BYTES), isLast);
      if (fault) return fault;
      if (length > most) return { ok: false, why: 'unsupported', detail: 'inflates-too-far' };
    }
  }
  return { ok: true, source: createPiecesSource(pieces, length) };
}

export type InflatedDataSet =
  | { ok: true; source: ByteSource }
  | { ok: false; why: 'cut-off'; detail: 'in-header' }
  | { ok: false; why: 'unsupported'; detail: 'inflates-too-far' | 'damaged' };

const READ_BYTES = 64 * 1024;
/** Deflate expands by at most 1032: no step returns more than 4 MiB before they are counted. */
const STEP_BYTES = 4 * 1024;

/** The fflate error code for input that ended inside a block. */
const UNEXPECTED_END = 0;

function tryPush(inflate: Inflate, bytes: Uint8Array, isLast: boolean): Exclude<InflatedDataSet, { ok: true }> | null {
  try {
    inflate.push(bytes, isLast);
    return null;
  } catch (thrown) {
    const isCut = isLast && (thrown as { code?: number }).code === UNEXPECTED_END;
    return isCut ? { ok: false, why: 'cut-off', detail: 'in-header' } : { ok: false, why: 'unsupported', detail: 'damaged' };
  }
}

/** Pieces as received: joining them would briefly hold them in memory twice. */
function createPiecesSource(pieces: readonly Uint8Array[], size: number): ByteSource {
  return {
    size,
    read: async (offset, length) => {
      const wanted = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      let start = 0;
      for (const piece of pieces) {
        const from = Math.max(0, offset - start);
        const to = Math.min(piece.length, offset + wanted.length - start);
        if (from < to) wanted.set(piece.subarray(from, to), start + from - offset);
        start += piece.length;
      }
      return wanted;
    },
  };
}
