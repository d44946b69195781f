import { expect, it } from 'vitest';
import { cellToCsv } from './csv-cell.ts';

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
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['\nx', `"'\nx"`],
  [';=1', `"';=1"`],
  ['＝1', `'＝1`],
  ['＋1', `'＋1`],
  ['－1', `'－1`],
  ['＠x', `'＠x`],
  ['；=1', `"'；=1"`],
  ['a;=1', '"a;=1"'],
  ['a=1', 'a=1'],
])('%j is written as %s', (value, cell) => expect(cellToCsv(value)).toBe(cell));
