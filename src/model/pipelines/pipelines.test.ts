import { describe, expect, test } from 'vitest';
import { PipelineDefinition, When } from '#contract/pipelines.ts';
import { blueprintOf, fillBlueprint } from './blueprints.ts';
import { problemsOf, type PipelineSurroundings } from './check-pipeline.ts';
import { holds, type ConditionFacts } from './conditions.ts';
import { SHIPPED_BLUEPRINTS } from './shipped-blueprints.ts';

const VALUES = { model: 7, label: 4, dataset: 6, project: 5, reviewer: { role: 3 }, person: { person: 1 } };
const AROUND: PipelineSurroundings = {
  models: [
    { id: 7, name: 'Zones', promoted: true },
    { id: 8, name: 'Old', promoted: false },
  ],
  labels: [{ id: 4, name: 'Ready' }],
  projects: [
    { id: 5, name: 'Open', open: true },
    { id: 9, name: 'Closed', open: false },
  ],
  datasets: [{ id: 6, name: 'Set' }],
  people: [{ id: 1, name: 'Eva' }],
  roles: [{ id: 3, name: 'Reviewer' }],
  permissions: ['r:ai-infers', 'r:studies', 'r:studies:detail', 'r:segmentations', 'r:projects', 'r:datasets'],
  ...{ modalities: ['MR', 'CT'], body_parts: [] },
  acquisitions: [
    { code: 'T2W', modality: 'MR' },
    { code: 'ADC', modality: 'MR' },
    { code: 'AR', modality: 'CT' },
  ],
  modality: 'MR',
};
const definition = (...steps: object[]) => PipelineDefinition.parse({ starts: null, steps });
const problems = (steps: object[], around: Partial<PipelineSurroundings> = {}) =>
  problemsOf(definition(...steps), { ...AROUND, ...around }).map(({ step, code, values }) => [step, code, ...values].join(' '));

describe('what keeps a pipeline from being saved [FLOW-11]', () => {
  test('is nothing for the blueprints of the product', () => {
    for (const blueprint of SHIPPED_BLUEPRINTS) {
      const filled = fillBlueprint(blueprint, VALUES)!;
      expect([blueprint.title, problemsOf(filled, AROUND)]).toEqual([blueprint.title, []]);
    }
  });

  test('names each thing that is not there, with its step', () => {
    expect(
      problems([
        { id: 'a', type: 'wait', acquisitions: ['T2W', 'DWI'], hours: 1 },
        { id: 'b', type: 'infer', model: 1, acquisition: 'COR' },
        { id: 'c', type: 'infer', model: 8 },
        { id: 'd', type: 'label', label: 1 },
        { id: 'e', type: 'project', project: 1 },
        { id: 'f', type: 'project', project: 9 },
        { id: 'g', type: 'dataset', dataset: 1 },
        { id: 'h', type: 'ask', kind: 'answer', to: { person: 2 } },
        { id: 'r', type: 'register', fixed: 'T2W', moving: 'T2W', max_mm: 2 },
        { id: 's', type: 'segment', from: 'a' },
        { id: 'i', type: 'notify', to: { role: 1 }, text: 'x' },
        { id: 'j', type: 'notify', to: 'uploader', text: 'x' },
      ]),
    ).toEqual([
      'a acquisition_unknown DWI',
      'b model_gone',
      'b acquisition_unknown COR',
      'c model_not_promoted Old',
      'd label_gone',
      'e project_gone',
      'f project_started Closed',
      'g dataset_gone',
      'h holder_gone',
      'r same_acquisition T2W',
      's not_a_model a',
      'i holder_gone',
    ]);
  });

  test('is a permission that the author lacks', () => {
    expect(problems([{ id: 'a', type: 'dataset', dataset: 6 }], { permissions: ['r:studies'] })).toEqual([
      'a permission_missing r:datasets',
    ]);
  });

  test('is a condition on a step that does not come before', () => {
    const when = { match: 'all', conditions: [{ what: 'step', step: 'b', is: ['done'] }] };
    const convert = { type: 'convert' };
    expect(
      problems([
        { id: 'a', ...convert, when },
        { id: 'b', ...convert },
      ]),
    ).toEqual(['a step_unknown b']);
    expect(
      problems([
        { id: 'b', ...convert },
        { id: 'b', ...convert, when },
      ]),
    ).toEqual(['b step_twice b']);
  });
});

