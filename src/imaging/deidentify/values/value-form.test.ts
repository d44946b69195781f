import { describe, expect, test } from 'vitest';
import { areNumbers, hasFormOf, mayHoldNumbers, saysNothing } from './value-form.ts';
import { LONGEST_TEXT } from './value-text.ts';

const text = (letters: string): Uint8Array => Buffer.from(letters, 'latin1');
const floats = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
const doubles = (...values: number[]): Uint8Array => new Uint8Array(Float64Array.from(values).buffer);
const swapped = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes).reverse();

describe('numbers written as text (PS3.5 6.2: DS, IS)', () => {
  test.each([
    '1',
    '-1',
    '+1.5',
    '.5',
    '1.',
    '1e3',
    '-1.5E-03',
    ' 12 ',
    '1\\2\\3',
    '1\\\\3',
    '',
    '99999999999999.12345678',
    '-12345678901234.12345678',
    '1e+308',
  ])('%s', (value) => {
    for (const vr of ['DS', 'IS']) expect(areNumbers(text(value), { vr, most: 0 })).toBe(true);
  });

  test.each([
    ...['Anna', '1 2', '12a', 'a12', '1,5', '0x10', '1e', 'e3', '1.5.2', '--1', '.', '-', '1/2', '12.03.2024', '1\\Anna', 'NaN'],
    ...['123456789012345', '.123456789012345', '1e1234', '1.12345678901234e-308'.padEnd(26, '0'), `${'1'.padEnd(25)}\\1`],
  ])('not: %s', (value) => {
    expect(areNumbers(text(value), { vr: 'DS', most: 0 })).toBe(false);
  });

  test('are limited to the number that the element may have', () => {
    expect(areNumbers(text('1\\2'), { vr: 'DS', most: 2 })).toBe(true);
    expect(areNumbers(text('1\\2\\3'), { vr: 'DS', most: 2 })).toBe(false);
  });
});

describe('binary numbers', () => {
  test.each([
    ['US', 2],
    ['SS', 2],
    ['UL', 4],
    ['SL', 4],
    ['FL', 4],
    ['FD', 8],
  ])('of %s have %i bytes each, and are limited to the number that the element may have', (vr, size) => {
    const zeros = (count: number) => areNumbers(new Uint8Array(count), { vr, most: 2 });
    expect([zeros(size), zeros(2 * size), zeros(3 * size), zeros(size + 1)]).toEqual([true, true, false, false]);
    expect(areNumbers(new Uint8Array(9 * size), { vr, most: 0 })).toBe(true);
  });

  test.each(['LO', 'PN', 'UI', 'SQ', 'OB', ''])('are not accepted in another VR: %s', (vr) => {
    expect(areNumbers(text('12'), { vr, most: 0 })).toBe(false);
  });

  test.each([
    ['letters', 'Heron^Quiet Eva.', false],
    ['eight letters', 'HeronEva', false],
    ['digits of a date', '19570312', false],
    ['characters of names, texts and lists', 'A^b, c.=\\d-_Zz', false],
    ['more symbols than letters', 'A^b, c.=\\d-_Z', true],
    ['accented letters of one byte', 'J\xf6rg Kai', false],
    ['letters of two bytes', 'H\0e\0r\0o\0', false],
    ['a name followed by NULs', 'HeronQuiet\0\0', false],
    ['seven letters and a NUL', 'HeronQu\0', false],
    ['six letters and two NULs', 'HeronQ\0\0', true],
    ['letters followed by a control character', 'HeronQui\x01\x02\x03\x04', true],
    ['letters preceded by a control character', '\x01\x02\x03\x04HeronQui', true],
    ['the last byte of a float among the letters', 'Heron>Qu', true],
    ['six letters: three numbers of a device', 'Heron!', true],
  ])('that are %s: %s', (_what, letters, areThey) => {
    const padded = letters.padEnd(Math.ceil(letters.length / 2) * 2, ' ');
    expect(areNumbers(text(padded), { vr: 'US', most: 0 })).toBe(areThey);
  });

  test.each([
    ['of everyday size', [0.5, -1000, 0], true],
    ['at the upper limit', [9e11], true],
    ['above the upper limit', [9e14], false],
    ['as small as a unit may make it', [1e-24], true],
    ['smaller than any', [1e-30], false],
    ['not a number', [Number.NaN], false],
    ['that are infinite', [Number.POSITIVE_INFINITY], false],
    ['with one implausible value', [1, 2, Number.NaN], false],
  ])('floats %s', (_what, values, areThey) => {
    for (const [vr, bytes] of [
      ['FL', floats(...values)],
      ['FD', doubles(...values)],
    ] as const) {
      expect(areNumbers(bytes, { vr, most: 0 })).toBe(areThey);
      // Some devices write the other order of bytes.
      expect(areNumbers(swapped(bytes), { vr, most: 0 })).toBe(areThey);
    }
  });

  test.each([
    ['FL', 0x7f],
    ['FL', 0xfe],
    ['FD', 0x7f],
    ['FD', 0xfe],
    ['FD', 0x01],
  ])('%s of bytes that are all %i is out of range, in either byte order', (vr, byte) => {
    expect(areNumbers(new Uint8Array(8).fill(byte), { vr, most: 0 })).toBe(false);
  });

  test('are read in place, from a part of a longer buffer', () => {
    const within = new Uint8Array(24);
    within.set(floats(0.5), 8);
    within.set(floats(Number.NaN), 12);
    expect(areNumbers(within.subarray(8, 12), { vr: 'FL', most: 1 })).toBe(true);
    expect(areNumbers(within.subarray(12, 16), { vr: 'FL', most: 1 })).toBe(false);
    expect(saysNothing(within.subarray(8, 12), 'FL', 0.5)).toBe(true);
  });
});

