import { describe, expect, test } from 'vitest';
import { randomOf } from '#model/campaigns/random.ts';
import { featureCount } from './features/compute-features.ts';
import { codingOf, type Coding, LEAF, writeCodes, type Forest } from './forest.ts';
import { balancedWeights, forestSettings, growTrees, joinTrees } from './grow-forest.ts';
import type { Samples } from './grow-tree.ts';
import { forestToBytes, readForest } from './forest-bytes.ts';

const FEATURES = featureCount(1);

/** Class 1 where two features are both high, class 2 where a third one is very low; all others are noise. */
function codingOfAll(columns: readonly Float32Array[]): Coding {
  const all = columns.map((values) => codingOf([values]));
  return { low: Float32Array.from(all, ({ low }) => low), scale: Float32Array.from(all, ({ scale }) => scale) };
}

function problem(count: number, seed: string): { columns: Float32Array[]; labels: Uint8Array } {
  const random = randomOf(seed);
  const columns = Array.from({ length: FEATURES }, () => Float32Array.from({ length: count }, () => random() * 4 - 2));
  const labels = Uint8Array.from({ length: count }, (_, at) =>
    columns[3]![at]! > 0 && columns[7]![at]! > 0.5 ? 1 : columns[10]![at]! < -1.6 ? 2 : 0,
  );
  return { columns, labels };
}

function samplesOf({ columns, labels }: ReturnType<typeof problem>, coding = codingOfAll(columns)): Samples {
  const codes = new Uint8Array(labels.length * FEATURES);
  columns.forEach((values, feature) => writeCodes(values, coding, feature, codes, feature, FEATURES));
  return { count: labels.length, features: FEATURES, codes, labels, classes: 3 };
}

function forestOf(training: ReturnType<typeof problem>, seed: number, parts: readonly number[] = [20]): Forest {
  const samples = samplesOf(training);
  const settings = forestSettings(FEATURES, seed);
  let first = 0;
  const trees = parts.flatMap((count) => growTrees(samples, settings, first, (first += count)));
  return joinTrees(trees, balancedWeights(samples), { channels: 1, coding: codingOfAll(training.columns), seed, backgroundFactor: 2.2 });
}

/** The class with the highest mean probability. */
function classOf({ roots, nodes, leaves, classes }: Forest, codes: Uint8Array): number {
  const sums = new Float64Array(classes);
  for (const root of roots.subarray(0, -1)) {
    let node = 0;
    for (;;) {
      const [split, other] = [nodes[2 * (root + node)]!, nodes[2 * (root + node) + 1]!];
      if (split === LEAF) {
        sums.forEach((_, label) => (sums[label]! += leaves[other * classes + label]!));
        break;
      }
      node = codes[split >>> 8]! <= (split & 255) ? node + 1 : other;
    }
  }
  return sums.indexOf(Math.max(...sums));
}

describe('a forest', () => {
  const training = problem(1500, 'training');

  test('learns classes that depend on several features, and finds them in voxels that it never saw [AI-22]', () => {
    const forest = forestOf(training, 1);
    const unseen = problem(500, 'unseen');
    const { codes } = samplesOf(unseen, forest.coding);
    const right = unseen.labels.filter((label, at) => classOf(forest, codes.subarray(at * FEATURES, (at + 1) * FEATURES)) === label);
    expect(right.length / 500).toBeGreaterThan(0.9);
    const found = unseen.labels.map((_, at) => classOf(forest, codes.subarray(at * FEATURES, (at + 1) * FEATURES)));
    for (const label of [1, 2]) {
      const both = found.filter((each, at) => each === label && unseen.labels[at] === label).length;
      expect(
        (2 * both) / (found.filter((each) => each === label).length + unseen.labels.filter((each) => each === label).length),
      ).toBeGreaterThan(0.7);
    }
  });

  test('of one seed has the same bytes, also when its trees are grown apart; another seed gives others [AI-22]', () => {
    const bytes = forestToBytes(forestOf(training, 1));
    expect(forestToBytes(forestOf(training, 1, [3, 16, 1]))).toEqual(bytes);
    expect(forestToBytes(forestOf(training, 2))).not.toEqual(bytes);
  });

  test('has leaves of two voxels or more, whose probabilities have the sum 1', () => {
    const samples = samplesOf(problem(1000, 'few'));
    const [tree] = growTrees(samples, forestSettings(FEATURES, 5), 0, 1);
    expect(Math.min(...tree!.leafCounts.map((counts) => counts.reduce((sum, count) => sum + count)))).toBeGreaterThanOrEqual(2);
    const { leaves } = forestOf(training, 3);
    for (let row = 0; row < leaves.length; row += 3) expect(leaves[row]! + leaves[row + 1]! + leaves[row + 2]!).toBeCloseTo(1, 6);
  });

  test('weighs a rare class like a frequent one', () => {
    const labels = Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 1, 2);
    expect([...balancedWeights({ count: 9, labels, classes: 3 })]).toEqual([0.5, 1.5, 3]);
    expect([...balancedWeights({ count: 8, labels: labels.subarray(0, 8), classes: 3 })].at(-1)).toBe(0);
  });

  test('of voxels that are all alike, or of one class, is a leaf', () => {
    const alike: Samples = {
      count: 4,
      features: FEATURES,
      codes: new Uint8Array(4 * FEATURES),
      labels: Uint8Array.of(0, 1, 0, 1),
      classes: 2,
    };
    expect(growTrees(alike, forestSettings(FEATURES, 1), 0, 1)).toEqual([{ nodes: Uint32Array.of(LEAF, 0), leafCounts: [[2, 2]] }]);
  });
});

