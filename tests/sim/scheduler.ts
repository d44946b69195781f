interface Event {
  time: number;
  order: number;
  run: () => void;
}

/**
 * Virtual time. Events happen one after the other, ordered by time and then by request. Between two events, all promises settled by the first one
 * have run, so that each seed gives exactly one sequence.
 */
export class Scheduler {
  now = 0;
  #asked = 0;
  readonly #heap: Event[] = [];

  after(ms: number, run: () => void): void {
    this.#push({ time: this.now + Math.max(0, Math.round(ms)), order: this.#asked++, run });
  }

  /** Runs events until `isDone`, until none is left, or until the next one is after `limit`. Returns whether it was done. */
  async run(isDone: () => boolean, limit: number): Promise<boolean> {
    // Promises settled between two runs come first.
    await promisesSettled();
    while (!isDone()) {
      const next = this.#heap[0];
      if (next === undefined || next.time > limit) {
        this.now = Math.max(this.now, Math.min(limit, next?.time ?? this.now));
        return false;
      }
      this.#pop();
      this.now = next.time;
      next.run();
      await promisesSettled();
    }
    return true;
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(event, heap[above] as Event)) break;
      heap[at] = heap[above] as Event;
      at = above;
    }
    heap[at] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Event;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Event, heap[below] as Event)) below += 1;
      if (!isBefore(heap[below] as Event, last)) break;
      heap[at] = heap[below] as Event;
      at = below;
    }
    heap[at] = last;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}

/** Node runs a nextTick callback only when no more promises can run, however long their chain. */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
