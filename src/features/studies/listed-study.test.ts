import { expect, it } from 'vitest';
import { failure, fileCounts, listedStatus } from './listed-study.ts';
import { exampleListedSeries } from './listed-study.example.ts';

it.each([
  ['receiving', 'sending'],
  ['proved', 'verified'],
  ['converting', 'converting'],
  ['converted', 'converted'],
  ['error', 'failed'],
] as const)('a study that is %s on the server is shown as %s', (state, word) => {
  expect(listedStatus({ state })).toBe(word);
});

it('counts the files of all its series', () => {
  expect(fileCounts({ series: [exampleListedSeries({ files: 19, proved: 19 }), exampleListedSeries({ files: 57, proved: 40 })] })).toEqual({
    files: 76,
    proved: 59,
  });
});

it('shows the reason of a failure', () => {
  expect(failure({ series: [exampleListedSeries()] })).toBeNull();
  expect(failure({ series: [exampleListedSeries(), exampleListedSeries({ state: 'error', message: 'No volume came out.' })] })).toBe(
    'No volume came out.',
  );
});
