import { expect, it } from 'vitest';
import type { FormDefinition, FormField } from '#contract/forms.ts';
import { comparedFields } from './compared-fields.ts';

const field = (key: string, options: string[], more: object = {}): FormField => ({
  ...{ key, label: key, hint: '', code: null, required: true, shownWhen: null, kind: 'choice', several: false, rule: null },
  options: options.map((text) => ({ key: `k${text}`, text, code: null })),
  ...more,
});
const definition: FormDefinition = {
  sections: [
    {
      scope: 'study',
      title: 'Study',
      fields: [
        field('quality', ['10', '2', '1']),
        field('side', ['left', 'right']),
        field('many', ['a', 'b'], { several: true }),
        { ...field('words', ['x']), kind: 'text' } as FormField,
      ],
    },
    { scope: 'lesion', title: 'Lesion', fields: [field('score', ['1', '2', '3']), field('zone', ['PZ', 'TZ'])] },
  ],
};
const choice = (option: string) => ({ kind: 'choice' as const, options: [option] });
const lesion = (score: string | null) => ({
  ...{ uuid: 'u', scope: 'lesion' as const, number: 1, place: null, sources: {} },
  values: score === null ? {} : { score: choice(score) },
});

it('readers are compared by single choices of the study, and by the highest score of the lesions [CAMP-15]', () => {
  const fields = comparedFields(definition);
  expect(fields.map(({ key, order }) => [key, order])).toEqual([
    ['quality', ['k1', 'k2', 'k10']],
    ['side', null],
    ['lesion:score', ['none', 'k1', 'k2', 'k3']],
  ]);
  const [quality, , score] = fields;
  expect(quality!.valueOf({ values: { quality: choice('k2') }, items: [] })).toBe('k2');
  expect(quality!.valueOf({ values: {}, items: [] })).toBeNull();
  expect(score!.valueOf({ values: {}, items: [lesion('k1'), lesion('k3'), lesion(null)] })).toBe('k3');
  expect(score!.valueOf({ values: {}, items: [] })).toBe('none');
  expect(score!.valueOf({ values: {}, items: [lesion(null)] })).toBeNull();
  expect([score!.textOf('none'), score!.textOf('k3')]).toEqual(['no lesion', '3']);
});
