import { inflateNatively, NativeFault } from './inflate-natively.ts';
import type { Blocks } from './blocks.ts';

/**
 * What a gzip stream inflates to: by the platform for as long as that finds no fault. Whatever it stumbles over (a second member, padding, a wrong check
 * sum, a platform that has no inflater) is for the careful reader, which begins again: of what it gives, what was given already is left away. So
 * the answer is the careful one's in every case, faults and their names included; of a sound stream it is only
 * earlier there.
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
