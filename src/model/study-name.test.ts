import { describe, expect, it } from 'vitest';
import { patientNameToText } from './patient-name.ts';
import { studyName, textToWrittenName } from './study-name.ts';

describe('a name that a person wrote', () => {
  it.each([
    ['Quiet Heron 4821', 'Quiet Heron 4821'],
    ['  Quiet \t Heron\n', 'Quiet Heron'],
    ['Heron^Quiet', 'Heron Quiet'],
    ['Yamada^Tarou=山田^太郎', 'Yamada Tarou 山田 太郎'],
    ['A\0B', 'A B'],
    ['Mu\u0308ller', 'Müller'],
    ['<b>Heron</b>', '<b>Heron</b>'],
    [' ^=^ ', ''],
  ])('%j is kept as %j', (text, kept) => {
    expect(textToWrittenName(text)).toBe(kept);
    expect(patientNameToText(kept)).toBe(kept);
  });

  it('has an end', () => {
    expect(textToWrittenName('x'.repeat(5000))).toHaveLength(256);
  });
});

describe('the name of a study', () => {
  it('is that of its files while nobody wrote another', () => {
    expect(studyName('Heron^Quiet', null)).toEqual({ patientName: 'Heron^Quiet', originalPatientName: 'Heron^Quiet', dirty: false });
  });

  it('is the written one, and dirty, beside that of the files', () => {
    expect(studyName('Heron^Quiet', 'Case 7')).toEqual({ patientName: 'Case 7', originalPatientName: 'Heron^Quiet', dirty: true });
  });

  it('is not dirty while it reads as that of the files', () => {
    expect(studyName('Heron^Quiet', 'Heron, Quiet')).toEqual({
      patientName: 'Heron^Quiet',
      originalPatientName: 'Heron^Quiet',
      dirty: false,
    });
  });

  it('can be written where the files have none', () => {
    expect(studyName('', 'Case 7')).toEqual({ patientName: 'Case 7', originalPatientName: '', dirty: true });
  });
});