describe('conditions [FLOW-04]', () => {
  const FACTS: ConditionFacts = {
    ...{ modality: 'MR', bodyPart: 'brain', acquisitions: new Set(['T2W']), labels: new Set([4]), finding: 'warning' },
    results: new Map([['propose', ['done', 'unlike']]]),
  };
  const are = (match: 'all' | 'any', ...conditions: object[]) => holds(When.parse({ match, conditions }), FACTS);

  test.each([
    [
      { what: 'modality', is: ['CT', 'MR'] },
      { what: 'modality', is: ['CT'] },
    ],
    [
      { what: 'body_part', is: ['brain'] },
      { what: 'body_part', is: ['head'] },
    ],
    [
      { what: 'acquisition', is: ['ADC', 'T2W'] },
      { what: 'acquisition', is: ['ADC'] },
    ],
    [
      { what: 'label', is: [1, 4] },
      { what: 'label', is: [1] },
    ],
    [
      { what: 'finding', at_least: 'info' },
      { what: 'finding', at_least: 'error' },
    ],
    [
      { what: 'step', step: 'propose', is: ['unlike', 'failed'] },
      { what: 'step', step: 'propose', is: ['failed'] },
    ],
    [
      { what: 'step', step: 'propose', is: ['done'] },
      { what: 'step', step: 'review', is: ['done'] },
    ],
  ])('%j holds, and %j does not', (good, bad) => {
    expect([are('all', good), are('all', bad), are('all', good, bad), are('any', good, bad), are('any', bad)]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  test('a step without conditions runs', () => expect(holds(undefined, FACTS)).toBe(true));
});

describe('blueprints [FLOW-12]', () => {
  test('a blueprint made of a pipeline, filled with its values, is that pipeline', () => {
    const made = definition(
      { id: 'propose', type: 'infer', model: 7, acquisition: 'T2W', fails: { tries: 2, next: 'continue' } },
      { id: 'ask', type: 'ask', kind: 'review', to: { role: 3 }, note: 'Look' },
      { id: 'ready', type: 'label', label: 4 },
      { id: 'p', type: 'project', project: 5 },
      { id: 'd', type: 'dataset', dataset: 6 },
      { id: 'tell', type: 'notify', to: { person: 1 }, text: '$model_propose costs $5' },
      { id: 'uploader', type: 'notify', to: 'uploader', text: 'x' },
    );
    const blueprint = blueprintOf(made);
    expect(blueprint.parameters.map(({ name, kind }) => [name, kind])).toEqual([
      ['model_propose', 'model'],
      ['holder_ask', 'holder'],
      ['label_ready', 'label'],
      ['project_p', 'project'],
      ['dataset_d', 'dataset'],
      ['holder_tell', 'holder'],
    ]);
    const values = { model_propose: 7, holder_ask: { role: 3 }, label_ready: 4, project_p: 5, dataset_d: 6, holder_tell: { person: 1 } };
    expect(fillBlueprint(blueprint, values)).toEqual(made);
  });

  test('a value that is missing or of the wrong kind, and a template that is no JSON, make no pipeline', () => {
    const [prostate] = SHIPPED_BLUEPRINTS;
    expect(fillBlueprint(prostate!, { ...VALUES, model: undefined })).toBeNull();
    expect(fillBlueprint(prostate!, { ...VALUES, model: 'seven' })).toBeNull();
    expect(fillBlueprint({ ...prostate!, template: '{' }, VALUES)).toBeNull();
  });
});
