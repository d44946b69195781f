import { describe, expect, it } from 'vitest';
import type { AnswerContent, FormDefinition, FormField, FormItem, FormValue } from '#contract/forms.ts';
import { LIMITS } from '#contract/limits.ts';
import { openFields, whyNotStored, whyWrong } from './validate.ts';

const common = { label: 'A', hint: '', code: null, required: true, shownWhen: null } as const;
const CODE = { scheme: 'SCT', value: '1', meaning: 'One' };
const CHOICE: FormField = {
  ...{ ...common, key: 'grade', kind: 'choice', several: false, rule: null },
  options: ['a', 'b'].map((key) => ({ key, text: key, code: null })),
};
const NUMBER: FormField = { ...common, key: 'size', kind: 'number', unit: 'mm', min: 0, max: 10, decimals: 1 };
const WHY: FormField = { ...common, key: 'why', kind: 'text', shownWhen: { field: 'grade', option: 'b' } };
const CODED: FormField = { ...common, key: 'where', kind: 'code', codes: [CODE], required: false };
const FORM: FormDefinition = {
  sections: [
    { scope: 'study', title: 'Study', fields: [CHOICE, WHY] },
    { scope: 'lesion', title: 'Lesions', fields: [NUMBER, CODED, { ...WHY, key: 'note' }] },
    { scope: 'series', title: 'Series', fields: [{ ...CHOICE, key: 'quality' }] },
  ],
};
const chosen = (...options: string[]): FormValue => ({ kind: 'choice', options });
const number = (value: number): FormValue => ({ kind: 'number', number: value });
const item = (more: Partial<FormItem> = {}): FormItem => ({
  ...{ uuid: 'one', scope: 'lesion', number: 1, place: null, values: {}, sources: {} },
  ...more,
});
const answer = (more: Partial<AnswerContent> = {}): AnswerContent => ({ state: 'draft', values: {}, sources: {}, items: [], ...more });
const open = (more: Partial<AnswerContent>) => openFields(FORM, answer(more)).map(({ item, field }) => `${item ?? 'study'} ${field}`);
const why = (more: Partial<AnswerContent>) => whyNotStored(FORM, answer(more));

describe('a value', () => {
  it.each([
    [CHOICE, chosen('a'), null],
    [CHOICE, chosen('c'), 'There is no such option.'],
    [CHOICE, chosen('a', 'b'), 'Choose one option.'],
    [{ ...CHOICE, several: true } as FormField, chosen('a', 'b'), null],
    [{ ...CHOICE, several: true } as FormField, chosen('a', 'a'), 'There is no such option.'],
    [NUMBER, number(0), null],
    [NUMBER, number(10), null],
    [NUMBER, number(8.3), null],
    [NUMBER, number(-0.1), 'At least 0.'],
    [NUMBER, number(10.1), 'At most 10.'],
    [NUMBER, number(8.25), 'At most 1 decimal.'],
    [{ ...NUMBER, decimals: 0 } as FormField, number(8.5), 'A whole number.'],
    [CODED, { kind: 'code', code: { ...CODE, meaning: 'In other words' } }, null],
    [CODED, { kind: 'code', code: { ...CODE, scheme: 'DCM' } }, 'There is no such code.'],
    [CODED, chosen('a'), 'The field has another kind.'],
  ] as [FormField, FormValue, string | null][])('is checked by its field [FORM-10] %#', (field, value, expected) => {
    expect(whyWrong(field, value)).toBe(expected);
  });
});

describe('the open fields of an answer [FORM-10]', () => {
  it('are those that are required, shown and without a valid value', () => {
    expect(open({})).toEqual(['study grade']);
    expect(open({ values: { grade: chosen('a') } })).toEqual([]);
    expect(open({ values: { grade: chosen('a') }, items: [item(), item({ uuid: 'two', values: { size: number(11) } })] })).toEqual([
      'one size',
      'two size',
    ]);
    expect(open({ values: { grade: chosen('a') }, items: [item({ values: { size: number(8) } })] })).toEqual([]);
  });

  it('change with what is shown, also in a lesion by a value of the study', () => {
    const values = { grade: chosen('b') };
    expect(open({ values })).toEqual(['study why']);
    expect(open({ values: { ...values, why: { kind: 'text', text: '  ' } } })).toEqual(['study why']);
    expect(open({ values: { ...values, why: { kind: 'text', text: 'x' } }, items: [item({ values: { size: number(1) } })] })).toEqual([
      'one note',
    ]);
  });
});

describe('an answer is stored', () => {
  it('as a draft with what is not complete, and a number out of range', () => {
    expect(why({})).toBeNull();
    expect(why({ items: [item({ values: { size: number(400) } })] })).toBeNull();
    expect(why({ values: { grade: chosen('a'), why: { kind: 'text', text: 'hidden now' } } })).toBeNull();
  });

  it('not with what its form does not have', () => {
    expect(why({ values: { other: chosen('a') } })).toBe('The form has no such field: other.');
    expect(why({ values: { size: number(1) } })).toBe('The form has no such field: size.');
    expect(why({ values: { grade: number(1) } })).toBe('The form has no such field: grade.');
    expect(why({ values: { grade: chosen('c') } })).toBe('grade: There is no such option.');
  });

  it('with places that fit the section, items of their own, and sources of numbers only', () => {
    const slice = { grid: 'g', number: 1, sop: '', frame: 0, point: null };
    expect(why({ items: [item({ scope: 'series' })] })).toBe('A series or a slice is not named.');
    expect(why({ items: [item({ scope: 'series', place: { series: 's', slice } })] })).toBe(
      'It is of another place than its section says.',
    );
    expect(why({ items: [item({ scope: 'series', place: { series: 's', slice: null } })] })).toBeNull();
    expect(why({ items: [item({ place: { series: 's', slice } }), item()] })).toBe('Two of its items have the same UUID.');
    const sources = { size: 'm' };
    expect(why({ items: [item({ sources })] })).toBe('Only numbers are taken from measurements: size.');
    expect(why({ items: [item({ sources, values: { size: number(1) } })] })).toBeNull();
  });

  it('as complete without open fields only, and not without end', () => {
    expect(why({ state: 'complete' })).toBe('It is not complete: grade.');
    expect(why({ state: 'complete', values: { grade: chosen('a') } })).toBeNull();
    const text = 'x'.repeat(LIMITS.formTextChars);
    const items = Array.from({ length: 140 }, (_, at) => item({ uuid: String(at), values: { note: { kind: 'text', text } } }));
    expect(why({ items })).toBe('It is too long.');
  });
});
