import { expect, test } from 'vitest';
import { lineToRow, rowToLine, type Value } from './row-line.ts';

const VALUES: [name: string, value: Value, text: string][] = [
  ['null', null, 'null'],
  ['zero', 0n, '0'],
  ['a whole number above 2^53', 9_007_199_254_740_993n, '9007199254740993'],
  ['the largest whole number', 9_223_372_036_854_775_807n, '9223372036854775807'],
  ['the smallest whole number', -9_223_372_036_854_775_808n, '-9223372036854775808'],
  ['a real number', 0.30000000000000004, '0.30000000000000004'],
  ['a tiny real number', 5e-324, '5e-324'],
  ['a real number without a fraction, beyond whole numbers', 1e300, '1e+300'],
  ['a real number that reads as whole and is beyond 64 bits', 18_446_744_073_709_552_000, '18446744073709552000'],
  ['infinity', Number.POSITIVE_INFINITY, '{"real":"Infinity"}'],
  ['minus infinity', Number.NEGATIVE_INFINITY, '{"real":"-Infinity"}'],
  ['not a number', Number.NaN, '{"real":"NaN"}'],
  ['bytes', Buffer.from([0, 255, 10, 13]), '{"bytes":"AP8KDQ=="}'],
  ['no bytes', Buffer.alloc(0), '{"bytes":""}'],
  ['an empty text', '', '""'],
  ['a text that looks like bytes', '{"bytes":"AA=="}', String.raw`"{\"bytes\":\"AA==\"}"`],
  ['a text that looks like a number', '007', '"007"'],
  ['line ends', 'a\nb\r\u2028c', '"a\\nb\\r\u2028c"'],
  ['a zero character', 'a\0b', String.raw`"a\u0000b"`],
  ['characters outside the first plane', '🩻 漢字', '"🩻 漢字"'],
];

test.each(VALUES)('%s is written and read exactly', (_, value, text) => {
  expect(rowToLine([value])).toBe(`[${text}]`);
  expect(lineToRow(`[${text}]`)).toEqual([value]);
});

test('a row without columns, and one of several values, are one line each', () => {
  expect(rowToLine([])).toBe('[]');
  expect(rowToLine([1n, null, 'x\n'])).toBe('[1,null,"x\\n"]');
  expect(lineToRow('[1,null,"x\\n"]')).toEqual([1n, null, 'x\n']);
});

test('a number without a fraction of a column of real numbers has the same line on both engines', () => {
  expect(rowToLine([2])).toBe(rowToLine([2n]));
  expect(rowToLine([-0])).toBe(rowToLine([0]));
});

test('a row of several megabytes is read as it was', () => {
  const row = ['"\\\u2028'.repeat(1_000_000), Buffer.alloc(1_000_000, 7)];
  expect(lineToRow(rowToLine(row))).toEqual(row);
});

test.each(['', '{}', '[1', 'null', '[{}]', '[[1]]', '[true]', '[{"bytes":1}]', '[{"real":2}]'])('%j is not a row', (line) => {
  expect(() => lineToRow(line)).toThrow(SyntaxError);
});
