import { expect, it } from 'vitest';
import { patientNameToText } from './patient-name.ts';

it.each([
  ['Heron^Quiet', 'Heron, Quiet'],
  ['Sample^Wilhelmina^Charlotte^Dr.', 'Sample, Wilhelmina Charlotte'],
  ['Quiet Heron 4821', 'Quiet Heron 4821'],
  ['Yamada^Tarou=山田^太郎=やまだ^たろう', 'Yamada, Tarou'],
  ['=山田^太郎', '山田, 太郎'],
  ['^Quiet', 'Quiet'],
  ['', ''],
  ['^^^^', ''],
])('%j is read as %j', (name, text) => {
  expect(patientNameToText(name)).toBe(text);
});
