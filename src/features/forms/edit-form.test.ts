import { describe, expect, it } from 'vitest';
import { FormDefinition } from '#contract/forms.ts';
import { definitionProblems } from '#model/forms/definition.ts';
import {
  keyOf,
  newField,
  optionsToText,
  parseCode,
  parseOptions,
  withField,
  withFieldMoved,
  withoutField,
  withSection,
} from './edit-form.ts';

const EMPTY: FormDefinition = { sections: [] };
const labels = ({ sections }: FormDefinition) => sections.map(({ fields }) => fields.map(({ key }) => key).join(' '));

describe('a form that is edited [FORM-22]', () => {
  it('can be saved after each step', () => {
    let form = withSection(EMPTY, 'study', 'Study');
    for (const kind of ['number', 'text', 'date', 'code', 'choice'] as const) form = withField(form, 0, kind);
    form = withSection(form, 'lesion', 'Lesions');
    expect(FormDefinition.parse(form)).toEqual(form);
    expect(definitionProblems(form)).toEqual([]);
    expect(labels(form)).toEqual(['choice number text date code choice-2', 'choice-3']);
  });

  it('has its fields moved within a section and into the next one of its kind, and loses a section with its last field', () => {
    const form = withField(withSection(withField(withSection(EMPTY, 'study', 'A'), 0, 'text'), 'study', 'B'), 1, 'date');
    expect(labels(form)).toEqual(['choice text', 'choice-2 date']);
    const down = withFieldMoved(form, { section: 0, field: 0 }, 1)!;
    expect([labels(down.definition), down.at]).toEqual([['text choice', 'choice-2 date'], { section: 0, field: 1 }]);
    const over = withFieldMoved(down.definition, down.at, 1)!;
    expect([labels(over.definition), over.at]).toEqual([['text', 'choice choice-2 date'], { section: 1, field: 0 }]);
    expect(withFieldMoved(form, { section: 0, field: 0 }, -1)).toBeNull();
    expect(withFieldMoved(form, { section: 1, field: 1 }, 1)).toBeNull();
    expect(withFieldMoved(withSection(form, 'lesion', 'C'), { section: 1, field: 1 }, 1)).toBeNull();
    expect(labels(withoutField(over.definition, { section: 0, field: 0 }))).toEqual(['choice choice-2 date']);
  });

  it('gets keys from words', () => {
    expect(keyOf('Bildqualität (T2W)', new Set())).toBe('bildqualita-t');
    expect(keyOf('Zone', new Set(['zone', 'zone-2']))).toBe('zone-3');
    expect(keyOf('前立腺', new Set())).toBe('field');
    expect(keyOf('constructor', new Set())).toBe('field');
  });
});

describe('options as lines', () => {
  const field = newField('choice', new Set()) as Extract<ReturnType<typeof newField>, { kind: 'choice' }>;
  const keys = (text: string) => parseOptions(text, field)?.map(({ key }) => key);

  it('keep their keys when they are renamed or moved, because answers name them', () => {
    expect(keys('yes\nno')).toEqual(['yes', 'no']);
    expect(keys('certainly\nno')).toEqual(['yes', 'no']);
    expect(keys('no\nyes')).toEqual(['no', 'yes']);
    expect(keys('yes\nperhaps\nno')).toEqual(['yes', 'perhaps', 'no']);
    expect(keys('yes')).toEqual(['yes']);
    expect(keys('yes\nyes\nno')).toEqual(['yes', 'yes-2', 'no']);
  });

  it('have codes, and a line whose code is none is not read', () => {
    const text = 'Good = SCT:20572008 Good\nno';
    const options = parseOptions(text, field)!;
    expect(options[0]).toMatchObject({ text: 'Good', code: { scheme: 'SCT', value: '20572008', meaning: 'Good' } });
    expect(optionsToText(options)).toBe(text);
    expect(parseOptions('Good = SCT', field)).toBeNull();
    expect(parseCode('SCT:20572008')).toBeNull();
    expect(parseCode('99LIGHTSHIP:mid-r Mid right')).toEqual({ scheme: '99LIGHTSHIP', value: 'mid-r', meaning: 'Mid right' });
  });
});
