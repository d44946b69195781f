import { expect, test } from 'vitest';
import { personNameToText } from './person-name.ts';

test.each([
  ['Heron^Quiet', 'Heron, Quiet'],
  ['Heron^Quiet^Grey^Dr^MD', 'Heron, Quiet Grey'],
  ['Heron', 'Heron'],
  ['^Quiet', 'Quiet'],
  ['OB^^^^', 'OB'],
  ['van der  Heron^ Quiet ', 'van der Heron, Quiet'],
  ['Yamada^Tarou=山田^太郎=やまだ^たろう', 'Yamada, Tarou'],
  ['=山田^太郎', '山田, 太郎'],
  ['', ''],
  ['^^^^', ''],
])('%s is written "%s"', (raw, text) => {
  expect(personNameToText(raw)).toBe(text);
});
