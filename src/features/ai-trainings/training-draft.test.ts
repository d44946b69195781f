import { expect, it } from 'vitest';
import { NewTraining } from '#contract/ai/trainings.ts';
import { draftToBody, faultsOf, NEW_TRAINING, type TrainingDraft } from './training-draft.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const draft: TrainingDraft = {
  ...NEW_TRAINING,
  model: { id: 4, name: 'Hippocampus', structure_id: 1, segments: [{ title: 'Anterior', value: 1 }] },
  dataset: { id: 6, name: 'Hippocampus T1' },
  version: { uuid, fits: true },
};

it('the form of a training makes a body that the contract accepts [AI-69]', () => {
  expect(faultsOf(draft)).toEqual({});
  expect(NewTraining.parse(draftToBody(draft, uuid))).toEqual({
    ...{ uuid, model_id: 4, dataset_version: uuid, engine: 'unet' },
    params: { seconds: 420, seed: 1 },
  });
});

it.each([
  ['nothing chosen', { model: null, version: null }, ['model', 'version']],
  ['a version with other segments', { version: { uuid, fits: false } }, ['version']],
  ['too little time', { seconds: '9' }, ['seconds']],
  ['no number', { seed: 'one' }, ['seed']],
  ['trees, whose time is not asked for', { engine: 'trees', seconds: '' }, []],
] as const)('the form names what is wrong: %s', (_, more, fields) => {
  expect(Object.keys(faultsOf({ ...draft, ...more }))).toEqual(fields);
});
