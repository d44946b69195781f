import { randomOf } from '#model/campaigns/random.ts';
import type { Coding, Forest } from './forest.ts';
import { LEAF } from './forest.ts';
import { growTree, type GrownTree, type Samples, type TreeSettings } from './grow-tree.ts';

export interface ForestSettings extends Omit<TreeSettings, 'weights'> {
  trees: number;
  seed: number;
}

/** The square root of the number of features, as scikit-learn's `max_features='sqrt'`. */
export function forestSettings(features: number, seed: number): ForestSettings {
  return { trees: 60, leastLeaf: 2, candidates: Math.max(1, Math.floor(Math.sqrt(features))), seed };
}

/**
 * Trees `first` to `end` of a forest. Each has random numbers of its own, so that it is the same whoever grows it. Weights of the classes are
 * balanced: all classes together weigh the same.
 */
export function growTrees(samples: Samples, { leastLeaf, candidates, seed }: ForestSettings, first: number, end: number): GrownTree[] {
  const settings = { leastLeaf, candidates, weights: balancedWeights(samples) };
  return Array.from({ length: end - first }, (_, at) => growTree(samples, settings, randomOf(`${seed}/${first + at}`)));
}

/** As scikit-learn's `class_weight='balanced'`. */
export function balancedWeights({ count, labels, classes }: Pick<Samples, 'count' | 'labels' | 'classes'>): Float64Array {
  const counts = new Float64Array(classes);
  for (let at = 0; at < labels.length; at += 1) counts[labels[at]!]! += 1;
  return counts.map((inClass) => (inClass === 0 ? 0 : count / (classes * inClass)));
}

/** Joins all trees, in their order. Leaves with the same voxels of each class share a row. */
export function joinTrees(
  trees: readonly GrownTree[],
  weights: Float64Array,
  about: { channels: number; coding: Coding; seed: number; backgroundFactor: number },
): Forest {
  const roots = new Uint32Array(trees.length + 1);
  for (const [tree, { nodes }] of trees.entries()) roots[tree + 1] = roots[tree]! + nodes.length / 2;
  const nodes = new Uint32Array(2 * roots[trees.length]!);
  const rows: number[][] = [];
  const rowByCounts = new Map<string, number>();
  for (const [tree, grown] of trees.entries()) {
    const rowOf = grown.leafCounts.map((counts) => {
      const key = counts.join();
      const row = rowByCounts.get(key) ?? rows.push(probabilities(counts, weights)) - 1;
      rowByCounts.set(key, row);
      return row;
    });
    const begin = 2 * roots[tree]!;
    nodes.set(grown.nodes, begin);
    for (let at = begin; at < begin + grown.nodes.length; at += 2) if (nodes[at] === LEAF) nodes[at + 1] = rowOf[nodes[at + 1]!]!;
  }
  return { ...about, classes: weights.length, roots, nodes, leaves: Float32Array.from(rows.flat()) };
}

function probabilities(counts: readonly number[], weights: Float64Array): number[] {
  const weighted = counts.map((count, label) => count * weights[label]!);
  const sum = weighted.reduce((total, weight) => total + weight, 0);
  return weighted.map((weight) => weight / sum);
}
