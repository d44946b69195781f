import type { Series } from '#contract/study-detail.ts';

type Ordered = Pick<Series, 'id' | 'uuid' | 'acquisition_code' | 'sort'>;

/** The other series of its acquisition, and itself, in their order; empty if it is the only one or has none. */
export function seriesOfAcquisition<S extends Ordered>(all: readonly S[], { acquisition_code }: Ordered): S[] {
  if (acquisition_code === null || acquisition_code === undefined || acquisition_code === 'NONE') return [];
  const own = all.filter((each) => each.acquisition_code === acquisition_code);
  return own.length < 2 ? [] : own.toSorted((a, b) => (a.sort ?? Infinity) - (b.sort ?? Infinity));
}

/** Series of one acquisition follow each other in their order, in the place of the first; the others keep theirs (LIST-015). */
export function inAcquisitionOrder<S extends Ordered>(all: readonly S[]): S[] {
  const seen = new Set<string>();
  return all.flatMap((each) => {
    if (seen.has(each.uuid)) return [];
    const own = seriesOfAcquisition(all, each);
    const here = own.length === 0 ? [each] : own;
    for (const { uuid } of here) seen.add(uuid);
    return here;
  });
}

/** The new order of an acquisition, for CALL-080: one series moves to the place of another. */
export function movedTo<S extends Ordered>(own: readonly S[], uuid: string, place: number): { id: number; sort: number }[] {
  const moved = own.filter((each) => each.uuid === uuid);
  const others = own.filter((each) => each.uuid !== uuid);
  return others.toSpliced(place, 0, ...moved).map(({ id }, index) => ({ id, sort: index + 1 }));
}
