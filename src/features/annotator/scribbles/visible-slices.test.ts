import { expect, it } from 'vitest';
import type { MaskState } from '#features/annotator/masks/mask-store.ts';
import { EMPTY_PANE, type Pane } from '#features/annotator/station/pane.ts';
import { visibleSlices } from './visible-slices.ts';

const pane = (about: Partial<Pane>): Pane => ({ ...EMPTY_PANE, series: 'mr', ...about });
const series = { peek: (uuid: string) => (uuid === 'mr' ? { gridSlices: [2, 1, 0] } : null) } as never;
const of = (panes: readonly Pane[], isFull = false, mask: object | null = { series: 'mr' }) =>
  visibleSlices({ panes, active: 0, isFull }, series, { mask } as Pick<MaskState, 'mask'>);

it('slices that are looked at are the stored ones of the series, as the grid numbers them [SCRIB-02]', () => {
  const panes = [pane({ slice: 0 }), pane({ slice: 2 }), pane({ slice: 2 }), pane({ show: 'coronal' }), pane({ is3d: true, slice: 1 })];
  expect(of(panes)).toEqual([2, 0]);
  expect(of(panes, true)).toEqual([2]);
  expect([of([pane({ series: 'ct' })]), of([pane({ slice: 7 })]), of(panes, false, null)]).toEqual([[], [], []]);
});
