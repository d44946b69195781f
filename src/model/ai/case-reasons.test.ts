import { describe, expect, test } from 'vitest';
import { caseReasons, type CaseResult } from './case-reasons.ts';

const result = (entropy: number | null, { voxels = 10, ...more }: Partial<CaseResult> & { voxels?: number } = {}): CaseResult => ({
  ...{ entropy, unlike: [], distance: 1, ...more },
  classes: [{ value: 1, title: 'Head', voxels, ml: voxels / 1000 }],
});

describe('why a case may teach a model something [NEXT-03]', () => {
  test('the least sure third is called unsure', () => {
    expect(caseReasons([0.1, 0.5, 0.2, 0.6, 0.3, 0.4].map((entropy) => result(entropy)))).toEqual([[], ['unsure'], [], ['unsure'], [], []]);
  });

  test('the third with the most unusual sizes is named, but not where nothing was found', () => {
    const distances = [3, 1, 2].map((distance) => result(0.1, { distance }));
    expect(caseReasons(distances)).toEqual([['size'], [], []]);
    expect(caseReasons([...distances.slice(1), result(null, { distance: 9, voxels: 0 })])[2]).toEqual(['empty']);
  });

  test('two results, or results that are alike, have no third', () => {
    expect(caseReasons([result(0.1), result(0.9, { distance: 5 })])).toEqual([[], []]);
    expect(caseReasons([result(0.3), result(0.3), result(0.3)])).toEqual([[], [], []]);
  });

  test('where nothing is known of what was learned from, no size is unusual', () => {
    expect(caseReasons([1, 2, 3].map(() => result(0.1, { distance: Infinity })))).toEqual([[], [], []]);
  });

  test('one that is less sure than those of the training is unsure, and an image that is unlike them is named', () => {
    expect(caseReasons([result(0.9, { unlike: ['entropy', 'spacing'] })])).toEqual([['unsure', 'unlike']]);
    expect(caseReasons([result(0.1, { unlike: ['intensity'] })])).toEqual([['unlike']]);
  });

  test('nothing found, and a result of which it is not known how sure it is, are told apart', () => {
    expect(caseReasons([result(null, { voxels: 0 }), result(null)])).toEqual([['empty'], ['unknown']]);
  });
});