describe('the form of a VR', () => {
  test.each([
    ['AS', '045Y', 'Eva'],
    ['CS', 'Knee_2/LEFT\\AP', 'HERON^QUIET'],
    ['CS', 'a+b', 'HERON,QUIET'],
    ['CS', '', 'HERON=Q'],
    ['CS', 'A B', 'heron@quiet'],
    ['DS', ' -1,5e3\\+2.', 'Heron'],
    ['IS', 'NaN\\inf', '1 Heron'],
    ['TM', '10:11:12.5-101113', 'noon'],
    ['UI', '1.2.3\\4 ', '1.2.Heron'],
    ['LO', 'any Heron', '\x01\x02Heron'],
    ['US', '\x07\0\x08\0\x09\0\x0a\0', 'Heron^Quiet '],
    ['OB', 'Heron', 'Heron^Quiet '],
    ['', 'Heron^Quiet ', 'H\0e\0r\0o\0'],
  ])('%s has %j, and not %j', (vr, formed, other) => {
    expect([hasFormOf(vr, text(formed)), hasFormOf(vr, text(other))]).toEqual([true, false]);
  });

  test.each(['AE', 'DA', 'DT', 'PN'])('%s is checked elsewhere', (vr) => {
    expect(hasFormOf(vr, text('Heron^Quiet '))).toBe(true);
  });

  test.each([
    ['CS', 'A', false],
    ['DS', '1', false],
    ['UT', '\x01', true],
  ])('%s that is longer than the search limit, %j: %s', (vr, letter, has) => {
    expect(hasFormOf(vr, text(letter.repeat(LONGEST_TEXT + 1)))).toBe(has);
  });
});

describe('the VR that an element was written with', () => {
  const NEVER = ['AS', 'DA', 'DT', 'PN', 'TM', 'UI', 'UR'];
  const TEXTS = ['AE', 'CS', 'DS', 'IS', 'LO', 'LT', 'SH', 'ST', 'UC', 'UT'];
  const BYTES = ['', 'UN', 'OB', 'OW', 'US', 'SS', 'UL', 'SL', 'FL', 'FD'];

  test.each([
    ...NEVER.map((written) => [written, false, false] as const),
    ...TEXTS.map((written) => [written, true, false] as const),
    ...BYTES.map((written) => [written, true, true] as const),
  ])('%s: may hold numbers as text: %s; binary ones: %s', (written, decimal, binary) => {
    for (const vr of ['DS', 'IS']) expect(mayHoldNumbers(written, vr)).toBe(decimal);
    for (const vr of ['US', 'FL', 'FD']) expect(mayHoldNumbers(written, vr)).toBe(binary);
  });
});

test.each([
  ['DS', text('0\\7'), 0, true],
  ['IS', text('1'), 0, false],
  ['DS', text('1.0 '), 1, true],
  ['IS', text('10'), 1, false],
  ['UL', Uint8Array.of(0, 0, 1, 0), 0, false],
  ['US', Uint8Array.of(0, 0, 0, 0), 0, true],
  ['US', Uint8Array.of(1, 0), 1, true],
  ['US', Uint8Array.of(0, 0, 1, 0), 0, false],
  ['SL', Uint8Array.of(1, 0, 0, 0), 1, true],
  ['SL', Uint8Array.of(0, 0, 1, 0), 1, false],
  ['UL', Uint8Array.of(0, 0, 0, 0, 9, 0, 0, 0), 0, false],
  ['FL', floats(1, 1), 1, true],
  ['FL', floats(1, 2), 1, false],
  ['FD', doubles(1), 1, true],
  ['FD', doubles(0, 0.5), 0, false],
  ['FD', new Uint8Array(7).fill(9), 0, true],
])('%s %o, a value that has no effect in %i, is neutral: %s', (vr, bytes, neutral, isNothing) => {
  expect(saysNothing(bytes, vr, neutral)).toBe(isNothing);
});
