/** Numbers that depend only on a seed (mulberry32): the only source of randomness in a simulation. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Similar seeds must not start with similar numbers.
    let state = (seed ^ 0x9e3779b9) >>> 0;
    state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
    this.#state = (state ^ (state >>> 15)) >>> 0;
  }

  /** 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from `least` to `most`, both included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return probability > 0 && this.next() < probability;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.int(0, values.length - 1)];
    if (value === undefined) throw new Error('Nothing to pick from');
    return value;
  }

  shuffle<T>(values: T[]): T[] {
    for (let at = values.length - 1; at > 0; at -= 1) {
      const other = this.int(0, at);
      [values[at], values[other]] = [values[other] as T, values[at] as T];
    }
    return values;
  }
}
