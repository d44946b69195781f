import { emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { diceOf, overlapOf } from '#imaging/mask/compare/overlap.ts';
import { createHash } from '#imaging/mask/operations/block-store.ts';
import { replayedMask } from './replayed-mask.ts';
import type { AskedPair, SentMask } from './types.ts';

interface Opened {
  size: SentMask['size'];
  segments: ReadonlyMap<string, Bits>;
}

/** Replays the masks of a case and compares them. */
export class AgreementWorker {
  readonly #opened = new Map<string, Opened>();
  readonly #hash = createHash();

  /** False: the mask cannot be read. */
  async open(mask: SentMask): Promise<boolean> {
    const segments = replayedMask(mask, await this.#hash);
    if (segments !== null) this.#opened.set(mask.segmentation, { size: mask.size, segments });
    return segments !== null;
  }

  /** Dice of each pair of segments; null: both are empty. Throws if a mask is not open, or if they are not on one grid. */
  dices({ a, b, segments }: AskedPair): (number | null)[] {
    const masks = [this.#maskOf(a), this.#maskOf(b)];
    const none = emptyBits(masks.find((mask) => mask !== null)!.size);
    const [inA, inB] = masks.map((mask) => (segment: string | null) => (segment && mask?.segments.get(segment)) || none);
    return segments.map((pair) => diceOf(overlapOf(inA!(pair.a), inB!(pair.b))));
  }

  close(segmentation: string): void {
    this.#opened.delete(segmentation);
  }

  #maskOf(segmentation: string | null): Opened | null {
    if (segmentation === null) return null;
    const opened = this.#opened.get(segmentation);
    if (opened === undefined) throw new Error('This mask is not open');
    return opened;
  }
}
