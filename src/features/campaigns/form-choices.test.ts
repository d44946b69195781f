import { describe, expect, it } from 'vitest';
import { formChoices, formOfValue, formValue } from './form-choices.ts';

const [QUALITY, LESIONS, OLD] = [
  '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c01',
  '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02',
  '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c03',
];
const PROJECTS = [
  {
    project: 'Readers',
    forms: [
      { form: QUALITY, number: 3, title: 'Quality', retired: false },
      { form: OLD, number: 2, title: 'First try', retired: true },
    ],
  },
  { project: 'Liver', forms: [{ form: LESIONS, number: 1, title: 'Lesions', retired: false }] },
];
const labels = (chosen: Parameters<typeof formChoices>[1]) => formChoices(PROJECTS, chosen).options.map(({ label }) => label);

describe('forms that a campaign can have [CAMP-31]', () => {
  it('are those of all projects that are not retired, in their latest versions', () => {
    const { options, note } = formChoices(PROJECTS, null);
    expect(options.map(({ value, label }) => [formOfValue(value), label])).toEqual([
      [{ uuid: QUALITY, version: 3 }, 'Quality · Readers'],
      [{ uuid: LESIONS, version: 1 }, 'Lesions · Liver'],
    ]);
    expect(note).toBe('');
    expect(formOfValue(null)).toBeNull();
  });

  it('an older version of a draft stays, beside the latest one', () => {
    const chosen = { uuid: QUALITY, version: 2 };
    expect(labels(chosen)).toEqual(['Quality · Readers, version 2', 'Quality · Readers', 'Lesions · Liver']);
    expect(formChoices(PROJECTS, chosen).options[0]!.value).toBe(formValue(chosen));
    expect(formChoices(PROJECTS, chosen).note).toBe('This draft has version 2 of the form. The latest is version 3.');
  });

  it('the latest version has no note', () => {
    expect(formChoices(PROJECTS, { uuid: QUALITY, version: 3 }).note).toBe('');
  });

  it('a retired form of a draft stays, and so does one that cannot be seen', () => {
    expect(labels({ uuid: OLD, version: 2 })[0]).toBe('First try · Readers, version 2');
    expect(formChoices(PROJECTS, { uuid: OLD, version: 2 }).note).toBe('This form is retired.');
    expect(formChoices([], { uuid: OLD, version: 2 }).options).toEqual([{ value: `${OLD} 2`, label: 'Form, version 2' }]);
  });
});
