import { describe, expect, it } from 'vitest';
import { FormDefinition, type FormField } from '#contract/forms.ts';
import { definitionProblems } from './definition.ts';
import { FORM_TEMPLATES } from './templates.ts';

const common = { label: 'A', hint: '', code: null, required: false, shownWhen: null } as const;
const choice = (key: string, options: string[], more: Partial<Extract<FormField, { kind: 'choice' }>> = {}): FormField => ({
  ...{ ...common, key, kind: 'choice', several: false, rule: null },
  options: options.map((option) => ({ key: option, text: option, code: null })),
  ...more,
});
const text = (key: string, more: Partial<FormField> = {}): FormField => ({ ...common, key, kind: 'text', ...more }) as FormField;
const whyOf = (sections: FormDefinition['sections']) => definitionProblems({ sections }).map(({ field, why }) => `${field}: ${why}`);
const ofStudy = (...fields: FormField[]) => ({ scope: 'study' as const, title: 'S', fields });
const ofLesion = (...fields: FormField[]) => ({ scope: 'lesion' as const, title: 'L', fields });

describe('a form [FORM-04]', () => {
  it.each(FORM_TEMPLATES)('that is shipped is one that the contract and the checks take: $title [FORM-15]', ({ definition }) => {
    expect(FormDefinition.parse(definition)).toEqual(definition);
    expect(definitionProblems(definition)).toEqual([]);
  });

  it('has each key once, over all sections', () => {
    expect(whyOf([ofStudy(text('a')), ofLesion(text('a'))])).toEqual(['a: Another field has this key.']);
    expect(whyOf([ofStudy(choice('a', ['x', 'x']))])).toEqual(['a: Two options have the same key.']);
  });

  it('shows a field by an option of one before it, in its own kind of section or of the study', () => {
    const shown = text('b', { shownWhen: { field: 'a', option: 'x' } });
    expect(whyOf([ofStudy(choice('a', ['x']), shown)])).toEqual([]);
    expect(whyOf([ofStudy(choice('a', ['x'])), ofLesion(shown)])).toEqual([]);
    const refused = [expect.stringMatching(/^b: It is shown by an option/)];
    expect(whyOf([ofStudy(shown, choice('a', ['x']))])).toEqual(refused);
    expect(whyOf([ofLesion(choice('a', ['x'])), ofStudy(shown)])).toEqual(refused);
    expect(whyOf([ofStudy(choice('a', ['y']), shown)])).toEqual(refused);
    expect(whyOf([ofStudy(text('a'), shown)])).toEqual(refused);
  });

  it('has a rule only where the rule finds what it reads', () => {
    const grades = ['1', '2', '3', '4', '5'];
    const inputs = [choice('zone', ['pz', 'tz']), choice('t2w', grades), choice('dwi', grades), choice('dce', ['no', 'yes', 'none'])];
    const rule = choice('pirads', grades, { rule: 'pirads-2.1' });
    expect(whyOf([ofLesion(...inputs, rule)])).toEqual([]);
    expect(whyOf([ofStudy(...inputs), ofLesion(rule)])[0]).toMatch(/needs the field “zone”/);
    expect(whyOf([ofLesion(...inputs.slice(1), rule)])[0]).toMatch(/needs the field “zone”/);
    expect(whyOf([ofLesion(...inputs, { ...rule, several: true } as FormField)])[0]).toMatch(/suggests one of the options 1, 2, 3, 4, 5/);
    expect(whyOf([ofLesion(...inputs.slice(0, 3), choice('dce', ['no', 'yes']), rule)])[0]).toMatch(/needs the field “dce”/);
  });

  it('has ranges that are not empty, and each code once', () => {
    const number: FormField = { ...common, key: 'a', kind: 'number', unit: 'mm', min: 3, max: 2, decimals: 0 };
    expect(whyOf([ofStudy(number)])).toEqual(['a: The lowest number is greater than the highest.']);
    expect(whyOf([ofStudy({ ...number, max: 3 })])).toEqual([]);
    const code = { scheme: 'SCT', value: '1', meaning: 'One' };
    expect(whyOf([ofStudy({ ...common, key: 'a', kind: 'code', codes: [code, code] })])).toEqual(['a: A code is listed twice.']);
  });

  it('has a limited number of fields over all sections', () => {
    const many = (from: number) => Array.from({ length: 60 }, (_, at) => text(`f${from + at}`));
    expect(whyOf([ofStudy(...many(0)), ofStudy(...many(60))])).toEqual(['null: A form has at most 100 fields.']);
  });
});
