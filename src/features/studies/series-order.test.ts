import { describe, expect, it } from 'vitest';
import { inAcquisitionOrder, movedTo, seriesOfAcquisition } from './series-order.ts';

const series = (id: number, acquisition_code: 'T2W' | 'DWI' | 'NONE' | null, sort: number | null) => ({
  ...{ id, uuid: `series-${id}`, acquisition_code, sort },
});
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);

describe('the series of a study', () => {
  const all = [
    series(1, null, null),
    series(2, 'T2W', 2),
    series(3, 'DWI', 1),
    series(4, 'T2W', 1),
    series(5, 'NONE', 1),
    series(6, 'NONE', 2),
  ];

  it('are together by acquisition, in its order, in the place of the first [LIST-015]', () => {
    expect(idsOf(inAcquisitionOrder(all))).toEqual([1, 4, 2, 3, 5, 6]);
  });

  it('can be moved only among several of one acquisition', () => {
    expect(idsOf(seriesOfAcquisition(all, all[1]!))).toEqual([4, 2]);
    for (const single of [all[0]!, all[2]!, all[4]!]) expect(seriesOfAcquisition(all, single)).toEqual([]);
  });

  it('without a number come last in their acquisition', () => {
    expect(idsOf(seriesOfAcquisition([series(1, 'T2W', null), series(2, 'T2W', 4)], series(1, 'T2W', null)))).toEqual([2, 1]);
  });

  it('are numbered from 1 after a move', () => {
    const own = [series(4, 'T2W', 1), series(2, 'T2W', 2), series(9, 'T2W', 3)];
    expect(movedTo(own, 'series-9', 0)).toEqual([
      { id: 9, sort: 1 },
      { id: 4, sort: 2 },
      { id: 2, sort: 3 },
    ]);
    expect(idsOf(movedTo(own, 'series-4', 1))).toEqual([2, 4, 9]);
  });
});
