import { expect, test } from 'vitest';
import { studyModality } from './modality.ts';

test.each([
  ['the most frequent', ['MR', 'MR', 'CT'], 'MR'],
  ['CT on a tie', ['MR', 'CT'], 'CT'],
  ['CT on a tie of three', ['US', 'MR', 'CT'], 'CT'],
  ['MR on a tie without CT', ['US', 'MR'], 'MR'],
  ['the same of a tie in whatever order', ['US', 'PT'], 'PT'],
  ['CT when unknown', ['??'], 'CT'],
  ['CT when empty', [''], 'CT'],
  ['unknown counts as CT', ['MR', '??', ''], 'CT'],
  ['CT of nothing', [], 'CT'],
  ['letter case and blanks do not count', [' mr ', 'MR', 'CT'], 'MR'],
])('%s', (_, codes, modality) => {
  const series = codes.map((modalityCode) => ({ modalityCode }));
  expect(studyModality(series)).toBe(modality);
  expect(studyModality(series.toReversed())).toBe(modality);
});
