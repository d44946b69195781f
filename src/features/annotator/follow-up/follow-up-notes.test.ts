import { describe, expect, it } from 'vitest';
import { followUpTable, type LinkedMeasurement } from '#model/lesions/follow-up-table.ts';
import type { ShownLesion } from '#model/lesions/shown-follow-up.ts';
import { percentText, shortDateText } from './follow-up-texts.ts';
import { problemText } from './problem-texts.ts';
import { seriesNotes } from './series-notes.ts';
import { shownColumns } from './shown-columns.ts';

const STUDIES = [
  { uuid: 'prior', id: 1, studyDate: '20251209' },
  { uuid: 'now', id: 2, studyDate: '20260314' },
];
const lesion: ShownLesion = {
  ...{
    uuid: 'a',
    title: 'Hilum',
    kind: 'target',
    organ: '',
    node: false,
    number: 1,
    version: 1,
    user: null,
    deletable: true,
    waits: false,
  },
  findings: STUDIES.map(({ uuid }) => ({ study: uuid, measurement: uuid, state: null, version: 1 })),
};
const measured = (study: string, scale: 'patient' | 'pixels' = 'patient'): LinkedMeasurement => ({
  ...{ uuid: study, kind: 'length', series: study, slice: 0, grid: 'g', sop: '1.2', frame: 0 },
  measured: { values: { length: 20 }, scale, unit: null },
});
const tableOf = (scale?: 'pixels') =>
  followUpTable({ study: 'now', studies: STUDIES, lesions: [lesion], baseline: null, measurementsOf: (study) => [measured(study, scale)] });

type Known = NonNullable<ReturnType<Parameters<typeof seriesNotes>[1]>>;
const series = (uuid: string, lossy: string | null, sliceThickness: number | null): Known =>
  ({
    ...{ uuid, sliceThickness },
    reading: { facts: { tags: lossy === null ? [] : [{ code: '(0028,2110)', name: '', prop: '', value: lossy }] } },
  }) as unknown as Known;
const notes = (...known: Known[]) => seriesNotes(tableOf(), (uuid) => known.find((one) => one.uuid === uuid) ?? null);

describe('what makes a comparison less certain [LES-11]', () => {
  it('is a lossy prior, a lossy study, or another thickness of slices', () => {
    expect(notes(series('prior', '01', 1), series('now', '00', 1))).toEqual([expect.stringContaining('The prior is lossy')]);
    expect(notes(series('prior', null, 1), series('now', '01', 1))).toEqual([expect.stringContaining('This study is lossy')]);
    expect(notes(series('prior', null, 5), series('now', null, 1))).toEqual([
      'Slices differ in thickness: 5 mm on 09.12.2025, 1 mm now. A small change may be that of the slices.',
    ]);
  });

  it('is nothing of series that are alike or not known', () => {
    expect(notes(series('prior', null, 1), series('now', '00', 1.05))).toEqual([]);
    expect(notes(series('prior', null, null), series('now', null, 5))).toEqual([]);
    expect(notes()).toEqual([]);
  });

  it('and what is measured in pixels is not compared, with the reason', () => {
    expect(tableOf('pixels').problems.map(problemText)).toEqual(
      ['09.12.2025', '14.03.2026'].map(
        (date) => `“Hilum”, ${date}: measured in pixels, because the file gives no length. It is not compared.`,
      ),
    );
  });
});

it('percent have their sign, and dates two digits', () => {
  expect([42, -9, 0, null].map(percentText)).toEqual(['+42 %', '\u22129 %', '0 %', '–']);
  expect(['20251209', ''].map(shortDateText)).toEqual(['09.12.25', 'no date']);
});

it('of many studies the baseline, the prior and the one that is read are shown [LES-05, LES-17]', () => {
  const columnsOf = (count: number, baseline: number | null) =>
    shownColumns({ columns: Array.from({ length: count }, () => STUDIES[0]!), baseline });
  expect([1, 2, 3, 5].map((count) => columnsOf(count, null))).toEqual([[0], [0, 1], [0, 1, 2], [0, 3, 4]]);
  expect([1, 3, 4].map((baseline) => columnsOf(5, baseline))).toEqual([
    [1, 3, 4],
    [3, 4],
    [3, 4],
  ]);
});
