import { describe, expect, it } from 'vitest';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { codesOf, missingOfPipeline, pipelinesOf } from './catalogues.ts';

const LIST = [
  ...(['T2W', 'DWI', 'ADC', 'COR', 'SAG', 'NONE'] as const).map((code) => ({ code, modality: 'MR' })),
  { code: 'AR' as const, modality: 'CT' },
];
const PROSTATE = {
  id: 1,
  code: 'prostate-mr',
  name: 'Prostate MR',
  modality_code: 'MR',
  acquisitions: [{ code: 'T2W' as const }, { code: 'ADC' as const }],
};

const series = (code: AcquisitionCode, upload = true) => ({
  upload,
  acquisition: { code, score: 0.9, by: 'device' as const },
  facts: { modalityCode: 'MR' },
});
const study = (...own: ReturnType<typeof series>[]) => ({ modality: 'MR', pipeline: 'prostate-mr' as string | null, series: own });

describe('the acquisition of a series', () => {
  it('is chosen from those of its modality [UPL2-024]', () => {
    expect(codesOf(LIST, 'MR')).toEqual(['T2W', 'DWI', 'ADC', 'COR', 'SAG', 'NONE']);
    expect(codesOf(LIST, ' ct ')).toEqual(['AR']);
    expect([codesOf(LIST, 'XA'), codesOf(LIST, ''), codesOf(null, 'MR')]).toEqual([[], [], []]);
  });
});

describe('the pipeline of a study', () => {
  it('is one of its modality [UPL2-041]', () => {
    expect(pipelinesOf([PROSTATE], 'MR')).toEqual([PROSTATE]);
    expect([pipelinesOf([PROSTATE], 'CT'), pipelinesOf(null, 'MR')]).toEqual([[], []]);
  });

  it.each([
    ['all that it needs', study(series('T2W'), series('ADC')), []],
    ['one that is not selected [UPL2-040]', study(series('T2W'), series('ADC', false)), ['ADC']],
    ['nothing of it', study(series('DWI')), ['T2W', 'ADC']],
    ['no pipeline', { ...study(series('DWI')), pipeline: null }, []],
    ['one of another modality', { ...study(series('DWI')), modality: 'CT' }, []],
    ['one that is gone', { ...study(series('DWI')), pipeline: 'gone' }, []],
  ])('of a study with %s', (_, one, missing) => {
    expect(missingOfPipeline(one, [PROSTATE])).toEqual(missing);
  });
});
