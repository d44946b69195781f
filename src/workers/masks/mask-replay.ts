import { stateAfter, type Placed } from '#imaging/mask/replay/replay.ts';
import { emptyState, stateAt, type MaskState, type Start } from '#imaging/mask/operations/mask-state.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';

interface Replayed {
  state: MaskState;
  /** How many operations it has. */
  count: number;
}

/**
 * The state of a segmentation, replayed from its operations. What was replayed before is not replayed again: usually operations are only added, and those
 * that waited get the numbers that they were expected to get. When others come in between, the replay goes back to the operations that were decided then.
 * It starts from a snapshot, or from nothing. `every`: numbers of which states are kept, to make snapshots of them.
 */
export class MaskReplay {
  #applied: readonly Placed[] = [];
  #now: Replayed;
  /** Of operations whose order cannot change any more. */
  #decided: Replayed;
  readonly #start: Replayed;
  readonly #every: number;
  /** At the last multiples of `every`; also of operations that wait. */
  #marked: Replayed[] = [];

  constructor(size: Voxel, every: number, start: Start | null = null) {
    this.#every = every;
    this.#start = { state: start === null ? emptyState(size) : stateAt(size, start), count: 0 };
    this.#now = this.#start;
    this.#decided = this.#start;
  }

  get state(): MaskState {
    return this.#now.state;
  }

  /**
   * At the last number of which a snapshot is made: operations after it are decided, and they can be replayed from it. Null also if the replay started from a
   * snapshot, because that one may be wrong.
   */
  get marked(): MaskState | null {
    if (this.#start.state.number > 0) return null;
    const decided = this.#applied.slice(0, this.#decided.count);
    const found = this.#marked.findLast(({ state, count }) => count < decided.length && canFollow(decided, count, state.number));
    return found?.state ?? null;
  }

  /**
   * `decided`: by their numbers, with all that the server had before the last of them. `waiting`: after them. `older-start`: they need operations of the snapshot
   * from which this starts; the replay is of no use any more.
   */
  update(decided: readonly Placed[], waiting: readonly Placed[]): MaskState | 'older-start' {
    const all = [...decided, ...waiting];
    const same = countSame(this.#applied, all);
    if (same < this.#now.count) this.#now = same >= this.#decided.count ? this.#decided : this.#start;
    this.#marked = this.#marked.filter(({ count }) => count <= same);
    if (this.#now.count <= decided.length) {
      const reached = this.#advance(this.#now, decided);
      if (reached === null) return 'older-start';
      this.#now = reached;
      this.#decided = reached;
    }
    const reached = this.#advance(this.#now, all);
    if (reached === null) return 'older-start';
    this.#now = reached;
    this.#applied = all;
    return this.#now.state;
  }

  /** Null: it needs operations of the snapshot. */
  #advance(from: Replayed, all: readonly Placed[]): Replayed | null {
    let reached = from;
    while (reached.count < all.length) {
      const mark = all.findIndex(({ number }, at) => at >= reached.count && number % this.#every === 0);
      const state = stateAfter(reached.state, all.slice(reached.count, mark < 0 ? all.length : mark + 1));
      if (state === null) return null;
      reached = { state, count: mark < 0 ? all.length : mark + 1 };
      if (mark >= 0 && !this.#marked.some(({ count }) => count === reached.count)) this.#marked = [...this.#marked, reached].slice(-MARKS);
    }
    return reached;
  }
}

/** What comes after the first `count` operations, up to `number`, needs none of them. */
function canFollow(decided: readonly Placed[], count: number, number: number): boolean {
  const earlier = new Set(decided.slice(0, count).map(({ read }) => read.uuid));
  return decided
    .slice(count)
    .every(({ read }) =>
      read.kind === 'withdraw' ? !read.uuids.some((uuid) => earlier.has(uuid)) : read.kind !== 'clear' && read.base >= number,
    );
}

/** One that is decided, and others that wait. */
const MARKS = 3;

function countSame(before: readonly Placed[], now: readonly Placed[]): number {
  let same = 0;
  while (same < before.length && before[same]!.number === now[same]?.number && before[same]!.read.uuid === now[same]!.read.uuid) same += 1;
  return same;
}
