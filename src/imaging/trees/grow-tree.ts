import { LEAF } from './forest.ts';

/** Voxels with known labels. */
export interface Samples {
  /** Fewer than 2^24. */
  count: number;
  features: number;
  /** Voxel after voxel. */
  codes: Uint8Array;
  /** 0 is the background. */
  labels: Uint8Array;
  classes: number;
}

export interface TreeSettings {
  /** Fewest voxels of a leaf. */
  leastLeaf: number;
  /** Features that a node tries. */
  candidates: number;
  /** Of a voxel of each class. */
  weights: Float64Array;
}

export interface GrownTree {
  /** As in `Forest`, but a leaf has its place in `leafCounts`. */
  nodes: Uint32Array;
  /** Voxels of each class. Leaves with the same ones share a place. */
  leafCounts: number[][];
}

/** From this many voxels on, one pass that counts codes is quicker than two over the voxels. */
const COUNTED_FROM = 1024;

/**
 * Grows one tree: each node tries some features with one random threshold each, and keeps the one that separates the classes best (Gini,
 * weighted).
 *
 * There are about as many nodes as voxels, so nothing is created for a node.
 */
export function growTree(samples: Samples, settings: TreeSettings, random: () => number): GrownTree {
  const { count, labels, classes } = samples;
  const memory = createMemory(samples);
  const { order, counts, best } = memory;
  const nodes = createNodes();
  const leaves = createLeaves(classes);
  const waiting = createStack(classes);
  for (let at = 0; at < count; at += 1) counts[labels[at]!]! += 1;
  waiting.push(0, count, NONE, counts, null);
  while (waiting.pop(counts)) {
    const { begin, end, otherOf } = waiting;
    const mayBeSplit = end - begin >= 2 * settings.leastLeaf && !isPure(counts, end - begin);
    const isSplit = mayBeSplit && findSplit(samples, begin, end, settings, memory, random);
    const node = isSplit ? nodes.add(best.feature * 256 + best.threshold, 0) : nodes.add(LEAF, leaves.placeOf(counts));
    if (otherOf !== NONE) nodes.link(otherOf, node);
    if (!isSplit) continue;
    const middle = partition(samples, order, begin, end, best, memory.moved);
    waiting.push(middle, end, node, counts, best.below);
    waiting.push(begin, middle, NONE, best.below, null);
  }
  return { nodes: nodes.all(), leafCounts: leaves.all() };
}

/** The node follows the one that leads to it. */
const NONE = -1;

function isPure(counts: Int32Array, size: number): boolean {
  for (let label = 0; label < counts.length; label += 1) if (counts[label] === size) return true;
  return false;
}

interface Split {
  feature: number;
  /** Codes up to it go to the next node. */
  threshold: number;
  /** Of each class, how many do. */
  below: Int32Array;
}

interface Memory {
  /** Voxel x 256 + label: passes over a node read one array forward. Voxels of a node stand together. */
  order: Uint32Array;
  moved: Uint32Array;
  values: Uint8Array;
  /** Features, in an order that changes. */
  deck: Uint16Array;
  /** Of each class, voxels of the node and those up to the threshold that is tried. */
  counts: Int32Array;
  below: Int32Array;
  /** By class, of each code. */
  histogram: Int32Array;
  best: Split;
}

function createMemory({ count, features, classes, labels }: Samples): Memory {
  const order = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) order[at] = at * 256 + labels[at]!;
  return {
    order,
    moved: new Uint32Array(count),
    values: new Uint8Array(COUNTED_FROM),
    deck: Uint16Array.from({ length: features }, (_, at) => at),
    counts: new Int32Array(classes),
    below: new Int32Array(classes),
    histogram: new Int32Array(256 * classes),
    best: { feature: 0, threshold: 0, below: new Int32Array(classes) },
  };
}

/** False where no feature of those tried has two values and leaves enough voxels on both sides. Otherwise `memory.best` is the split. */
function findSplit(
  samples: Samples,
  begin: number,
  end: number,
  { leastLeaf, candidates, weights }: TreeSettings,
  memory: Memory,
  random: () => number,
): boolean {
  const { features } = samples;
  const { deck, below, counts, best } = memory;
  let [bestPurity, found] = [-1, 0];
  // As in scikit-learn: features with one value count as tried, unless none was found that has two.
  for (let tried = 0; tried < features && (tried < candidates || found === 0); tried += 1) {
    const other = tried + Math.floor(random() * (features - tried));
    const feature = deck[other]!;
    deck[other] = deck[tried]!;
    deck[tried] = feature;
    const threshold =
      end - begin < COUNTED_FROM
        ? thresholdOfFew(samples, begin, end, feature, memory, random)
        : thresholdOfMany(samples, begin, end, feature, memory, random);
    if (threshold < 0) continue;
    found += 1;
    const value = purity(below, counts, weights, leastLeaf);
    if (value <= bestPurity) continue;
    bestPurity = value;
    best.feature = feature;
    best.threshold = threshold;
    for (let label = 0; label < below.length; label += 1) best.below[label] = below[label]!;
  }
  return bestPurity >= 0;
}

