import { expect, it } from 'vitest';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { lacksRecommended, recommendedSeries } from './recommended.ts';
import { exampleSeries, exampleStudy } from '#features/upload/view.example.ts';

const LIST = (['T2W', 'DWI', 'ADC'] as const).map((code) => ({ code, modality: 'MR' }));
const series = (id: string, code: AcquisitionCode, score: number, upload: boolean) =>
  exampleSeries({ id, acquisition: { code, score, by: 'device' }, upload });

it('an MR study without a recommended acquisition lists it with its most certain unselected series [UPL2-035, UPL2-036]', () => {
  const whole = exampleStudy({ series: [series('a', 'T2W', 0.9, true), series('b', 'DWI', 0.9, true), series('c', 'ADC', 0.9, true)] });
  const lacking = exampleStudy({
    id: 'lacking',
    series: [series('d', 'T2W', 0.9, true), series('e', 'ADC', 0.5, false), series('f', 'ADC', 0.7, false)],
  });
  const found = lacksRecommended([whole, lacking], LIST);
  expect(found).toMatchObject([
    {
      studyId: 'lacking',
      missing: [
        { code: 'DWI', series: null },
        { code: 'ADC', series: { id: 'f' } },
      ],
    },
  ]);
  expect(recommendedSeries(found)).toEqual(['f']);
});
