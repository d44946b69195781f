import { expect, test } from 'vitest';
import type { PipelineStep } from '#contract/pipelines.ts';
import { codeOf, faultsOf, incompleteSteps, moved, newStep, NEW_PIPELINE, parseDefinition, without } from './pipeline-draft.ts';

const convert = (id: string): PipelineStep => ({ id, type: 'convert' });
const ids = (steps: readonly PipelineStep[]) => steps.map(({ id }) => id).join(' ');

test('a code is made of the name, and a bad one is refused', () => {
  expect([codeOf('Prostate MR (2)'), codeOf('  Ü! ')]).toEqual(['prostate-mr-2', '']);
  expect(Object.keys(faultsOf(NEW_PIPELINE))).toEqual(['name', 'code']);
  expect(faultsOf({ ...NEW_PIPELINE, name: 'P', code: 'p-1' })).toEqual({});
  expect(faultsOf({ ...NEW_PIPELINE, name: 'P', code: null })).toEqual({});
});

test('a new step has an id that no other has, and says what is missing [FLOW-13]', () => {
  const steps = [convert('convert'), convert('convert-2')];
  expect(newStep('convert', steps).id).toBe('convert-3');
  const made = (['wait', 'convert', 'check', 'register', 'infer', 'segment', 'ask', 'label', 'project', 'dataset', 'notify'] as const).map(
    (type) => newStep(type, []),
  );
  expect(incompleteSteps({ starts: null, steps: made })).toEqual(['wait', 'infer', 'ask', 'label', 'project', 'dataset', 'notify']);
});

test('steps are moved and removed, and conditions on a removed step go with it [FLOW-13]', () => {
  const steps = [convert('a'), convert('b'), convert('c')];
  expect([ids(moved(steps, 0, 2)), ids(moved(steps, 2, 0)), ids(moved(steps, 0, -1)), ids(moved(steps, 2, 9))]).toEqual([
    'b c a',
    'c a b',
    'a b c',
    'a b c',
  ]);
  const asks = { what: 'step' as const, is: ['done' as const] };
  const conditional: PipelineStep[] = [
    convert('a'),
    { ...convert('b'), when: { match: 'all', conditions: [{ ...asks, step: 'a' }] } },
    {
      ...convert('c'),
      when: {
        match: 'any',
        conditions: [
          { ...asks, step: 'a' },
          { ...asks, step: 'b' },
        ],
      },
    },
  ];
  expect(without(conditional, 'a')).toEqual([
    convert('b'),
    { ...convert('c'), when: { match: 'any', conditions: [{ ...asks, step: 'b' }] } },
  ]);
});

test('a text that is no definition names the place [FLOW-13]', () => {
  const fault = (text: string) => (parseDefinition(text) as { fault: string }).fault;
  expect(fault('{')).toMatch(/JSON/);
  expect(fault('{"starts":null,"steps":[{"id":"a","type":"label"}]}')).toMatch(/^steps\.0\.label: /);
  expect(parseDefinition('{"starts":null,"steps":[{"id":"a","type":"convert"}]}')).toEqual({
    definition: { starts: null, steps: [convert('a')] },
  });
});
