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

/** The masks that are open in this page. Whoever has the connection to the server follows them, and says how that goes. */
export class FollowedMasks {
  readonly #masks = new Map<string, { mask: Followed; state: MaskFollowing }>();
  readonly #listeners = new Set<() => void>();

  add({ study, segmentation, gridHash }: Omit<Followed, 'snapshot'>, snapshot: Followed['snapshot'] = async () => null): void {
    this.#masks.set(segmentation, { mask: { study, segmentation, gridHash, snapshot }, state: 'waiting' });
    this.#tell();
  }

  remove(segmentation: string): void {
    if (this.#masks.delete(segmentation)) this.#tell();
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
