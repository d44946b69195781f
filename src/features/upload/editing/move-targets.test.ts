import { describe, expect, it } from 'vitest';
import { moveTargets, moveTargetsOfSeries } from './move-targets.ts';
import { exampleSeries, exampleStudy } from '#features/upload/view.example.ts';

const study = (id: string, modality: string, series: Record<string, boolean>) =>
  exampleStudy({
    id,
    modality,
    series: Object.entries(series).map(([seriesId, upload]) => exampleSeries({ id: seriesId, studyId: id, upload })),
  });
const STUDIES = [
  study('mr1', 'MR', { a: true, b: false, c: true }),
  study('mr2', 'MR', { d: false }),
  study('mr3', 'MR', {}),
  study('ct', 'CT', { e: true }),
];

describe('a selection of series', () => {
  it('can move to studies of its modality that do not contain it', () => {
    expect(moveTargets(STUDIES).map(({ studyId, seriesIds }) => [studyId, seriesIds])).toEqual([
      ['mr2', ['a', 'c']],
      ['mr3', ['a', 'c']],
    ]);
  });

  it('cannot move when nothing is selected elsewhere', () => {
    expect(moveTargets([study('mr1', 'MR', { a: false }), study('mr2', 'MR', { d: true })]).map(({ studyId }) => studyId)).toEqual(['mr1']);
    expect(moveTargets([study('mr1', 'MR', { a: true })])).toEqual([]);
  });
});

describe('a single series', () => {
  it('can move to the other studies of its modality, selected or not, and back to an empty one [UPL2-065]', () => {
    expect(moveTargetsOfSeries(STUDIES, 'b').map(({ studyId, seriesIds }) => [studyId, seriesIds])).toEqual([
      ['mr2', ['b']],
      ['mr3', ['b']],
    ]);
    expect(moveTargetsOfSeries(STUDIES, 'e')).toEqual([]);
    expect(moveTargetsOfSeries(STUDIES, 'gone')).toEqual([]);
  });
});
