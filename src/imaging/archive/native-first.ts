import { inflateNatively, NativeFault } from './inflate-natively.ts';
import type { Blocks } from './blocks.ts';

/**
 * What a stream inflates to: by the platform for as long as that finds no fault. Whatever it stumbles over (a second member, padding, a wrong check
 * sum, a platform that has no inflater) is for the careful reader, which walks the stream again from its beginning and gives what comes behind the
 * bytes that were given already. So the answer is the careful one's in every case, faults and their names included; of a sound stream it is only
 * earlier there.
 */
export async function* nativeFirst(
  format: 'gzip' | 'deflate-raw',
  open: () => Blocks,
  careful: (deflated: Blocks) => AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let given = 0;
  try {
    for await (const piece of inflateNatively(format, open())) {
      given += piece.length;
      yield piece;
    }
    return;
  } catch (thrown) {
    if (!(thrown instanceof NativeFault)) throw thrown;
  }
  for await (const piece of careful(open())) {
    const known = Math.min(piece.length, given);
    given -= known;
    if (known < piece.length) yield piece.subarray(known);
  }
}
