import { expect, it } from 'vitest';
import { faultsOf, withStudies } from './infer-draft.ts';

const study = (uuid: string) => ({ uuid, patientName: 'Heron^Quiet', modality: 'MR' });
const [a, b] = [study('a'), study('b')];

it.each([
  ['nothing chosen', { model: null, studies: [], title: '' }, ['model', 'studies']],
  ['one study, which needs no title', { model: '4', studies: [a], title: '' }, []],
  ['a batch without a title', { model: '4', studies: [a, b], title: ' ' }, ['title']],
  ['a batch', { model: '4', studies: [a, b], title: 'Stroke 2' }, []],
  ['a model that workers bring, on one study', { model: 'total', studies: [a], title: '' }, []],
  ['a model that workers bring, on several', { model: 'total', studies: [a, b], title: 'x' }, ['model']],
  [
    'more studies than a batch can have',
    { model: '4', studies: Array.from({ length: 501 }, (_, at) => study(String(at))), title: 'x' },
    ['studies'],
  ],
])('the form names what is wrong: %s [AI-73]', (_, draft, fields) => {
  expect(Object.keys(faultsOf(draft))).toEqual(fields);
});

it('a study is chosen once', () => {
  expect(withStudies([a], [b, a])).toEqual([a, b]);
});
