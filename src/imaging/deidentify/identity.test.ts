import { describe, expect, test } from 'vitest';
import { createTextDecoder } from '#imaging/dicom/character-sets.ts';
import { cleanText, identityOf, looksLikeName, namesPerson, withoutPerson } from './identity.ts';

const decodeIn = (characterSet: string) => {
  const decode = createTextDecoder([characterSet]);
  return (letters: string) => decode(Buffer.from(letters, 'latin1'));
};
const HERON = identityOf({
  names: ['Heron^Quiet^^Dr', 'Li^Na'],
  identifiers: ['T-1234', '19570312', 'X1'],
  decode: decodeIn(''),
});

describe('words of the person in a text', () => {
  test.each(['knee heron 3', 'HERON', 'myheronscan', 'T-1234', 'born 19570312', 'Na, pelvis'])('%s', (text) => {
    expect(namesPerson(text, HERON)).toBe(true);
  });

  test.each(['knee', 't2_tse_tra', 'X1', 'nasal', 'Linear'])('not in: %s', (text) => {
    expect(namesPerson(text, HERON)).toBe(false);
    expect(withoutPerson(text, HERON)).toBe(text);
  });

  test('go, and the others stay', () => {
    expect(withoutPerson('knee Heron left', HERON)).toBe('knee left');
  });

  test('take the text along where they cannot be told from the others', () => {
    expect(withoutPerson('scan of T-1234', HERON)).toBe('');
    expect(withoutPerson('\x1b$B heron', HERON)).toBe('');
  });

  test('are the bytes of any character set', () => {
    const identity = identityOf({ names: [utf8('Müller^Åsa')], identifiers: [], decode: decodeIn('ISO_IR 192') });
    expect(withoutPerson(utf8('Knie Müller'), identity)).toBe('Knie');
  });

  test.each([
    ['Knie MÜLLER', utf8],
    ['Knie Mueller', utf8],
    ['Knie Muller', utf8],
    ['Knie ASA', utf8],
  ])('in capitals, without their accents, or as they are written where there are none: %s', (text, bytesOf) => {
    const identity = identityOf({ names: [utf8('Müller^Åsa')], identifiers: [], decode: decodeIn('ISO_IR 192') });
    expect(withoutPerson(bytesOf(text), identity)).toBe('Knie');
    const plain = identityOf({ names: ['MUELLER^ASA'], identifiers: [], decode: decodeIn('ISO_IR 192') });
    expect(withoutPerson(utf8('Knie Müller'), plain)).toBe('Knie');
  });

  test('in the letters of another script, in capitals or not', () => {
    // ISO 8859-5: the lower case of a letter is another byte than a Latin one would have.
    const cyrillic = (text: string) =>
      String.fromCharCode(
        ...[...text].map((letter) => (letter.charCodeAt(0) < 0x80 ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x360)),
      );
    const identity = identityOf({ names: [cyrillic('Иванова^Анна')], identifiers: [], decode: decodeIn('ISO_IR 144') });
    expect(decodeIn('ISO_IR 144')(cyrillic('Иванова'))).toBe('Иванова');
    expect(withoutPerson(cyrillic('колено ИВАНОВА'), identity)).toBe(cyrillic('колено'));
    expect(withoutPerson(cyrillic('колено'), identity)).toBe(cyrillic('колено'));
  });
});

describe('a text that is cleaned', () => {
  test.each([
    ['t2_tse_tra 320 p2', 't2_tse_tra 320 p2'],
    ['ep2d_diff_b50_400_800_ADC', 'ep2d_diff_b50_400_800_ADC'],
    ['MR Knee, Heron', 'MR Knee,'],
    ['control of 12.03.2024 for Dr. Wader', 'control of for'],
    ['case 4711001 T1', 'case T1'],
    ['Finch^Loud T1', 'T1'],
    ['\x1b$B', ''],
  ])('%s', (text, cleaned) => {
    expect(cleanText(text, HERON)).toBe(cleaned);
  });
});

describe('a text that looks like a name', () => {
  test.each(['Finch^Loud', 'for Dr. Wader', 'Wader, Shy', 'Frau Müller'])('%s', (text) => expect(looksLikeName(text)).toBe(true));
  test.each(['syngo MR XA30', 't2_tse_tra', 'Head/Neck', 'CHEST, ABDOMEN'])('not: %s', (text) => expect(looksLikeName(text)).toBe(false));
});

function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
