import type { BrickType } from '#imaging/volume/brick-bytes.ts';
import type { PlacedBrick } from '#imaging/volume/brick-file.ts';
import type { BrickStore } from '#imaging/volume/brick-store.ts';
import { unpackBrick } from '#imaging/volume/unpack-brick.ts';

/** Neighbouring bricks are asked for together: a request costs as much as some hundred kilobytes. */
const REQUEST_BYTES = 1024 ** 2;
const LANES = 4;
/** As many as there are panes. */
const MOST_VIEWS = 9;

interface LoaderPorts {
  /** In the order of the store. */
  bricks: readonly PlacedBrick[];
  type: BrickType;
  store: BrickStore;
  /** Rejects if the server cannot be reached. */
  fetch(offset: number, length: number): Promise<Uint8Array>;
  /** Bricks have arrived, or will not. */
  onChange(): void;
}

/**
 * Asks for bricks: those of the latest view first, then those of earlier views, then the nearest of the others while there is room for them. A brick
 * that is damaged is asked for once more.
 *
 *     waiting ──asked──▶ here
 *        ▲  └──damaged──▶ again ──damaged──▶ refused
 *        └────── the server cannot be reached: all wait until `retry`
 */
export class BrickLoader {
  readonly #ports: LoaderPorts;
  /** Latest first. */
  #views: { name: string; bricks: readonly number[] }[] = [];
  readonly #asked = new Set<number>();
  readonly #again = new Set<number>();
  readonly #refused = new Set<number>();
  #lanes = 0;
  #isAway = false;
  #isEnded = false;

  constructor(ports: LoaderPorts) {
    this.#ports = ports;
  }

  /** Damaged twice. */
  get refused(): number {
    return this.#refused.size;
  }

  /** Some could not be reached. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** These bricks are looked at now. A view replaces the earlier one of its name. */
  look(name: string, bricks: readonly number[]): void {
    this.#ports.store.use(bricks);
    this.#views = [{ name, bricks }, ...this.#views.filter((view) => view.name !== name)].slice(0, MOST_VIEWS);
    this.#pump();
  }

  /** After the server could not be reached. */
  retry(): void {
    this.#isAway = false;
    this.#pump();
  }

  end(): void {
    this.#isEnded = true;
  }

  #pump(): void {
    while (this.#lanes < LANES && !this.#isAway && !this.#isEnded) {
      const next = this.#next();
      if (next === null) return;
      this.#lanes += 1;
      for (const number of next.numbers) this.#asked.add(number);
      void this.#load(next.numbers, next.isNeeded).finally(() => {
        this.#lanes -= 1;
        for (const number of next.numbers) this.#asked.delete(number);
        if (this.#isEnded) return;
        this.#ports.onChange();
        this.#pump();
      });
    }
  }

  #isWanted(number: number): boolean {
    return !this.#ports.store.has(number) && !this.#asked.has(number) && !this.#refused.has(number);
  }

  #next(): { numbers: number[]; isNeeded: (number: number) => boolean } | null {
    const { store } = this.#ports;
    const needed = new Set<number>();
    const isNeeded = (number: number): boolean => needed.has(number);
    for (const { bricks } of this.#views) {
      for (const number of bricks) needed.add(number);
      const wanted = bricks.filter((number) => this.#isWanted(number));
      if (wanted.length === 0) continue;
      const room = store.room(isNeeded) - this.#asked.size;
      if (room > 0) return { numbers: this.#run(wanted[0]!, new Set(wanted), room), isNeeded };
      // What is looked at fills the memory.
      return null;
    }
    const room = store.spare - this.#asked.size;
    const nearest = room > 0 ? this.#nearest() : null;
    // No others make room for what nobody looks at.
    return nearest === null ? null : { numbers: this.#run(nearest, null, room), isNeeded: () => true };
  }

  /** Of the others, the one nearest to the middle of the latest view. */
  #nearest(): number | null {
    const { bricks } = this.#ports;
    const [view] = this.#views;
    const middle = bricks[view?.bricks[Math.floor(view.bricks.length / 2)] ?? Math.floor(bricks.length / 2)]!;
    let [found, distance]: [number | null, number] = [null, Infinity];
    for (const [number, { from }] of bricks.entries()) {
      if (!this.#isWanted(number)) continue;
      const away = from.reduce((sum, at, axis) => sum + (at - middle.from[axis]!) ** 2, 0);
      if (away < distance) [found, distance] = [number, away];
    }
    return found;
  }

  /** A brick and those that follow it in the object. */
  #run(first: number, among: ReadonlySet<number> | null, room: number): number[] {
    const { bricks } = this.#ports;
    const numbers = [first];
    if (this.#again.has(first)) return numbers;
    let length = bricks[first]!.length;
    for (let number = first + 1; number < bricks.length && numbers.length < room; number += 1) {
      length += bricks[number]!.length;
      const follows = this.#isWanted(number) && !this.#again.has(number) && (among === null || among.has(number));
      if (!follows || length > REQUEST_BYTES) break;
      numbers.push(number);
    }
    return numbers;
  }

  async #load(numbers: readonly number[], isNeeded: (number: number) => boolean): Promise<void> {
    const { bricks, type, store, fetch } = this.#ports;
    const { offset } = bricks[numbers[0]!]!;
    const last = bricks[numbers.at(-1)!]!;
    const bytes = await fetch(offset, last.offset + last.length - offset).catch(() => null);
    if (bytes === null) {
      this.#isAway = true;
      return;
    }
    for (const number of numbers) {
      const brick = bricks[number]!;
      const start = brick.offset - offset;
      const samples = await unpackBrick(bytes.subarray(start, start + brick.length), brick, type);
      if (samples !== null) store.put(number, samples, isNeeded);
      else if (this.#again.has(number)) this.#refused.add(number);
      else this.#again.add(number);
    }
  }
}
