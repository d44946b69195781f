import { describe, expect, it } from 'vitest';
import { SavedAiModel } from '#contract/ai/models.ts';
import { draftToBody, faultsOf, NEW_MODEL, withSegment, type ModelDraft } from './model-draft.ts';

const draft: ModelDraft = {
  name: ' Hippocampus T1 ',
  code: '',
  description: 'Both parts.',
  structure: { id: 3, title: 'Hippocampus, left' },
  segments: [
    { key: 1, title: 'Anterior', value: '1' },
    { key: 2, title: 'Posterior', value: '2' },
  ],
};

describe('the form of a model [AI-60]', () => {
  it('makes the code from the name, and a body that the contract accepts', () => {
    expect(faultsOf(draft)).toEqual({});
    expect(SavedAiModel.parse(draftToBody(draft))).toEqual({
      name: 'Hippocampus T1',
      code: 'hippocampus-t1',
      description: 'Both parts.',
      structure_id: 3,
      segments: [
        { title: 'Anterior', value: 1 },
        { title: 'Posterior', value: 2 },
      ],
    });
  });

  it('names what is missing', () => {
    expect(Object.keys(faultsOf(NEW_MODEL))).toEqual(['name', 'structure', 'segments']);
    expect(Object.keys(faultsOf({ ...draft, name: '海马' }))).toEqual(['code']);
    expect(Object.keys(faultsOf({ ...draft, code: 'A b' }))).toEqual(['code']);
  });

  it.each([
    ['no segment', []],
    ['the same value twice', [draft.segments[0]!, { key: 2, title: 'Posterior', value: '01' }]],
    ['a value that is none', [{ key: 1, title: 'Anterior', value: '0' }]],
    ['no title', [{ key: 1, title: ' ', value: '1' }]],
  ])('refuses %s', (_, segments) => {
    expect(Object.keys(faultsOf({ ...draft, segments }))).toEqual(['segments']);
  });

  it('gives a new segment the lowest free value', () => {
    expect(withSegment([draft.segments[1]!]).at(-1)).toEqual({ key: 3, title: '', value: '1' });
    expect(withSegment(draft.segments).at(-1)).toMatchObject({ value: '3' });
  });
});
