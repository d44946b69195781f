import { describe, expect, it } from 'vitest';
import { patientNameToText } from './patient-name.ts';
import { studyName, textToWrittenName } from './study-name.ts';

describe('a name that the user enters', () => {
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

  it('has a length limit', () => {
    expect(textToWrittenName('x'.repeat(5000))).toHaveLength(256);
  });
});

describe('the name of a study', () => {
  it('is that of its files until the user enters another', () => {
    expect(studyName('Heron^Quiet', null)).toEqual({ patientName: 'Heron^Quiet', originalPatientName: 'Heron^Quiet', dirty: false });
  });

  it('is the entered one, and dirty, next to that of the files [UPL2-055]', () => {
    expect(studyName('Heron^Quiet', 'Case 7')).toEqual({ patientName: 'Case 7', originalPatientName: 'Heron^Quiet', dirty: true });
  });

  it('is not dirty when it equals that of the files', () => {
    expect(studyName('Heron^Quiet', 'Heron, Quiet')).toEqual({
      patientName: 'Heron^Quiet',
      originalPatientName: 'Heron^Quiet',
      dirty: false,
    });
  });

  it('can be entered when the files have none', () => {
    expect(studyName('', 'Case 7')).toEqual({ patientName: 'Case 7', originalPatientName: '', dirty: true });
  });
});
