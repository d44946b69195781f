import { expect, test } from 'vitest';
import { studyModality } from './modality.ts';

test.each([
  ['the most frequent', ['MR', 'MR', 'CT'], 'MR'],
  ['CT on a tie', ['MR', 'CT'], 'CT'],
  ['CT on a tie of three', ['US', 'MR', 'CT'], 'CT'],
  ['MR on a tie without CT', ['US', 'MR'], 'MR'],
  ['the same on a tie in any order', ['US', 'PT'], 'PT'],
  ['CT when unknown', ['??'], 'CT'],
  ['CT when empty', [''], 'CT'],
  ['unknown counts as CT', ['MR', '??', ''], 'CT'],
  ['CT for no value', [], 'CT'],
  ['a report and structure sets do not count beside images', ['SR', 'RTSTRUCT', 'RTSTRUCT', 'MR'], 'MR'],
  ['nor do they beside an unknown one', ['PR', '??'], 'CT'],
  ['a study of structure sets is not CT', ['rtstruct'], 'RTSTRUCT'],
  ['letter case and blanks do not count', [' mr ', 'MR', 'CT'], 'MR'],
])('%s [READ-007, READ-008, READ-009]', (_, codes, modality) => {
  const series = codes.map((modalityCode) => ({ modalityCode }));
  expect(studyModality(series)).toBe(modality);
  expect(studyModality(series.toReversed())).toBe(modality);
});
