import { describe, expect, it } from 'vitest';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { chosenAcquisition } from './acquisition.ts';
import type { ChosenSeries } from './catalogues.ts';
import { bestSeries, isAcquisitionMissing, missingRecommended } from './process-checks.ts';

const LIST = [
  ...(['T2W', 'DWI', 'ADC', 'COR', 'SAG', 'NONE'] as const).map((code) => ({ code, modality: 'MR' })),
  { code: 'AR' as const, modality: 'CT' },
];

const series = (code: AcquisitionCode | null, given: Partial<ChosenSeries & { valid: boolean; id: string }> & { score?: number } = {}) => ({
  id: 'series',
  upload: true,
  valid: true,
  acquisition: code === null ? null : { code, score: given.score ?? 0.9, by: 'device' as const },
  facts: { modalityCode: 'MR' },
  ...given,
});
const study = (...own: ReturnType<typeof series>[]) => ({ modality: 'MR', pipeline: 'prostate-mr' as string | null, series: own });

describe('the acquisition of a series', () => {
  it.each([
    ['a code', series('T2W'), false],
    ['nothing [UPL2-038]', series(null), true],
    ['NONE, as nothing was recognised [UPL2-039]', series('NONE', { score: 0 }), true],
    ['NONE, chosen by the user', series('NONE', { acquisition: chosenAcquisition('NONE') }), false],
    ['nothing, and is not sent', series(null, { upload: false }), false],
    ['nothing, when its modality has no acquisitions [UPL2-039]', series(null, { facts: { modalityCode: 'XA' } }), false],
  ])('of a series with %s: missing or not', (_, one, isMissing) => {
    expect(isAcquisitionMissing(one, LIST)).toBe(isMissing);
  });

  it('cannot be missing when the list was never loaded [UPL2-039]', () => {
    expect(isAcquisitionMissing(series(null), null)).toBe(false);
  });
});

describe('the recommended acquisitions of an MR study [UPL2-035]', () => {
  it.each([
    ['all of it', study(series('T2W'), series('DWI'), series('ADC')), []],
    ['one that is not selected', study(series('T2W'), series('DWI'), series('ADC', { upload: false })), ['ADC']],
    ['none of it', study(series('COR')), ['T2W', 'DWI', 'ADC']],
    ['nothing that is sent', study(series('COR', { upload: false })), []],
    ['another modality', { ...study(series('COR')), modality: 'CT' }, []],
  ])('of a study with %s', (_, one, missing) => {
    expect(missingRecommended(one, LIST)).toEqual(missing);
  });

  it("come from the team's list", () => {
    expect(missingRecommended(study(series('COR')), [{ code: 'DWI', modality: 'MR' }])).toEqual(['DWI']);
    expect(missingRecommended(study(series('COR')), null)).toEqual([]);
  });

  it('are offered from the most certain series that can be sent [UPL2-036]', () => {
    const own = study(
      series('ADC', { id: 'a', upload: false, score: 0.6 }),
      series('ADC', { id: 'b', upload: false, score: 0.8 }),
      series('ADC', { id: 'c', upload: false, valid: false, score: 0.9 }),
    );
    expect(bestSeries(own, 'ADC')?.id).toBe('b');
    expect(bestSeries(own, 'T2W')).toBeUndefined();
  });
});
