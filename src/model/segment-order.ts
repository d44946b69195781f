interface Sorted {
  uuid: string;
  /** Null until the server has given it. */
  sort: number | null;
}

/**
 * The segments, in their order, with those of `order` in that one. They share the places that they have; others keep theirs. The sort numbers stay
 * the same and ascend again, so that the next segment still gets a new one.
 */
export function inSegmentOrder<S extends Sorted>(segments: readonly S[], order: readonly string[]): S[] {
  const placeOf = new Map(order.map((uuid, place) => [uuid, place]));
  const named = segments.filter(({ uuid }) => placeOf.has(uuid)).toSorted((a, b) => placeOf.get(a.uuid)! - placeOf.get(b.uuid)!);
  const numbers = segments.flatMap(({ sort }) => sort ?? []).toSorted((a, b) => a - b);
  return segments
    .map((segment) => (placeOf.has(segment.uuid) ? named.shift()! : segment))
    .map((segment) => (segment.sort === null ? segment : { ...segment, sort: numbers.shift()! }));
}

/** All UUIDs in order, with one moved to the place of another. */
export function withSegmentMoved(segments: readonly Pick<Sorted, 'uuid'>[], moved: string, place: number): string[] {
  const others = segments.map(({ uuid }) => uuid).filter((uuid) => uuid !== moved);
  return others.toSpliced(place, 0, moved);
}
