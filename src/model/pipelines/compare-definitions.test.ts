import { describe, expect, test } from 'vitest';
import { PipelineDefinition } from '#contract/pipelines.ts';
import { changesBetween } from './compare-definitions.ts';

const NAMES = {
  models: [
    { id: 7, name: 'Zones', promoted: true },
    { id: 8, name: 'Lesions', promoted: true },
  ],
  labels: [{ id: 4, name: 'Ready' }],
  ...{ projects: [], datasets: [] },
  people: [{ id: 1, name: 'Eva' }],
  roles: [{ id: 3, name: 'Reviewer' }],
  body_parts: [{ slug: 'prostate', title: 'Prostate' }],
};
const CONVERT = { id: 'convert', type: 'convert' };
const INFER = { id: 'propose', type: 'infer', model: 7 };
const ASK = { id: 'review', type: 'ask', kind: 'review', to: { role: 3 } };
const LABEL = { id: 'label', type: 'label', label: 4 };

const STARTS = { modality: 'MR', body_part: 'prostate' };
const definition = (steps: object[], starts: object | null = STARTS) => PipelineDefinition.parse({ starts, steps });
const changes = (before: PipelineDefinition, after: PipelineDefinition) => changesBetween(before, after, NAMES).map(({ text }) => text);

describe('what differs between two definitions [FLOW-17]', () => {
  const first = definition([CONVERT, INFER, ASK]);

  test('is nothing if they say the same', () => {
    expect(changes(first, structuredClone(first))).toEqual([]);
    // What is said in so many words is what holds without them.
    expect(changes(first, definition([CONVERT, INFER, { ...ASK, fails: { tries: 1, next: 'stop' } }]))).toEqual([]);
  });

  test('names steps that are new and gone, and leads to those that are there', () => {
    const after = definition([CONVERT, LABEL, ASK]);
    expect(changesBetween(first, after, NAMES)).toEqual([
      { step: 'label', text: 'Step 2 is new: Label, Ready' },
      { step: null, text: 'Step 2 is gone: Infer, Zones' },
    ]);
  });

  test('names what a step does otherwise', () => {
    expect(changes(first, definition([CONVERT, { ...INFER, model: 8 }, { ...ASK, to: { person: 1 }, note: 'Look' }]))).toEqual([
      'Step 2: Infer, Lesions, before Infer, Zones',
      'Step 3: Ask a person, review by Eva, before Ask a person, review by Reviewer',
      'Step 3: Ask a person says “Look”, before “”',
    ]);
  });

  test('names conditions, and what happens if a step fails', () => {
    const when = { match: 'all', conditions: [{ what: 'step', step: 'propose', is: ['unlike'] }] };
    expect(changes(first, definition([CONVERT, { ...INFER, fails: { tries: 2, next: 'continue' } }, { ...ASK, when }]))).toEqual([
      'Step 2: Infer is tried 2 times, then the flow goes on, before is tried once, then the flow stops',
      'Step 3: Ask a person runs if step 2 found an unusual image, before always',
    ]);
  });

  test('is no condition that names the same step, which has another number now', () => {
    const when = { match: 'all', conditions: [{ what: 'step', step: 'convert', is: ['done'] }] };
    const before = definition([CONVERT, { ...ASK, when }]);
    expect(changes(before, definition([LABEL, CONVERT, { ...ASK, when }]))).toEqual(['Step 1 is new: Label, Ready']);
  });

  test('names another order, and not only because a step was added', () => {
    expect(changes(first, definition([INFER, CONVERT, ASK]))).toEqual(['The order is now Infer, Convert, Ask a person']);
    expect(changes(first, definition([LABEL, CONVERT, INFER, ASK]))).toEqual(['Step 1 is new: Label, Ready']);
  });

  test('names for which studies it starts', () => {
    expect(changes(first, definition([CONVERT, INFER, ASK], null))).toEqual(['Starts by hand, before for every new study of MR, Prostate']);
    expect(changes(definition([CONVERT], null), definition([CONVERT], { modality: '', body_part: '' }))).toEqual([
      'Starts for every new study, before by hand',
    ]);
  });
});