describe('the file of a forest', () => {
  const forest = forestOf(problem(600, 'file'), 7, [5]);
  const bytes = forestToBytes(forest);

  test('is read as it was written, without a copy [AI-23]', () => {
    const read = readForest(bytes);
    expect(read).toEqual({ ok: true, forest: { ...forest, backgroundFactor: Math.fround(2.2) } });
    expect(read.ok && read.forest.nodes.buffer).toBe(bytes.buffer);
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(readForest(shifted.subarray(1))).toEqual(read);
  });

  test('is refused when a byte was changed, lost or added [AI-23]', () => {
    for (let at = 8; at < bytes.length; at += 97) {
      const changed = bytes.slice();
      changed[at]! ^= 4;
      expect(readForest(changed), `byte ${at}`).toEqual({ ok: false, why: 'damaged' });
    }
    expect(readForest(bytes.subarray(0, -4))).toEqual({ ok: false, why: 'damaged' });
    expect(readForest(new Uint8Array([...bytes, 0]))).toEqual({ ok: false, why: 'damaged' });
    expect(readForest(bytes.subarray(0, 20))).toEqual({ ok: false, why: 'not-trees' });
    expect(readForest(new TextEncoder().encode('PK'.repeat(40)))).toEqual({ ok: false, why: 'not-trees' });
    const newer = bytes.slice();
    newer[7] = 2;
    expect(readForest(newer)).toEqual({ ok: false, why: 'version' });
  });

  const last = 2 * forest.roots.at(-1)! - 2;
  const firstLeaf = forest.nodes.findIndex((word, at) => at % 2 === 0 && word === LEAF);
  const hostile: [string, (forest: Forest) => void][] = [
    ['a step back', ({ nodes }) => (nodes[1] = 0)],
    ['a step out of its tree', ({ nodes, roots }) => (nodes[1] = roots[1]!)],
    ['a feature that does not exist', ({ nodes }) => (nodes[0] = FEATURES * 256)],
    ['a leaf that does not exist', ({ nodes, leaves }) => (nodes[firstLeaf + 1] = leaves.length / 3)],
    ['a tree without an end', ({ nodes }) => ((nodes[last] = 0), (nodes[last + 1] = 1))],
    ['trees that overlap', ({ roots }) => (roots[1] = 0)],
    ['trees out of order', ({ roots }) => (roots[2] = roots[1]! - 1)],
    ['trees beyond the nodes', ({ roots }) => (roots[2] = 0xffff_fff0)],
    ['probabilities that are no numbers', ({ leaves }) => (leaves[0] = NaN)],
    ['features without a range', ({ coding }) => (coding.scale[0] = Infinity)],
    ['a background of nothing', (changed) => (changed.backgroundFactor = 0)],
    ['too many channels', (changed) => (changed.channels = 9)],
  ];
  test.each(hostile)('that has %s is refused, with a right sum over its bytes [AI-23]', (_, change) => {
    const read = readForest(bytes.slice());
    if (!read.ok) throw new Error(read.why);
    change(read.forest);
    expect(readForest(forestToBytes(read.forest))).toEqual({ ok: false, why: 'invalid' });
  });
});
