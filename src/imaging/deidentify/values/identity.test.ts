import { describe, expect, test } from 'vitest';
import { createTextDecoder } from '#imaging/dicom/elements/character-sets.ts';
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

describe("the patient's name in a text", () => {
  test.each(['knee heron 3', 'HERON', 'myheronscan', 'T-1234', 'born 19570312', 'Na, pelvis'])('%s', (text) => {
    expect(namesPerson(text, HERON)).toBe(true);
  });

  test.each(['knee', 't2_tse_tra', 'X1', 'nasal', 'Linear'])('not in: %s', (text) => {
    expect(namesPerson(text, HERON)).toBe(false);
    expect(withoutPerson(text, HERON)).toBe(text);
  });

  test('is removed, and the other words stay', () => {
    expect(withoutPerson('knee Heron left', HERON)).toBe('knee left');
  });

  test('removes the whole text when it cannot be separated', () => {
    expect(withoutPerson('scan of T-1234', HERON)).toBe('');
    expect(withoutPerson('\x1b$B heron', HERON)).toBe('');
  });

  test('is found as bytes in any character set', () => {
    const identity = identityOf({ names: [utf8('Müller^Åsa')], identifiers: [], decode: decodeIn('ISO_IR 192') });
    expect(withoutPerson(utf8('Knie Müller'), identity)).toBe('Knie');
  });

  test.each([
    ['Knie MÜLLER', utf8],
    ['Knie Mueller', utf8],
    ['Knie Muller', utf8],
    ['Knie ASA', utf8],
  ])('is found in capitals, without accents, or transliterated: %s', (text, bytesOf) => {
    const identity = identityOf({ names: [utf8('Müller^Åsa')], identifiers: [], decode: decodeIn('ISO_IR 192') });
    expect(withoutPerson(bytesOf(text), identity)).toBe('Knie');
    const plain = identityOf({ names: ['MUELLER^ASA'], identifiers: [], decode: decodeIn('ISO_IR 192') });
    expect(withoutPerson(utf8('Knie Müller'), plain)).toBe('Knie');
  });

  test('is found in another script, in upper or lower case', () => {
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

describe('with name, identifier and text', () => {
  const known = (name: string, ...identifiers: string[]) =>
    identityOf({ names: [utf8(name)], identifiers, decode: decodeIn('ISO_IR 192') });

  test.each([
    ['a word of two letters', known('Wu^Q'), 'knee Wu', true],
    ['a single letter, which identifies nobody', known('Wu^Q'), 'plan Q', false],
    ['a number, which is not part of a name', known('Phantom^12'), 'slice 12', false],
    ['a number with letters', known('R2D2'), 'R2D2 knee', true],
    ['a number after letters', known('Agent47'), 'agent47 knee', true],
    ['a word of four letters inside another', known('Wood'), 'mywoodscan', true],
    ['a word of three letters inside another, which is a coincidence', known('Lee'), 'sleep', false],
    ['an identifier of four characters', known('', 'A-12'), 'A-12', true],
    ['an identifier in another case', known('', 'ab-12'), 'AB-12', true],
    ['an identifier written with spaces', known('', ' T-1234 '), 'T-1234', true],
    ['an identifier with spaces around it', known('', 'T-1'.padEnd(6, '2')), '  T-1222', true],
    ['a name after other characters', known('Heron'), '(heron)/3', true],
    ['another name in the same script', known('Ägren'), utf8('Öland'), false],
  ])('%s', (_what, identity, text, isNamed) => {
    expect(namesPerson(text, identity)).toBe(isNamed);
    expect(withoutPerson(text, identity) === text).toBe(!isNamed);
  });

  test.each([
    ['Groß', 'GROSS'],
    ['Bjørn', 'bjorn'],
    ['Præst', 'PRAEST'],
    ['Małek', 'malek'],
    ['Đilas', 'DILAS'],
    ['Jäger', 'jaeger'],
    ['JÖRG', 'joerg'],
    ['Úbeda', 'ubeda'],
  ])('%s is %s, and the other way round', (name, plain) => {
    expect(withoutPerson(`knee ${plain}`, known(name))).toBe('knee');
    expect(withoutPerson(utf8(`knee ${name}`), known(plain))).toBe('knee');
  });

  test('a text with switched character sets is removed whole when it contains the name, and kept otherwise', () => {
    // Of its bytes none makes a word: it is known by what it reads as.
    const YAMADA = '\x1b$B%d%^%@\x1b(B';
    const KNEE = '\x1b$BI(\x1b(B';
    const decode = (letters: string) => createTextDecoder(['', 'ISO 2022 IR 87'])(Buffer.from(letters, 'latin1'));
    const identity = identityOf({ names: [`Yamada^Tarou=${YAMADA}`], identifiers: [], decode });
    expect(decode(YAMADA)).toBe('ヤマダ');
    expect([withoutPerson(`${YAMADA} ${KNEE}`, identity), withoutPerson(KNEE, identity)]).toEqual(['', KNEE]);
  });

  test('a two-byte letter with one byte that looks like a symbol is read as a letter', () => {
    // GB18030: the second byte of these is an ASCII letter or sign.
    const [name, other] = ['\x81\x40\x81\x5e', '\x81\x41\x81\x5e'];
    const identity = identityOf({ names: [name], identifiers: [], decode: decodeIn('GB18030') });
    expect(namesPerson(`knee ${name}`, identity)).toBe(true);
    expect(namesPerson(other, identity)).toBe(false);
  });
});

describe('a cleaned text', () => {
  test.each<[text: string, cleaned: string]>([
    ['series 1234 of 12345', 'series 1234 of'],
    ['10^3 mm', '10^3 mm'],
    ['M\xfcller^Eva T1', 'T1'],
    ['2024-03-12 1/2/24 3.4.2024 T1', 'T1'],
    ['  T1   axial\t\tleft ', 'T1 axial left'],
    ...['Dr', 'DR', 'Prof', 'Mr', 'Mrs', 'Ms', 'Herr', 'Frau', 'Mme', 'Sig'].map((title): [string, string] => [
      `for ${title} Wader T1`,
      'for T1',
    ]),
    ['for Dr.  Wader-Loud T1', 'for T1'],
    ['MR Knee DRX', 'MR Knee DRX'],
    ['Prof. no T1', 'Prof. no T1'],
    ['xDr. Wader', 'xDr. Wader'],
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
  test.each([
    ...['Finch^Loud', 'for Dr. Wader', 'Wader, Shy', 'Frau Müller', 'knee of Wader-Finch, Eva left', 'Wader,Shy', 'Öst^Å'],
    ...['Dr', 'DR', 'Prof', 'Mr', 'Mrs', 'Ms', 'Herr', 'Frau', 'Mme', 'Sig'].map((title) => `to ${title} Wader`),
  ])('%s', (text) => expect(looksLikeName(text)).toBe(true));
  test.each(['syngo MR XA30', 't2_tse_tra', 'Head/Neck', 'CHEST, ABDOMEN', '10^3', 'a^b', 'MR Knee', 'Dr. no', 'x1,Y2', 'knee,Left'])(
    'not: %s',
    (text) => expect(looksLikeName(text)).toBe(false),
  );
});

function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
