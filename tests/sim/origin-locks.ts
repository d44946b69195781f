import type { Locks } from '#transfer/sender.ts';
import { createSignal } from '#transfer/signals.ts';
import type { Planted } from './planted.ts';
import type { Scheduler } from './scheduler.ts';

/** A context that can hold a lock and die. */
export interface Holder {
  isAlive: boolean;
}

interface Waiting {
  holder: Holder;
  begin(): void;
}

/** The Web Locks of one origin: first come, first served. A dead holder releases its locks. */
export class OriginLocks {
  readonly #holders = new Map<string, Holder>();
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #scheduler: Scheduler;
  readonly #planted: Planted;

  constructor(scheduler: Scheduler, planted: Planted) {
    this.#scheduler = scheduler;
    this.#planted = planted;
  }

  isHeldBy(name: string, holder: Holder): boolean {
    return this.#holders.get(name) === holder;
  }

  of(holder: Holder): Locks {
    return {
      hold: (name, signal, work) =>
        new Promise((resolve, reject) => {
          let isWaiting = true;
          signal.addEventListener('abort', () => {
            if (isWaiting) reject(new Error('The waiting for a lock was given up'));
            isWaiting = false;
          });
          const begin = (): void => {
            if (!isWaiting) return this.#release(name, holder);
            isWaiting = false;
            if (this.#planted === 'lock-released-early') this.#scheduler.after(2_000, () => this.#release(name, holder));
            // A Web Lock is never lost. A new signal each time, so that listeners of a killed context are dropped with it.
            work(createSignal().signal)
              .finally(() => this.#release(name, holder))
              .then(resolve, reject);
          };
          const queue = this.#waiting.get(name) ?? [];
          this.#waiting.set(name, queue);
          queue.push({ holder, begin });
          this.#grant(name);
        }),
    };
  }

  /** Releases everything that a dead context held or waited for. */
  releaseCalls(holder: Holder): void {
    for (const [name, queue] of this.#waiting) {
      this.#waiting.set(
        name,
        queue.filter((waiting) => waiting.holder !== holder),
      );
      this.#release(name, holder);
    }
  }

  #release(name: string, holder: Holder): void {
    if (this.#holders.get(name) !== holder) return;
    this.#holders.delete(name);
    this.#grant(name);
  }

  #grant(name: string): void {
    const next = this.#holders.has(name) ? undefined : this.#waiting.get(name)?.shift();
    if (!next) return;
    this.#holders.set(name, next.holder);
    this.#scheduler.after(1, () => {
      if (next.holder.isAlive) next.begin();
    });
  }
}
