import { describe, expect, it } from 'vitest';
import { uploadSummary, wholeSelection } from './upload-summary.ts';
import { exampleSeries, exampleStudy, exampleUpload } from './view.example.ts';

const bytes = (total: number) => ({ total, confirmed: 0, proved: 0 });

const upload = exampleUpload({
  studies: [
    exampleStudy({
      id: 'a',
      series: [exampleSeries({ studyId: 'a', bytes: bytes(10) }), exampleSeries({ studyId: 'a', upload: false, bytes: bytes(5) })],
    }),
    exampleStudy({ id: 'b', series: [exampleSeries({ studyId: 'b', upload: false, bytes: bytes(7) })] }),
  ],
});

describe('the figures of the preview', () => {
  it('count all items and the selected ones', () => {
    expect(uploadSummary(upload)).toEqual({ studies: 2, series: 3, bytes: 22, selectedSeries: 1, selectedStudies: 1, selectedBytes: 10 });
  });

  it('show whether all, none or some are selected', () => {
    expect(wholeSelection(uploadSummary(upload))).toBe('indeterminate');
    expect(wholeSelection(uploadSummary(exampleUpload()))).toBe(true);
    expect(wholeSelection(uploadSummary(exampleUpload({ studies: [] })))).toBe(false);
  });
});
