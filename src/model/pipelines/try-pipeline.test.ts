import { describe, expect, test } from 'vitest';
import { PipelineDefinition } from '#contract/pipelines.ts';
import { fillBlueprint } from './blueprints.ts';
import { SHIPPED_BLUEPRINTS } from './shipped-blueprints.ts';
import { tryPipeline, type TriedStudy } from './try-pipeline.ts';

const NAMES = {
  models: [{ id: 7, name: 'Zones', promoted: true }],
  labels: [{ id: 4, name: 'Ready' }],
  ...{ projects: [], datasets: [{ id: 6, name: 'Accepted' }], people: [] },
  roles: [{ id: 3, name: 'Reviewer' }],
};
const VALUES = { model: 7, label: 4, dataset: 6, reviewer: { role: 3 }, person: { role: 3 } };
const blueprint = (at: number): PipelineDefinition => fillBlueprint(SHIPPED_BLUEPRINTS[at]!, VALUES)!;
const converted = (code: string | null) => ({ acquisition_code: code, state: 'converted' as const });
const study = (more: Partial<TriedStudy>): TriedStudy => ({
  ...{ modality: 'MR', bodyPart: 'prostate', labels: new Set(), finding: null, findings: 0, series: [converted('T2W'), converted('ADC')] },
  ...more,
});
const tried = (definition: PipelineDefinition, of: TriedStudy) =>
  tryPipeline(definition, of, NAMES).map(({ step, is, text }) => `${step} ${is}: ${text}`);
const steps = (...made: object[]) => PipelineDefinition.parse({ starts: null, steps: made });

describe('a pipeline that is tried on a study [FLOW-18]', () => {
  test('says for each step what it would do, and leaves open what models and people say', () => {
    expect(tried(blueprint(0), study({}))).toEqual([
      'arrive done: T2W, ADC found',
      'convert done: 2 of 2 series',
      'register runs: ADC to T2W, accepted up to 2 mm',
      'propose runs: Zones on T2W',
      'draw runs: as propose proposes',
      'review waits: review by Reviewer in 3 days',
      'dataset depends: Runs if step 6 was accepted: Accepted',
      'tell runs: uploader',
    ]);
  });

  test('says what it would wait for', () => {
    const of = study({ series: [converted('T2W'), { acquisition_code: null, state: 'converting' }] });
    expect(tried(blueprint(0), of).slice(0, 4)).toEqual([
      'arrive waits: ADC is missing',
      'convert waits: 1 of 2 series converted',
      'register depends: There is no converted ADC yet',
      'propose runs: Zones on T2W',
    ]);
  });

  test('does not take a study for converted that an earlier step holds back', () => {
    const of = study({ series: [converted('T2W')] });
    expect(tried(blueprint(0), of)[1]).toBe('convert depends: 1 of 1 series, and those that still come');
  });

  test('goes on behind a step that fails only if the step says so', () => {
    const register = { id: 'register', type: 'register', fixed: 'T2W', moving: 'ADC', max_mm: 2 };
    const rest = { id: 'label', type: 'label', label: 4 };
    const of = study({ series: [converted('T2W')] });
    expect(tried(steps(register, rest), of)).toEqual([
      'register fails: There is no converted ADC',
      'label unreached: Step 1 stops the flow',
    ]);
    expect(tried(steps({ ...register, fails: { tries: 1, next: 'continue' } }, rest), of)[1]).toBe('label runs: Ready');
  });

  test('decides conditions by the study, and by earlier steps where they are certain', () => {
    const note = 'look skipped: Runs only if step 1 failed, or it has a finding, warning or more';
    expect(tried(blueprint(2), study({})).at(-1)).toBe(note);
    expect(tried(blueprint(2), study({ finding: 'warning', findings: 2 }))).toEqual([
      'convert done: 2 of 2 series',
      'check done: 2 findings',
      'look waits: answer by Reviewer in 2 days',
    ]);
    const broken = study({ series: [{ acquisition_code: null, state: 'error' }] });
    expect(tried(blueprint(2), broken).at(-1)).toBe('look waits: answer by Reviewer in 2 days');
    // Nobody knows yet whether the image is unlike those of the training.
    expect(tried(blueprint(1), study({})).at(-2)).toMatch(/^review depends: Runs if step 2 failed or found an unusual image/);
  });

  test('knows what there is already, and what cannot be drawn', () => {
    expect(tried(steps({ id: 'label', type: 'label', label: 4 }), study({ labels: new Set([4]) }))).toEqual(['label done: Ready']);
    const propose = { id: 'propose', type: 'infer', model: 7, fails: { tries: 1, next: 'continue' } };
    const of = study({ series: [{ acquisition_code: null, state: 'error' }] });
    expect(tried(steps(propose, { id: 'draw', type: 'segment', from: 'propose' }), of)).toEqual([
      'propose fails: No series suits the model',
      'draw fails: The step before has proposed nothing',
    ]);
  });
});
