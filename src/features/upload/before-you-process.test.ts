import { describe, expect, it } from 'vitest';
import { beforeYouProcess } from './before-you-process.ts';
import { exampleSeries, exampleStudy, exampleUpload } from './view.example.ts';

const BODY_PARTS = new Set(['prostate', 'chest']);

describe('what is open before Process', () => {
  it('is nothing when every study that goes has a body part of the team', () => {
    expect(beforeYouProcess(exampleUpload(), BODY_PARTS)).toEqual([]);
  });

  it('is an archive that the server still opens, before anything else: what is in it could not be chosen', () => {
    const opening = { phase: 'archive-reading' as const, archives: [], bytes: { total: 1, confirmed: 1 } };
    expect(beforeYouProcess(exampleUpload({ studies: [], opening }), BODY_PARTS)).toEqual([{ what: 'opening' }]);
  });

  it('is that nothing is selected, and then no body part is asked for', () => {
    const upload = exampleUpload({ studies: [exampleStudy({ upload: false, bodyPart: null })] });
    expect(beforeYouProcess(upload, BODY_PARTS)).toEqual([{ what: 'nothing-selected' }]);
  });

  it('names each study that lacks a body part, and none that stays behind', () => {
    const upload = exampleUpload({
      studies: [
        exampleStudy({ id: 'whole' }),
        exampleStudy({ id: 'open', upload: 'indeterminate', bodyPart: null, patientName: 'Tern^Brave' }),
        exampleStudy({ id: 'behind', upload: false, bodyPart: null }),
      ],
    });
    expect(beforeYouProcess(upload, BODY_PARTS)).toEqual([{ what: 'missing-bodypart', studyId: 'open', patientName: 'Tern^Brave' }]);
  });

  it('is not the number of its series', () => {
    const series = Array.from({ length: 3000 }, (_, index) => exampleSeries({ id: `series-${index}`, number: index }));
    expect(beforeYouProcess(exampleUpload({ studies: [exampleStudy({ series })] }), BODY_PARTS)).toEqual([]);
  });

  it('asks again for a body part that the team does not have', () => {
    const upload = exampleUpload({ studies: [exampleStudy({ bodyPart: 'wing' })] });
    expect(beforeYouProcess(upload, BODY_PARTS)).toHaveLength(1);
  });

  it('accepts any body part while the list of the team was never read on this device', () => {
    const upload = exampleUpload({ studies: [exampleStudy({ bodyPart: 'wing' })] });
    expect(beforeYouProcess(upload, null)).toEqual([]);
  });

  it('asks in the order of UPL2-045: numbers, acquisitions, what a pipeline needs, body parts', () => {
    const acquisitions = [{ code: 'T2W' as const, modality: 'MR' }];
    const pipeline = { id: 1, code: 'prostate-mr', name: 'Prostate MR', modality_code: 'MR', acquisitions: [{ code: 'T2W' as const }] };
    const open = exampleStudy({
      id: 'open',
      bodyPart: null,
      pipeline: 'prostate-mr',
      series: [exampleSeries({ id: 'a', number: null }), exampleSeries({ id: 'b', number: 7 }), exampleSeries({ id: 'c', upload: false })],
    });
    const upload = exampleUpload({ studies: [exampleStudy({ id: 'behind', upload: false }), open] });
    expect(beforeYouProcess(upload, BODY_PARTS, { acquisitions, pipelines: [pipeline] })).toEqual([
      { what: 'missing-number', seriesId: 'a', studyId: 'study-1', description: 't2_tse_tra' },
      { what: 'missing-acquisition', seriesId: 'a', description: 't2_tse_tra', seriesIds: ['a', 'b'] },
      { what: 'missing-for-pipeline', studyId: 'open', patientName: 'Heron^Quiet', place: 2, codes: ['T2W'] },
      { what: 'missing-bodypart', studyId: 'open', patientName: 'Heron^Quiet' },
    ]);
  });
});
