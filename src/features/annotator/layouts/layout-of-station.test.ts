import { describe, expect, it } from 'vitest';
import type { Series } from '#contract/study-detail.ts';
import { EMPTY_PANE, type VolumeLook } from '#features/annotator/station/pane.ts';
import { firstStation } from '#features/annotator/station/station.ts';
import { actOfLayout, arrangementOf } from './layout-of-station.ts';

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

describe('what is shown over a series, and in 3D [ANN-69]', () => {
  const series = (uuid: string, modalityCode: string): Series =>
    ({ uuid, modalityCode, acquisition_code: null, seriesDescription: uuid, ref_serie: false, reading: null }) as unknown as Series;
  const study = [series('ct', 'CT'), series('pet', 'PT')];
  const fused = { series: 'pet', window: { center: 5, width: 10 }, opacity: 0.7 };
  const volume: VolumeLook = { series: 'pet', show: 'max', window: 'stored', isInverted: true, isHot: false, curve: null, density: 1 };
  const panes = [
    { ...EMPTY_PANE, series: 'ct', fused },
    { ...EMPTY_PANE, series: 'ct', is3d: true, volume },
  ];
  const saved = arrangementOf({ ...firstStation(), layout: { rows: 1, columns: 2 }, panes }, { study, earlier: [] });

  it('is saved by what its series are, and found again in another study', () => {
    expect(saved.series.map(({ modality }) => modality)).toEqual(['CT', 'PT']);
    expect(saved.panes).toMatchObject([{ series: 0, fused: { ...fused, series: 1 } }, { in3d: { volume: { ...volume, series: 1 } } }]);
    const other = [series('pet', 'PT'), series('ct', 'CT')].map((one) => ({ ...one, uuid: `other ${one.uuid}` }));
    const act = actOfLayout(saved, { study: other, earlier: [] });
    expect(act).toMatchObject({
      panes: [
        { series: 'other ct', fused: { ...fused, series: 'other pet' }, is3d: false, volume: null },
        { series: 'other ct', fused: null, is3d: true, volume: { ...volume, series: 'other pet' } },
      ],
    });
  });

  it('is left out where it is computed, or its series is not there', () => {
    const computed = arrangementOf(
      {
        ...firstStation(),
        panes: [
          { ...panes[0]!, fused: { ...fused, series: 'computed:pet:adc' } },
          { ...panes[1]!, volume: null },
        ],
      },
      { study, earlier: [] },
    );
    expect(computed.panes).toEqual([
      { series: 0, show: 'stored', slab: null },
      { series: 0, show: 'stored', slab: null, in3d: { volume: null } },
    ]);
    const act = actOfLayout(saved, { study: [series('ct', 'CT')], earlier: [] });
    expect(act).toMatchObject({
      panes: [
        { series: 'ct', fused: null },
        { is3d: true, volume: null },
      ],
    });
  });
});
