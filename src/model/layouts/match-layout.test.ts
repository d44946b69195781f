import { describe, expect, it } from 'vitest';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { LayoutContent } from '#contract/layouts.ts';
import { bestLayout, describeSeries, isFor, seriesOfLayout, type Described } from './match-layout.ts';

const AXIAL = [1, 0, 0, 0, 1, 0];
const SAGITTAL = [0, 1, 0, 0, 0, -1];

function series(uuid: string, code: AcquisitionCode | null, more: { plane?: number[]; text?: string; isRef?: boolean } = {}): Described {
  const facts = { isOneOrientation: true, imageOrientationPatient: more.plane ?? AXIAL };
  return {
    ...{ uuid, modalityCode: 'MR', acquisition_code: code, seriesDescription: more.text ?? uuid, ref_serie: more.isRef ?? false },
    reading: { facts } as unknown as Described['reading'],
  };
}

const PROSTATE = [series('t2', 'T2W'), series('adc', 'ADC'), series('dwi', 'DWI'), series('dyn', 'NONE', { text: 'dyn_post' })];
const STUDY = { modality: 'MR', bodyPart: { slug: 'prostate', title: 'Prostate' } };

function layoutOf(
  uuid: string,
  shown: readonly Described[],
  more: Partial<LayoutContent> & { of_team?: boolean; updated_at?: string } = {},
) {
  return {
    ...{ uuid, name: uuid, modality: 'MR', bodyPart: STUDY.bodyPart, rows: 1, columns: 1, large: false, panes: [] },
    ...{ links: { position: true, zoom: true, window: true }, of_team: false, updated_at: '2026-01-02 03:04:05' },
    series: shown.map((one) => describeSeries(one, 'this')),
    ...more,
  };
}

const best = (...layouts: ReturnType<typeof layoutOf>[]) => bestLayout(layouts, STUDY, { study: PROSTATE, earlier: [] })?.uuid ?? null;

describe('the description of a series [ANN-60]', () => {
  it('is its acquisition and plane, and without an acquisition its description', () => {
    expect(describeSeries(PROSTATE[0]!, 'this')).toEqual({
      ...{ study: 'this', modality: 'MR', acquisition: 'T2W', plane: 'axial', description: '' },
    });
    expect(describeSeries(PROSTATE[3]!, 'earlier')).toMatchObject({ study: 'earlier', acquisition: null, description: 'dyn_post' });
  });

  it('fits the series of another study, each once', () => {
    const other = [series('a', 'DWI'), series('b', 'NONE', { text: 'Dyn_Post ' }), series('c', 'T2W'), series('d', 'T2W')];
    const layout = layoutOf('l', [PROSTATE[0]!, PROSTATE[3]!, PROSTATE[0]!, PROSTATE[1]!, PROSTATE[0]!]);
    const found = seriesOfLayout(layout, { study: other, earlier: [] });
    expect(found.map((one) => one?.uuid ?? null)).toEqual(['c', 'b', 'd', null, null]);
  });

  it('fits no series of another plane or modality, and the reference series first', () => {
    const layout = layoutOf('l', [PROSTATE[0]!]);
    const at = (...study: Described[]) => seriesOfLayout(layout, { study, earlier: [] })[0]?.uuid ?? null;
    expect(at(series('a', 'T2W', { plane: SAGITTAL }), series('b', 'T2W'), series('c', 'T2W', { isRef: true }))).toBe('c');
    expect(at(series('a', 'T2W', { plane: SAGITTAL }), { ...series('b', 'T2W'), modalityCode: 'CT' })).toBe(null);
  });

  it('of an earlier study fits the latest one that has it', () => {
    const layout = { ...layoutOf('l', []), series: [describeSeries(PROSTATE[1]!, 'earlier')] };
    const earlier = [[series('x', 'T2W')], [series('y', 'ADC')], [series('z', 'ADC')]];
    expect(seriesOfLayout(layout, { study: PROSTATE, earlier })[0]?.uuid).toBe('y');
    expect(seriesOfLayout(layout, { study: PROSTATE, earlier: [] })).toEqual([null]);
  });
});

describe('the layout that a study opens in [ANN-63]', () => {
  it('is made for its modality and body part, or for any body part', () => {
    expect(isFor({ modality: 'MR', bodyPart: null }, STUDY)).toBe(true);
    expect(isFor({ modality: 'CT', bodyPart: null }, STUDY)).toBe(false);
    expect(isFor({ modality: 'MR', bodyPart: { slug: 'brain', title: 'Brain' } }, STUDY)).toBe(false);
    expect(isFor({ modality: 'MR', bodyPart: STUDY.bodyPart }, { modality: 'MR', bodyPart: null })).toBe(false);
  });

  it('has all its series in the study', () => {
    expect(best(layoutOf('l', PROSTATE))).toBe('l');
    expect(best(layoutOf('l', [...PROSTATE, series('cor', 'COR')]))).toBe(null);
    expect(best(layoutOf('nothing shown', []))).toBe(null);
  });

  it('is an own one before one of the team, then that for the body part, with more acquisitions, saved last', () => {
    const [one, two] = [PROSTATE.slice(0, 1), PROSTATE.slice(0, 2)];
    expect(best(layoutOf('team', two, { of_team: true }), layoutOf('own', one, { bodyPart: null }))).toBe('own');
    expect(best(layoutOf('any', two, { bodyPart: null }), layoutOf('prostate', one))).toBe('prostate');
    expect(best(layoutOf('one', one), layoutOf('two', two))).toBe('two');
    expect(best(layoutOf('late', one, { updated_at: '2026-02-02 00:00:00' }), layoutOf('early', one))).toBe('late');
  });
});
