import { inflateNatively, NativeFault } from './inflate-natively.ts';
import type { Blocks } from './blocks.ts';

/**
 * Inflates a gzip stream with the platform's inflater until that finds a fault. Any fault (a second member, padding, a wrong checksum, a platform
 * without an inflater) is left to the careful reader, which starts again; output that was already returned is skipped. So the result, including the
 * names of faults, is always that of the careful reader, only faster for an intact stream.
 */
export async function* nativeFirst(open: () => Blocks, careful: () => AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let given = 0;
  try {
    for await (const piece of inflateNatively(open())) {
      given += piece.length;
      yield piece;
    }
    return;
  } catch (thrown) {
    if (!(thrown instanceof NativeFault)) throw thrown;
  }
  for await (const piece of careful()) {
    const known = Math.min(piece.length, given);
    given -= known;
    if (known < piece.length) yield piece.subarray(known);
  }
}
