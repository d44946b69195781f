import { describe, expect, it } from 'vitest';
import type { RunnableModel } from '#contract/ai/models.ts';
import { channelsFor, modelsForStudy, type SuitedSeries } from './suits-series.ts';

const T2W: SuitedSeries = { modalityCode: 'MR', acquisition_code: 'T2W', seriesDescription: 'HippoCrop' };
const STUDY = { bodyPart: { slug: 'head', title: 'Head' } };
const rule = (more: object = {}) => ({ on: true, modality: 'MR', body_part: '', acquisition: '', ...more });

function model(rules: object[], { acquisitions = [null], state = 'ready' }: { acquisitions?: (string | null)[]; state?: string } = {}) {
  const channels = acquisitions.map((acquisition) => ({ acquisition }));
  return { version: { state, manifest: { channels } }, rules } as unknown as RunnableModel;
}

describe('a model suits a series [AI-87]', () => {
  it.each<[string, boolean, RunnableModel, SuitedSeries?]>([
    ['by a rule for its modality', true, model([rule()])],
    ['by one of several rules', true, model([rule({ modality: 'CT' }), rule()])],
    ['by body part, from the study', true, model([rule({ body_part: 'Head' })])],
    ['by body part, from the description', true, model([rule({ body_part: 'hippo' })])],
    ['by acquisition', true, model([rule({ acquisition: 'T2W' })])],
    ['without a rule, by the acquisition of its manifest', true, model([], { acquisitions: ['T2W'] })],
    ['not by a rule that is off', false, model([rule({ on: false })])],
    ['not of another modality', false, model([rule({ modality: 'CT' })])],
    ['not of another body part', false, model([rule({ body_part: 'knee' })])],
    ['not of another acquisition', false, model([rule({ acquisition: 'DWI' })])],
    ['not by its manifest, where rules say otherwise', false, model([rule({ acquisition: 'DWI' })], { acquisitions: ['T2W'] })],
    ['not without a rule and an acquisition', false, model([])],
    ['not by an acquisition of another modality', false, model([], { acquisitions: ['T2W'] }), { ...T2W, modalityCode: 'CT' }],
    ['not without a series for each channel', false, model([rule()], { acquisitions: [null, 'DWI'] })],
    ['not if it was withdrawn', false, model([rule()], { state: 'withdrawn' })],
  ])('%s', (_, suits, of, series = T2W) => {
    expect(channelsFor(of, series, { study: STUDY, all: [series] })).toEqual(suits ? [series] : null);
    expect(modelsForStudy([of], [{ ...T2W, modalityCode: 'US' }, series], STUDY)).toHaveLength(suits ? 1 : 0);
  });
});

it('a model of several channels reads a series of the study for each, by its acquisition [AI-87]', () => {
  const [adc, dwi, other] = (['ADC', 'DWI', 'ADC'] as const).map((acquisition_code) => ({ ...T2W, acquisition_code }));
  const all = [T2W, adc!, dwi!, other!];
  const of = (acquisitions: (string | null)[], series = T2W, among = all) =>
    channelsFor(model([rule()], { acquisitions }), series, { study: STUDY, all: among })?.map((one) => all.indexOf(one));
  expect(of([null, 'ADC', 'DWI'])).toEqual([0, 1, 2]);
  expect(of([null, 'ADC', 'T1'])).toBeUndefined();
  // Nobody knows which of all series it would be.
  expect(of([null, null])).toBeUndefined();
  expect(of([null, 'ADC'], adc)).toBeUndefined();
  expect(modelsForStudy([model([rule()], { acquisitions: [null, 'ADC'] })], all, STUDY)).toHaveLength(1);
  expect(modelsForStudy([model([rule()], { acquisitions: [null, 'ADC'] })], [T2W], STUDY)).toEqual([]);
});

it('a model that corrects by clicks is kept for a study, and never proposes [AI-87, AI-97]', () => {
  const clicks = (acquisition: string | null, more = 3) => {
    const channels = [acquisition, ...Array.from({ length: more }, () => null)].map((each) => ({ acquisition: each }));
    return { version: { state: 'ready', manifest: { clicks: true, channels } }, rules: [rule()] } as unknown as RunnableModel;
  };
  const of = (model: RunnableModel) => modelsForStudy([model], [T2W], STUDY).length;
  expect([of(clicks(null)), of(clicks('T2W')), of(clicks('DWI')), of(clicks(null, 0))]).toEqual([1, 1, 0, 0]);
  expect(channelsFor(clicks(null, 0), T2W, { study: STUDY, all: [T2W] })).toBeNull();
});
