/** Heights of labels, moved down just so far that each is `gap` below the one above it, and none is below `bottom` if there is room. */
export function labelHeights(wanted: readonly number[], gap: number, bottom: number): number[] {
  const order = wanted.map((at, index) => ({ at, index })).toSorted((a, b) => a.at - b.at);
  for (let next = 1; next < order.length; next++) order[next]!.at = Math.max(order[next]!.at, order[next - 1]!.at + gap);
  let limit = bottom;
  for (const label of order.toReversed()) {
    label.at = Math.min(label.at, limit);
    limit = label.at - gap;
  }
  const heights = wanted.map(() => 0);
  for (const { at, index } of order) heights[index] = at;
  return heights;
}
