import { describe, expect, test } from 'vitest';
import type { InferSummary } from '#contract/ai/inferences.ts';
import { caseReasons } from './case-reasons.ts';

const result = (entropy: number | null, { voxels = 10, unlike = [] as InferSummary['unlike'] } = {}) => ({
  ...{ entropy, unlike },
  classes: [{ value: 1, title: 'Head', voxels, ml: voxels / 1000 }],
});

describe('why a case may teach a model something [NEXT-03]', () => {
  test('the least sure third is called unsure', () => {
    expect(caseReasons([0.1, 0.5, 0.2, 0.6, 0.3, 0.4].map((entropy) => result(entropy)))).toEqual([[], ['unsure'], [], ['unsure'], [], []]);
  });

  test('two results, or results that are equally sure, have no third', () => {
    expect(caseReasons([result(0.1), result(0.9)])).toEqual([[], []]);
    expect(caseReasons([result(0.3), result(0.3), result(0.3)])).toEqual([[], [], []]);
  });

  test('one that is less sure than those of the training is unsure, and an image that is unlike them is named', () => {
    expect(caseReasons([result(0.9, { unlike: ['entropy', 'spacing'] })])).toEqual([['unsure', 'unlike']]);
    expect(caseReasons([result(0.1, { unlike: ['intensity'] })])).toEqual([['unlike']]);
  });

  test('nothing found, and a result of which it is not known how sure it is, are told apart', () => {
    expect(caseReasons([result(null, { voxels: 0 }), result(null)])).toEqual([['empty'], ['unknown']]);
  });
});
