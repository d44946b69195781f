import { randomOf, shuffled } from './random.ts';

export interface PlannedRead {
  /** Index of the reader and of the case. */
  reader: number;
  case: number;
  repeat: boolean;
  /** Among the reads of the reader, from 0. */
  position: number;
}

interface Wanted {
  cases: number;
  readers: number;
  /** At most the number of readers. */
  readsPerCase: number;
  /** Of each reader. Fewer if the reader has not enough cases for a distance between both reads. */
  repeats: number;
  seed: string;
}

/**
 * Who reads which case, and in which order. Each case has its number of readers, and readers differ by one case at most. Each reader has an order
 * of their own. A repeat comes at least half of the reader's cases after the first read, so that it is not remembered.
 */
export function planReads({ cases, readers, readsPerCase, repeats, seed }: Wanted): PlannedRead[] {
  const given = Array.from({ length: readers }, (): number[] => []);
  // In turns over cases in a random order: otherwise neighbouring cases would always meet the same readers.
  for (const [turn, one] of shuffled(indices(cases), randomOf(`${seed} cases`)).entries())
    for (let next = 0; next < readsPerCase; next++) given[(turn * readsPerCase + next) % readers]!.push(one);
  return given.flatMap((own, reader) => {
    const order = withRepeats(shuffled(own, randomOf(`${seed} reader ${reader}`)), repeats, randomOf(`${seed} repeats ${reader}`));
    return order.map((read, position) => ({ reader, ...read, position }));
  });
}

interface Read {
  case: number;
  repeat: boolean;
}

function withRepeats(own: readonly number[], wanted: number, random: () => number): Read[] {
  const order: Read[] = own.map((one) => ({ case: one, repeat: false }));
  const half = Math.floor(own.length / 2);
  const chosen = shuffled(indices(half), random)
    .slice(0, wanted)
    .toSorted((a, b) => a - b);
  for (const first of chosen) {
    const at = first + half + Math.floor(random() * (order.length - first - half)) + 1;
    order.splice(at, 0, { case: own[first]!, repeat: true });
  }
  return order;
}

const indices = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
