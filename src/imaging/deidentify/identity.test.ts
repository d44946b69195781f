import { describe, expect, test } from 'vitest';
import { cleanText, identityOf, looksLikeName, namesPerson, withoutPerson } from './identity.ts';

const HERON = identityOf({ names: ['Heron^Quiet^^Dr', 'Li^Na'], identifiers: ['T-1234', '19570312', 'X1'] });

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
    const identity = identityOf({ names: [Buffer.from('Müller^Åsa', 'utf8').toString('latin1')], identifiers: [] });
    expect(withoutPerson(Buffer.from('Knie Müller', 'utf8').toString('latin1'), identity)).toBe('Knie');
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
