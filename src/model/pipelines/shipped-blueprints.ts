import type { Blueprint } from '#contract/pipelines.ts';
import { marked } from '#language/t.ts';

const template = (definition: object): string => JSON.stringify(definition, null, 2);

/**
 * The blueprints of the product. Their values are parameters, because a new team has none of them yet. What their templates say becomes data of a team.
 */
export const SHIPPED_BLUEPRINTS: readonly Blueprint[] = [
  {
    uuid: 'b1d00000-0000-4000-8000-000000000001',
    ships: true,
    title: marked('Prostate MR'),
    description: marked(
      'Waits for T2W and ADC, registers them, draws what a model proposes, asks for a review, and adds what was accepted to a dataset.',
    ),
    modality_code: 'MR',
    acquisitions: ['T2W', 'ADC'],
    parameters: [
      { name: 'model', title: marked('Model that proposes segments'), kind: 'model' },
      { name: 'reviewer', title: marked('Who reviews'), kind: 'holder' },
      { name: 'dataset', title: marked('Dataset for accepted studies'), kind: 'dataset' },
    ],
    template: template({
      starts: { modality: 'MR', body_part: 'prostate' },
      steps: [
        { id: 'arrive', type: 'wait', acquisitions: ['T2W', 'ADC'], hours: 24 },
        { id: 'convert', type: 'convert' },
        { id: 'register', type: 'register', fixed: 'T2W', moving: 'ADC', max_mm: 2, fails: { tries: 1, next: 'continue' } },
        { id: 'propose', type: 'infer', model: '$model', acquisition: 'T2W', fails: { tries: 2, next: 'continue' } },
        { id: 'draw', type: 'segment', from: 'propose', fails: { tries: 1, next: 'continue' } },
        { id: 'review', type: 'ask', kind: 'review', to: '$reviewer', days: 3, note: 'Check the proposed segments.' },
        {
          id: 'dataset',
          type: 'dataset',
          dataset: '$dataset',
          when: { match: 'all', conditions: [{ what: 'step', step: 'review', is: ['accepted'] }] },
        },
        { id: 'tell', type: 'notify', to: 'uploader', text: 'A prostate study is reviewed' },
      ],
    }),
  },
  {
    uuid: 'b1d00000-0000-4000-8000-000000000002',
    ships: true,
    title: marked('Brain crop'),
    description: marked('Proposes the hippocampus. A person reviews only what is unlike the training data, or what failed.'),
    modality_code: 'MR',
    acquisitions: [],
    parameters: [
      { name: 'model', title: marked('Model of the hippocampus'), kind: 'model' },
      { name: 'reviewer', title: marked('Who reviews exceptions'), kind: 'holder' },
      { name: 'label', title: marked('Label for finished studies'), kind: 'label' },
    ],
    template: template({
      starts: { modality: 'MR', body_part: 'brain' },
      steps: [
        { id: 'convert', type: 'convert' },
        { id: 'propose', type: 'infer', model: '$model', fails: { tries: 2, next: 'continue' } },
        {
          id: 'review',
          type: 'ask',
          kind: 'review',
          to: '$reviewer',
          days: 3,
          note: 'The proposal failed, or the image is unlike the training data.',
          when: { match: 'all', conditions: [{ what: 'step', step: 'propose', is: ['failed', 'unlike'] }] },
        },
        {
          id: 'label',
          type: 'label',
          label: '$label',
          when: { match: 'any', conditions: [{ what: 'step', step: 'review', is: ['skipped', 'accepted'] }] },
        },
      ],
    }),
  },
  {
    uuid: 'b1d00000-0000-4000-8000-000000000003',
    ships: true,
    title: marked('Incoming studies'),
    description: marked('Converts and checks each new study, and asks a person about what cannot be converted or misses something.'),
    modality_code: 'MR',
    acquisitions: [],
    parameters: [{ name: 'person', title: marked('Who is asked'), kind: 'holder' }],
    template: template({
      starts: { modality: '', body_part: '' },
      steps: [
        { id: 'convert', type: 'convert', fails: { tries: 1, next: 'continue' } },
        { id: 'check', type: 'check' },
        {
          id: 'look',
          type: 'ask',
          kind: 'answer',
          to: '$person',
          days: 2,
          note: 'Can this study be used? Its findings say what is wrong.',
          when: {
            match: 'any',
            conditions: [
              { what: 'step', step: 'convert', is: ['failed'] },
              { what: 'finding', at_least: 'warning' },
            ],
          },
        },
      ],
    }),
  },
];
