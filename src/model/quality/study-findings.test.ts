import { describe, expect, it } from 'vitest';
import { found } from './found.ts';
import { findingsOfStudy, type CheckedSeries } from './study-findings.ts';

let next = 0;
const series = (more: Partial<CheckedSeries> = {}): CheckedSeries => {
  next += 1;
  return { id: next, seriesInstanceUid: `1.2.${next}`, images: 10, expectedImages: null, bodyPart: null, findings: [], ...more };
};

describe('the findings of a study', () => {
  it('are those of its series, each under its id', () => {
    const findings = [found('error', { code: 'missing-slices', missing: 1, present: 9, stepMm: 2 })];
    const one = series({ findings });
    expect(findingsOfStudy('brain', [series(), one])).toEqual([{ ...findings[0], seriesId: one.id }]);
  });

  it('say that images are missing, from all series of one UID together [QIN-05]', () => {
    const parts = [
      series({ seriesInstanceUid: '1.9', expectedImages: 20 }),
      series({ seriesInstanceUid: '1.9', images: 6, expectedImages: 18 }),
    ];
    const said = { severity: 'warning', said: { code: 'incomplete-acquisition', of: 'images', expected: 20, present: 16 } };
    expect(findingsOfStudy('brain', parts)).toEqual([{ ...said, seriesId: parts[0]!.id }]);
    expect(findingsOfStudy('brain', parts.toReversed())).toEqual([{ ...said, seriesId: parts[0]!.id }]);
    expect(findingsOfStudy('brain', [{ ...parts[0]!, images: 14 }, parts[1]!])).toEqual([]);
    // Series without UID are never one.
    expect(
      findingsOfStudy(
        'brain',
        parts.map((one) => ({ ...one, seriesInstanceUid: '' })),
      ),
    ).toHaveLength(2);
    const known = [found('error', { code: 'missing-slices', missing: 4, present: 16, stepMm: 2 })];
    expect(findingsOfStudy('brain', [parts[0]!, { ...parts[1]!, findings: known }])).toEqual([{ ...known[0], seriesId: parts[1]!.id }]);
  });

  it('name series of another body part than the study has, but not a region that is examined with it [QIN-06]', () => {
    const knee = series({ bodyPart: 'knee' });
    expect(findingsOfStudy('prostate', [series({ bodyPart: 'pelvis' }), series(), knee])).toEqual([
      { severity: 'warning', said: { code: 'wrong-body-part', written: 'knee', study: 'prostate' }, seriesId: knee.id },
      { severity: 'info', said: { code: 'mixed-body-parts', parts: ['knee', 'pelvis'] }, seriesId: null },
    ]);
    expect(findingsOfStudy('prostate', [series({ bodyPart: 'whole-body' })])).toEqual([]);
    expect(findingsOfStudy('whole-body', [series({ bodyPart: 'knee' })])).toEqual([]);
    expect(findingsOfStudy('liver', [series({ bodyPart: 'liver' }), series({ bodyPart: 'abdomen' })])).toEqual([]);
  });
});
