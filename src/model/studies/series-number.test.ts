import { expect, test } from 'vitest';
import { seriesNumber, textToSeriesNumber } from './series-number.ts';

test.each([
  ['4', 4],
  [' 007 ', 7],
  ['-12', -12],
  ['-0', 0],
  ['2147483647', 2_147_483_647],
  ['-2147483648', -2_147_483_648],
  ['2147483648', null],
  ['99999999999', null],
  ['', ''],
  ['-', ''],
  ['4a', null],
  ['4.5', null],
  ['1e3', null],
  ['٤', null],
])('%j is read as %j', (text, number) => {
  expect(textToSeriesNumber(text)).toBe(number);
});

test('an entered number overrides that of the header, which overrides the order of arrival', () => {
  expect(seriesNumber(4, { number: 9, arrival: 1 })).toBe(9);
  expect(seriesNumber(4, { number: null, arrival: 1 })).toBe(4);
  expect(seriesNumber(null, { number: null, arrival: 1 })).toBe(1);
  expect(seriesNumber(0, { number: null, arrival: 1 })).toBe(0);
});

test('a number that the user removed stays empty, whatever the header contains', () => {
  expect(seriesNumber(4, { number: '', arrival: 1 })).toBeNull();
});
