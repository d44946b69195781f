import { expect, it } from 'vitest';
import { patientNameText } from './patient-name.ts';

it.each([
  ['Heron^Quiet', 'Heron, Quiet'],
  ['Sample^Wilhelmina^Charlotte^Dr.', 'Sample, Wilhelmina Charlotte Dr.'],
  ['Quiet Heron 4821', 'Quiet Heron 4821'],
  ['Yamada^Tarou=山田^太郎=やまだ^たろう', 'Yamada, Tarou'],
  ['^Quiet', 'Quiet'],
  ['', 'No patient name'],
  ['^^^^', 'No patient name'],
])('%j is read as %j', (name, text) => {
  expect(patientNameText(name)).toBe(text);
});