/** Voxels up to a random threshold are counted into `below`. -1: all voxels have one value. */
function thresholdOfFew(
  { codes, features }: Samples,
  begin: number,
  end: number,
  feature: number,
  { order, values, below }: Memory,
  random: () => number,
): number {
  let low = 255;
  let high = 0;
  for (let at = begin; at < end; at += 1) {
    const value = codes[(order[at]! >>> 8) * features + feature]!;
    values[at - begin] = value;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low === high) return -1;
  const threshold = low + Math.floor(random() * (high - low));
  for (let label = 0; label < below.length; label += 1) below[label] = 0;
  for (let at = begin; at < end; at += 1) {
    if (values[at - begin]! > threshold) continue;
    const label = order[at]! & 255;
    below[label]! += 1;
  }
  return threshold;
}

function thresholdOfMany(
  { codes, features, classes }: Samples,
  begin: number,
  end: number,
  feature: number,
  { order, histogram, below }: Memory,
  random: () => number,
): number {
  histogram.fill(0);
  for (let at = begin; at < end; at += 1) {
    const voxel = order[at]!;
    const bin = (voxel & 255) * 256 + codes[(voxel >>> 8) * features + feature]!;
    histogram[bin]! += 1;
  }
  const isUsed = (code: number): boolean => {
    for (let bin = code; bin < histogram.length; bin += 256) if (histogram[bin] !== 0) return true;
    return false;
  };
  let [low, high] = [0, 255];
  while (!isUsed(low)) low += 1;
  while (!isUsed(high)) high -= 1;
  if (low === high) return -1;
  const threshold = low + Math.floor(random() * (high - low));
  for (let label = 0; label < classes; label += 1) {
    let sum = 0;
    for (let bin = label * 256 + low; bin <= label * 256 + threshold; bin += 1) sum += histogram[bin]!;
    below[label] = sum;
  }
  return threshold;
}

/** The sum over both sides of squared weights by class, divided by the weight: the greater, the purer. -1: a side is too small. */
function purity(below: Int32Array, counts: Int32Array, weights: Float64Array, leastLeaf: number): number {
  let [size, inside, left, right, leftSquares, rightSquares] = [0, 0, 0, 0, 0, 0];
  for (let label = 0; label < counts.length; label += 1) {
    const [one, all, weight] = [below[label]!, counts[label]!, weights[label]!];
    size += all;
    inside += one;
    const [here, there] = [one * weight, (all - one) * weight];
    left += here;
    right += there;
    leftSquares += here * here;
    rightSquares += there * there;
  }
  return inside < leastLeaf || size - inside < leastLeaf ? -1 : leftSquares / left + rightSquares / right;
}

/** Keeps the order on both sides, so that codes are read forward. Returns where the second side begins. */
function partition(
  { codes, features }: Samples,
  order: Uint32Array,
  begin: number,
  end: number,
  { feature, threshold }: Split,
  moved: Uint32Array,
): number {
  let left = begin;
  let right = 0;
  for (let at = begin; at < end; at += 1) {
    const voxel = order[at]!;
    // Both are written and one of them counts: a branch would be foreseen wrongly half of the time.
    order[left] = voxel;
    moved[right] = voxel;
    const isLeft = codes[(voxel >>> 8) * features + feature]! <= threshold ? 1 : 0;
    left += isLeft;
    right += 1 - isLeft;
  }
  for (let at = 0; at < right; at += 1) order[left + at] = moved[at]!;
  return left;
}

/** Nodes whose voxels are known and that are not made yet: the last one first. */
function createStack(classes: number) {
  const entry = 3 + classes;
  let words = new Int32Array(64 * entry);
  let length = 0;
  return {
    begin: 0,
    end: 0,
    otherOf: 0,
    /** `counts` minus `less`, by class. */
    push(begin: number, end: number, otherOf: number, counts: Int32Array, less: Int32Array | null): void {
      if (length + entry > words.length) {
        const longer = new Int32Array(2 * words.length);
        longer.set(words);
        words = longer;
      }
      words[length] = begin;
      words[length + 1] = end;
      words[length + 2] = otherOf;
      for (let label = 0; label < classes; label += 1) words[length + 3 + label] = counts[label]! - (less === null ? 0 : less[label]!);
      length += entry;
    },
    pop(counts: Int32Array): boolean {
      if (length === 0) return false;
      length -= entry;
      this.begin = words[length]!;
      this.end = words[length + 1]!;
      this.otherOf = words[length + 2]!;
      for (let label = 0; label < classes; label += 1) counts[label] = words[length + 3 + label]!;
      return true;
    },
  };
}

function createNodes() {
  let words = new Uint32Array(1024);
  let length = 0;
  return {
    add(split: number, other: number): number {
      if (2 * length === words.length) {
        const longer = new Uint32Array(2 * words.length);
        longer.set(words);
        words = longer;
      }
      words[2 * length] = split;
      words[2 * length + 1] = other;
      length += 1;
      return length - 1;
    },
    link: (node: number, other: number): void => void (words[2 * node + 1] = other),
    all: (): Uint32Array => words.slice(0, 2 * length),
  };
}

function createLeaves(classes: number) {
  const all: number[][] = [];
  const placeByCounts = new Map<string, number>();
  return {
    placeOf(counts: Int32Array): number {
      const key = counts.join();
      const known = placeByCounts.get(key);
      if (known !== undefined) return known;
      placeByCounts.set(key, all.length);
      return all.push(Array.from({ length: classes }, (_, label) => counts[label]!)) - 1;
    },
    all: () => all,
  };
}
