export interface Range {
  offset: number;
  length: number;
}

/** The parts of `range` that none of `held` covers, in order. `held` is disjoint: the recorded ranges of a file never overlap. */
export function uncovered(held: readonly Range[], range: Range): Range[] {
  const end = range.offset + range.length;
  const gaps: Range[] = [];
  let from = range.offset;
  for (const piece of [...held].sort((a, b) => a.offset - b.offset)) {
    if (piece.offset >= end) break;
    if (piece.offset > from) gaps.push({ offset: from, length: piece.offset - from });
    from = Math.max(from, piece.offset + piece.length);
  }
  if (from < end) gaps.push({ offset: from, length: end - from });
  return gaps;
}
