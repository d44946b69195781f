export interface Minimum {
  at: Float64Array;
  value: number;
}

interface MinimiseOptions {
  /** The first step along each axis. */
  step: number;
  /** A line is searched until its bracket is this small, and a round that gained less than `gain` is the last. */
  tolerance: number;
  gain?: number;
  rounds?: number;
}

/**
 * Powell's method: a line search along each of a set of directions, which learn the valley of the cost. It needs no derivatives, so the steps of a cost of
 * random samples do it no harm. Where the cost is not smaller anywhere near, the start is the answer.
 */
export function minimise(
  cost: (at: Float64Array) => number,
  start: ArrayLike<number>,
  { step, tolerance, gain = 1e-6, rounds = 20 }: MinimiseOptions,
): Minimum {
  const dimensions = start.length;
  const directions = Array.from({ length: dimensions }, (_, axis) => Float64Array.from(start, (__, other) => (other === axis ? 1 : 0)));
  let best: Minimum = { at: Float64Array.from(start), value: cost(Float64Array.from(start)) };
  for (let round = 0; round < rounds; round += 1) {
    const before = best;
    let largest = 0;
    let most = 0;
    for (const [index, direction] of directions.entries()) {
      const next = alongLine(cost, best, direction, step, tolerance);
      if (best.value - next.value > most) [most, largest] = [best.value - next.value, index];
      best = next;
    }
    if (before.value - best.value < gain) break;
    const way = best.at.map((value, axis) => value - before.at[axis]!);
    const mm = Math.sqrt(way.reduce((sum, value) => sum + value * value, 0));
    if (mm === 0) break;
    // The direction that gained most is replaced by that of the whole round, which it is part of.
    const direction = way.map((value) => value / mm);
    best = alongLine(cost, best, direction, step, tolerance);
    directions[largest] = direction;
  }
  return best;
}

const GOLDEN = (3 - Math.sqrt(5)) / 2;
const GROWTH = 1.618;
const MOST_STEPS = 20;

function alongLine(cost: (at: Float64Array) => number, from: Minimum, direction: Float64Array, step: number, tolerance: number): Minimum {
  const valueAt = (way: number): number => cost(from.at.map((value, axis) => value + way * direction[axis]!));
  // A bracket: the middle is not larger than its ends.
  let [low, middle, high] = [-step, 0, step];
  let [atLow, atMiddle, atHigh] = [valueAt(low), from.value, valueAt(high)];
  for (let steps = 0; steps < MOST_STEPS && (atLow < atMiddle || atHigh < atMiddle); steps += 1) {
    if (atHigh < atLow) {
      const next = high + GROWTH * (high - middle);
      [low, middle, high] = [middle, high, next];
      [atLow, atMiddle, atHigh] = [atMiddle, atHigh, valueAt(next)];
    } else {
      const next = low - GROWTH * (middle - low);
      [low, middle, high] = [next, low, middle];
      [atLow, atMiddle, atHigh] = [valueAt(next), atLow, atMiddle];
    }
  }
  while (high - low > tolerance) {
    const isRightLonger = high - middle > middle - low;
    const golden = isRightLonger ? middle + GOLDEN * (high - middle) : middle - GOLDEN * (middle - low);
    const parabola = vertexOf(low, atLow, middle, atMiddle, high, atHigh);
    const edge = tolerance / 4;
    const isUsable = parabola > low + edge && parabola < high - edge && Math.abs(parabola - middle) > edge;
    const next = isUsable ? parabola : golden;
    const atNext = valueAt(next);
    if (atNext < atMiddle) {
      if (next > middle) [low, atLow] = [middle, atMiddle];
      else [high, atHigh] = [middle, atMiddle];
      [middle, atMiddle] = [next, atNext];
    } else if (next > middle) [high, atHigh] = [next, atNext];
    else [low, atLow] = [next, atNext];
    // Near its minimum a parabola keeps one end where it is: what is left is not worth more evaluations.
    if (isUsable && Math.abs(next - middle) < tolerance / 2) break;
  }
  return atMiddle < from.value ? { at: from.at.map((value, axis) => value + middle * direction[axis]!), value: atMiddle } : from;
}

function vertexOf(a: number, atA: number, b: number, atB: number, c: number, atC: number): number {
  const left = (b - a) * (atB - atC);
  const right = (b - c) * (atB - atA);
  return b - ((b - a) * left - (b - c) * right) / (2 * (left - right));
}
