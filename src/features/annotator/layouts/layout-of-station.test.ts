import { expect, it } from 'vitest';
import type { Series } from '#contract/study-detail.ts';
import { EMPTY_PANE } from '#features/annotator/station/pane.ts';
import { firstStation } from '#features/annotator/station/station.ts';
import { arrangementOf } from './layout-of-station.ts';

it('a computed series is saved as the one that it is computed from, which it shares with other panes [DYN-10]', () => {
  const dwi = {
    uuid: 'dwi',
    modalityCode: 'MR',
    acquisition_code: 'DWI',
    seriesDescription: '',
    ref_serie: false,
    reading: null,
  } as unknown as Series;
  const panes = ['computed:dwi:adc', 'dwi', 'computed:gone:adc'].map((series) => ({ ...EMPTY_PANE, series }));
  const { series, panes: saved } = arrangementOf({ ...firstStation(), panes }, { study: [dwi], earlier: [] });
  expect(series.map(({ acquisition }) => acquisition)).toEqual(['DWI']);
  expect(saved.map((pane) => pane.series)).toEqual([0, 0, null]);
});
