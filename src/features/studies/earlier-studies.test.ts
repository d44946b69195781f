import { expect, it } from 'vitest';
import { earlierStudies } from './earlier-studies.ts';

const on = (studyDate: string) => ({ uuid: `of ${studyDate}`, studyDate });

it('the studies before one are those of its patient with an earlier date, the latest first', () => {
  const ofPatient = ['20260101', '', '20240301', '20250601', '20251231'].map(on);
  expect(earlierStudies(on('20251231'), ofPatient)).toEqual(['of 20250601', 'of 20240301']);
  expect(earlierStudies(on(''), ofPatient)).toEqual([]);
});

it('at most four are opened beside a study', () => {
  const ofPatient = ['2019', '2020', '2021', '2022', '2023'].map((year) => on(`${year}0101`));
  expect(earlierStudies(on('20260101'), ofPatient)).toEqual(['2023', '2022', '2021', '2020'].map((year) => `of ${year}0101`));
});
