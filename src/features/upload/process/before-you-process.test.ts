import { describe, expect, it } from 'vitest';
import { beforeYouProcess } from './before-you-process.ts';
import { exampleSeries, exampleStudy, exampleUpload } from '#features/upload/view.example.ts';

const BODY_PARTS = new Set(['prostate', 'chest']);

describe('the open questions before Process', () => {
  it('are none when every study to be sent has a body part of the team', () => {
    expect(beforeYouProcess(exampleUpload(), BODY_PARTS)).toEqual([]);
  });

  it('begin with an archive that the server still opens, because its content could not be selected', () => {
    const opening = { phase: 'archive-reading' as const, archives: [], bytes: { total: 1, confirmed: 1 } };
    expect(beforeYouProcess(exampleUpload({ studies: [], opening }), BODY_PARTS)).toEqual([{ what: 'opening' }]);
  });

  it('include an empty selection, and then no body part [CONV-003]', () => {
    const upload = exampleUpload({ studies: [exampleStudy({ upload: false, bodyPart: null })] });
    expect(beforeYouProcess(upload, BODY_PARTS)).toEqual([{ what: 'nothing-selected' }]);
  });

  it('name each study without a body part, except those that are not sent [CONV-002]', () => {
    const upload = exampleUpload({
      studies: [
        exampleStudy({ id: 'whole' }),
        exampleStudy({ id: 'open', upload: 'indeterminate', bodyPart: null, patientName: 'Tern^Brave' }),
        exampleStudy({ id: 'behind', upload: false, bodyPart: null }),
      ],
    });
    expect(beforeYouProcess(upload, BODY_PARTS)).toEqual([{ what: 'missing-bodypart', studyId: 'open', patientName: 'Tern^Brave' }]);
  });

  it('do not depend on the number of series', () => {
    const series = Array.from({ length: 3000 }, (_, index) => exampleSeries({ id: `series-${index}`, number: index }));
    expect(beforeYouProcess(exampleUpload({ studies: [exampleStudy({ series })] }), BODY_PARTS)).toEqual([]);
  });

  it('include a body part that the team does not have', () => {
    const upload = exampleUpload({ studies: [exampleStudy({ bodyPart: 'wing' })] });
    expect(beforeYouProcess(upload, BODY_PARTS)).toHaveLength(1);
  });

  it("accept any body part while this device has never loaded the team's list", () => {
    const upload = exampleUpload({ studies: [exampleStudy({ bodyPart: 'wing' })] });
    expect(beforeYouProcess(upload, null)).toEqual([]);
  });

  it('come in this order: numbers, acquisitions, pipeline requirements, body parts [UPL2-045]', () => {
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
