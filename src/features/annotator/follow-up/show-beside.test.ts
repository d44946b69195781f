import { expect, it } from 'vitest';
import type { Workstation } from '#features/annotator/workstation.ts';
import { EMPTY_PANE, type Pane } from '#features/annotator/station/pane.ts';
import { showBeside } from './show-beside.ts';

const place = (series: string, slice: number) => ({ series, grid: 'hash', slice, sop: '1.2', frame: 0 });
const pane = (series: string | null, more: Partial<Pane> = {}): Pane => ({ ...EMPTY_PANE, series, ...more });

function shown(panes: Pane[], places: Parameters<typeof showBeside>[1], active = 0): unknown[] {
  const done: unknown[] = [];
  const state = { panes, active, layout: { rows: 1, columns: panes.length }, links: { position: true, zoom: true, window: true } };
  const station = {
    read: () => state,
    act: (act: { panes?: Pane[] }) => done.push(act.panes?.map((one) => [one.series, one.slice]) ?? act),
  };
  showBeside({ station, series: { peek: () => null } } as unknown as Workstation, places);
  return done;
}

it('one pane becomes two: now, then before [LES-15]', () => {
  expect(shown([pane('now')], { now: place('now', 4), prior: place('prior', 7) })).toEqual([
    [
      ['now', 4],
      ['prior', 7],
    ],
    { act: 'activate', pane: 0 },
  ]);
});

it('panes that have the series keep it, and the one of this study becomes the active one', () => {
  expect(shown([pane('prior'), pane('now')], { now: place('now', 4), prior: place('prior', 7) })).toEqual([
    [
      ['prior', 7],
      ['now', 4],
    ],
    { act: 'activate', pane: 1 },
  ]);
});

it('else the active pane and the next are used, and a computed plane is not', () => {
  const panes = [pane('a'), pane('now', { show: 'axial' }), pane('c')];
  expect(shown(panes, { now: place('now', 4), prior: place('prior', 7) }, 2)).toEqual([
    [
      ['prior', 7],
      ['now', 0],
      ['now', 4],
    ],
    { act: 'activate', pane: 2 },
  ]);
});

it('what was measured once only is shown without another layout, and nothing without any', () => {
  expect(shown([pane('now')], { now: null, prior: place('prior', 7) })).toEqual([[['prior', 7]], { act: 'activate', pane: 0 }]);
  expect(shown([pane('now')], { now: null, prior: null })).toEqual([]);
});
