import { describe, expect, test } from 'vitest';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { MARK, marksOf } from './marks.ts';
import { BASIC_PROFILE, type DeidentifySettings } from './settings.ts';

const UNTOUCHED = { isBlackedOut: false, isClean: false };
const { retain, clean } = BASIC_PROFILE;
const valueOf = (marks: readonly DicomElement[], tag: number) => marks.find((mark) => mark.tag === tag)?.value;

/** Codes with their meanings, as the sequence has them. */
function codesOf(marks: readonly DicomElement[]): string[] {
  const { items } = valueOf(marks, MARK.DeidentificationMethodCodeSequence) as { items: readonly (readonly DicomElement[])[] };
  return items.map((item) => {
    expect(item.map(({ tag, vr }) => [tag, vr])).toEqual([
      [0x00080100, 'SH'],
      [0x00080102, 'SH'],
      [0x00080104, 'LO'],
    ]);
    expect(item[1]!.value).toBe('DCM');
    return `${String(item[0]!.value)} ${String(item[2]!.value)}`;
  });
}

/** PS3.16, CID 7050. */
const OPTIONS: readonly [settings: Partial<DeidentifySettings>, code: string, meaning: string][] = [
  [{ clean: { ...clean, graphics: true } }, '113103', 'Clean Graphics Option'],
  [{ clean: { ...clean, structuredContent: true } }, '113104', 'Clean Structured Content Option'],
  [{ clean: { ...clean, descriptors: true } }, '113105', 'Clean Descriptors Option'],
  [{ dates: 'keep' }, '113106', 'Retain Longitudinal Temporal Information Full Dates Option'],
  [{ dates: 'shift' }, '113107', 'Retain Longitudinal Temporal Information Modified Dates Option'],
  [{ retain: { ...retain, patientCharacteristics: true } }, '113108', 'Retain Patient Characteristics Option'],
  [{ retain: { ...retain, device: true } }, '113109', 'Retain Device Identity Option'],
  [{ retain: { ...retain, uids: true } }, '113110', 'Retain UIDs Option'],
  [{ retain: { ...retain, safePrivate: true } }, '113111', 'Retain Safe Private Option'],
  [{ retain: { ...retain, institution: true } }, '113112', 'Retain Institution Identity Option'],
];
const BASIC = '113100 Basic Application Confidentiality Profile';

describe('de-identification marks', () => {
  test('name the Basic Profile without an option', () => {
    const marks = marksOf(BASIC_PROFILE, '', UNTOUCHED);
    expect(codesOf(marks)).toEqual([BASIC]);
    expect(marks.filter(({ vr }) => vr !== 'SQ')).toEqual([
      { tag: 0x00120062, vr: 'CS', value: 'YES' },
      { tag: 0x00120063, vr: 'LO', value: 'Basic Application Confidentiality Profile' },
      { tag: 0x00280303, vr: 'CS', value: 'REMOVED' },
    ]);
  });

  test.each(OPTIONS)('%o: %s', (settings, code, meaning) => {
    const marks = marksOf({ ...BASIC_PROFILE, ...settings }, '', UNTOUCHED);
    expect(codesOf(marks)).toEqual([BASIC, `${code} ${meaning}`]);
    expect(valueOf(marks, MARK.DeidentificationMethod)).toBe(`Basic Application Confidentiality Profile\\${meaning}`);
  });

  test.each([
    ['113101', 'Clean Pixel Data Option'],
    ['113102', 'Clean Recognizable Visual Features Option'],
  ])('repeat %s, which was already applied to the pixels', (code, meaning) => {
    expect(codesOf(marksOf(BASIC_PROFILE, `113100 ${code} 113106`, UNTOUCHED))).toEqual([BASIC, `${code} ${meaning}`]);
  });

  test('for redaction boxes name Clean Pixel Data and nothing else', () => {
    expect(codesOf(marksOf(BASIC_PROFILE, '', { ...UNTOUCHED, isBlackedOut: true }))).toEqual([BASIC, '113101 Clean Pixel Data Option']);
  });

  test('say that the pixels contain no text only when the user confirmed it', () => {
    const saidOf = (isClean: boolean) => marksOf(BASIC_PROFILE, '', { ...UNTOUCHED, isClean }).find(({ tag }) => tag === 0x00280301);
    expect(saidOf(true)).toEqual({ tag: 0x00280301, vr: 'CS', value: 'NO' });
    expect(saidOf(false)).toBeUndefined();
  });

  test.each([
    [{ dates: 'remove', conversion: true }, 'MODIFIED'],
    [{ dates: 'remove', conversion: false }, 'REMOVED'],
    [{ dates: 'shift', conversion: true }, 'MODIFIED'],
    [{ dates: 'keep', conversion: true }, 'UNMODIFIED'],
  ] as const)('for times, with %o: %s', ({ dates, conversion }, said) => {
    const marks = marksOf({ ...BASIC_PROFILE, dates, retain: { ...retain, conversion } }, '', UNTOUCHED);
    expect(valueOf(marks, MARK.LongitudinalTemporalInformationModified)).toBe(said);
    expect(String(valueOf(marks, MARK.DeidentificationMethod)).endsWith('\\Elements for conversion retained: numbers only')).toBe(
      conversion,
    );
  });

  test('of a team that was asked before the option existed: elements for converters are kept', () => {
    const { conversion: _, ...before } = retain;
    const method = valueOf(marksOf({ ...BASIC_PROFILE, retain: before }, '', UNTOUCHED), MARK.DeidentificationMethod);
    expect(method).toContain('Elements for conversion retained');
  });

  test('are written in tag order', () => {
    const tags = marksOf(BASIC_PROFILE, '', { isBlackedOut: true, isClean: true }).map(({ tag }) => tag);
    expect(tags).toEqual(tags.toSorted((a, b) => a - b));
  });
});
