import { expect, it } from 'vitest';
import type { Workstation } from '#features/annotator/workstation.ts';
import { jumpTo } from './jump-to.ts';

const place = { series: 'ct', grid: 'hash', slice: 2, sop: '1.2', frame: 0 };
const open = { slices: 3, gridHash: 'hash', gridSlices: [2, 1, 0] };

function acts(panes: { series: string; show: string }[], known: typeof open | { slices: 0 } | null): unknown[] {
  const done: unknown[] = [];
  const station = { read: () => ({ panes, active: 0 }), act: (act: unknown) => done.push(act) };
  jumpTo({ station, series: { peek: () => known } } as unknown as Workstation, place);
  return done;
}
const CT = { series: 'ct', show: 'stored' };
const MR = { series: 'mr', show: 'stored' };

it('goes to the slice in a pane that shows the series, whatever the order of its files', () => {
  expect(acts([MR, CT], open)).toEqual([
    { act: 'activate', pane: 1 },
    { act: 'walk-to', pane: 1, to: 0 },
  ]);
});

it('shows the series where no pane does, and where it has not been opened yet', () => {
  expect(acts([MR], open)).toEqual([{ act: 'show-series', pane: 0, series: 'ct', slice: 0 }]);
  for (const unread of [null, { slices: 0 as const }])
    expect(acts([MR, CT], unread)).toEqual([{ act: 'show-series', pane: 1, series: 'ct', slice: 2 }]);
});
