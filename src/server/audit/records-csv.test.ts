import { expect, it } from 'vitest';
import { cellToCsv } from './records-csv.ts';

it.each([
  [41, '41'],
  [-1, '-1'],
  [null, ''],
  [undefined, ''],
  ['study', 'study'],
  ['a, b', '"a, b"'],
  ['"Ada"', '"""Ada"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['@x', `'@x`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['\tx', `'\tx`],
])('%j is written as %s', (value, cell) => expect(cellToCsv(value)).toBe(cell));
