import { expect, test } from 'vitest';
import { hourOf, shiftTime } from './shift-times.ts';

test.each([
  ['101112', 60, '101212'],
  ['101112', -3600, '091112'],
  ['101112.5', 1, '101113.5'],
  ['101112.123456', 3600, '111112.123456'],
  ['235959', 1, '000000'],
  ['000000', -1, '235959'],
  ['000001', -2 * 86_400, '000001'],
  ['101160', 0, '101200'],
  [' 101112 ', 0, '101112'],
  ['20240301101112', 61, '19000101101213'],
  ['20240301101112.25+0100', 0, '19000101101112.25'],
  ['101112-0500', 0, '101112'],
])('%s by %i seconds is %s: intervals within a study are kept, day and time zone are not', (text, seconds, moved) => {
  expect(shiftTime(text, seconds)).toBe(moved);
});

test.each([
  ...['', '10', '1011', '241112', '106012', '101161', '10:11:12', '101112.', '101112.1234567'],
  ...['x101112', '101112x', '2024101112', '20240301', '101112+01', '1011123', '101112\\101113'],
])('"%s" is not a complete time', (text) => {
  expect(shiftTime(text, 5)).toBe(null);
});

test.each([
  ['10', 10],
  ['1011', 10],
  ['001112', 0],
  ['235959.999999', 23],
  [' 0911 ', 9],
])('the hour of %s is %i', (text, hour) => {
  expect(hourOf(text)).toBe(hour);
});

test.each(['', '24', '1', '101', '10:11', '101112.', '101112.1234567', 'x10', '10x', '30'])('"%s" has no hour', (text) => {
  expect(hourOf(text)).toBe(null);
});
