/** A case that could be annotated next, as a prediction found it. */
export interface Candidate {
  id: string;
  /** The greater, the less sure was the model; null: not known, or it found nothing. */
  uncertainty: number | null;
  /** Of the prediction: see `featuresOf`. */
  features: readonly number[];
}

/** How much of each class a case has, so that twice as much is as far away at any size. */
export function featuresOf(voxels: readonly number[]): number[] {
  return voxels.map((count) => Math.log1p(count));
}

/**
 * The order in which annotating cases should teach most: unsure ones first, spread by difference. Each step takes the case with the greatest product of two things: its
 * rank by uncertainty, and how far it is from all that were learned from or taken before it. Ranks, because one bad image must not outweigh all others. Cases of unknown
 * uncertainty come last.
 *
 * Not in the product: it was not clearly better than chance (decision 380).
 *
 * `learned`: features of the cases that the model learned from.
 */
export function chooseCases(candidates: readonly Candidate[], learned: readonly (readonly number[])[]): string[] {
  const distance = distanceOver([...candidates.map(({ features }) => features), ...learned]);
  const ranked = candidates
    .filter(({ uncertainty }) => uncertainty !== null)
    .toSorted((a, b) => a.uncertainty! - b.uncertainty! || compareIds(a.id, b.id));
  const left = ranked.map(({ id, features }, rank) => ({
    ...{ id, features, weight: (rank + 1) / ranked.length },
    nearest: Math.min(...learned.map((other) => distance(features, other))),
  }));
  const order: string[] = [];
  while (left.length > 0) {
    const best = left.reduce((first, one) => (isBefore(one, first) ? one : first));
    left.splice(left.indexOf(best), 1);
    order.push(best.id);
    for (const one of left) one.nearest = Math.min(one.nearest, distance(one.features, best.features));
  }
  const unknown = candidates.filter(({ uncertainty }) => uncertainty === null).map(({ id }) => id);
  return [...order, ...unknown.toSorted(compareIds)];
}

interface Weighted {
  weight: number;
  /** Infinite where nothing is known to be near. */
  nearest: number;
}

/** Of two with the same product, as where nothing was learned from, the less sure one. */
function isBefore(one: Weighted, other: Weighted): boolean {
  const [a, b] = [one.weight * one.nearest, other.weight * other.nearest];
  return a === b ? one.weight > other.weight : a > b;
}

/** Euclidean, each number in standard deviations over all cases. One that is the same in all says nothing. */
function distanceOver(all: readonly (readonly number[])[]): (a: readonly number[], b: readonly number[]) => number {
  const deviations = (all[0] ?? []).map((_, at) => {
    const values = all.map((features) => features[at]!);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  });
  return (a, b) =>
    Math.sqrt(deviations.reduce((sum, deviation, at) => (deviation === 0 ? sum : sum + ((a[at]! - b[at]!) / deviation) ** 2), 0));
}

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
