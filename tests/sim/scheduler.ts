interface Event {
  time: number;
  order: number;
  run: () => void;
}

/**
 * Virtual time. What happens, happens here and one after the other, in the order (time, order of asking); between two events every promise
 * that the first one settled has run its course, so that one seed is one story.
 */
export class Scheduler {
  now = 0;
  #asked = 0;
  readonly #heap: Event[] = [];

  after(ms: number, run: () => void): void {
    this.#push({ time: this.now + Math.max(0, Math.round(ms)), order: this.#asked++, run });
  }

  /** Runs events until `isDone`, until none is left, or until the next one lies after `limit`. Gives whether it was done. */
  async run(isDone: () => boolean, limit: number): Promise<boolean> {
    // What was done between two runs has its consequences first.
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

/** Node runs what was asked for by nextTick only when no promise is left that could run, however long the chain. */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
