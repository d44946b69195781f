import type { Clock } from './ports.ts';
import type { Wakes } from './sender.ts';
import { createSignal, eitherSignal } from './signals.ts';

/**
 * Wakes the sender of a page: the network is back, the user pressed a button, or the socket brought news. One ring ends every sleep and
 * pause; a ring while nothing sleeps ends the next sleep.
 */
export class Alarm implements Wakes {
  readonly #clock: Clock;
  readonly #pausing = new Set<() => void>();
  #rang = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The clock whose pauses end when the alarm rings, so that a quick try does not wait eight seconds after the network is back. */
  get clock(): Clock {
    return { ...this.#clock, pause: (ms, signal) => this.#pause(ms, signal) };
  }

  ring(): void {
    this.#rang = true;
    for (const end of [...this.#pausing]) end();
  }

  async sleep(ms: number, signal: AbortSignal): Promise<'time' | 'woken' | 'heard'> {
    if (this.#rang) {
      this.#rang = false;
      return 'heard';
    }
    await this.#pause(ms, signal);
    const woken = this.#rang;
    this.#rang = false;
    return woken ? 'woken' : 'time';
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    const ring = createSignal();
    this.#pausing.add(ring.abort);
    await this.#clock.pause(ms, eitherSignal(signal, ring.signal));
    this.#pausing.delete(ring.abort);
  }
}
