import type { MadeSnapshot } from './mask-snapshot.ts';
import type { MaskSource } from './types.ts';

/**
 * How a mask that this page shows is followed. `waiting`: the server was not reached yet, or not again. `following`: what others draw arrives. `ended`: this
 * user may not see the segmentation (any more), or it does not exist.
 */
export type MaskFollowing = 'waiting' | 'following' | 'ended';

type Followed = Pick<MaskSource, 'study' | 'segmentation' | 'gridHash'> & {
  /** What the worker can hand in of it. */
  snapshot: () => Promise<MadeSnapshot | null>;
};

const DRAWN_ON = 'drawn on';

/** The masks that are open in this page. Whoever has the connection to the server follows them, and says how that goes. */
export class FollowedMasks {
  readonly #masks = new Map<string, { mask: Followed; state: MaskFollowing; holders: Set<string> }>();
  readonly #listeners = new Set<() => void>();

  /** `holder`: what has it open. It is followed until all of them have removed it. */
  add(
    { study, segmentation, gridHash }: Omit<Followed, 'snapshot'>,
    snapshot: Followed['snapshot'] = async () => null,
    holder = DRAWN_ON,
  ): void {
    const known = this.#masks.get(segmentation);
    if (known?.mask.gridHash === gridHash) return void known.holders.add(holder);
    const holders = new Set([...(known?.holders ?? []), holder]);
    this.#masks.set(segmentation, { mask: { study, segmentation, gridHash, snapshot }, state: 'waiting', holders });
    this.#tell();
  }

  remove(segmentation: string, holder = DRAWN_ON): void {
    const known = this.#masks.get(segmentation);
    if (known === undefined) return;
    known.holders.delete(holder);
    if (known.holders.size > 0) return;
    this.#masks.delete(segmentation);
    this.#tell();
  }

  clear(): void {
    this.#masks.clear();
    this.#tell();
  }

  all(): Followed[] {
    return [...this.#masks.values()].map(({ mask }) => mask);
  }

  /** Null: it is not open. */
  stateOf(segmentation: string): MaskFollowing | null {
    return this.#masks.get(segmentation)?.state ?? null;
  }

  setState(segmentation: string, state: MaskFollowing): void {
    const followed = this.#masks.get(segmentation);
    if (followed === undefined || followed.state === state) return;
    followed.state = state;
    this.#tell();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const followedMasks = new FollowedMasks();
