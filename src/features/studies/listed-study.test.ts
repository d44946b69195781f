import { describe, expect, it } from 'vitest';
import { failure, fileCounts, listedStatus, seriesStatus } from './listed-study.ts';
import { exampleListedSeries } from './listed-study.example.ts';

it.each([
  ['receiving', 'sending'],
  ['proved', 'verified'],
  ['converting', 'converting'],
  ['converted', 'converted'],
  ['error', 'failed'],
] as const)('a study that is %s on the server is shown as %s', (state, word) => {
  expect(listedStatus({ state, series: [exampleListedSeries({ state })] })).toBe(word);
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

describe('a structure set without a volume [ANN-73]', () => {
  const structures = exampleListedSeries({ modalityCode: 'RTSTRUCT', state: 'error', message: 'This series contains no images.' });

  it('has not failed, and neither has its study', () => {
    expect(seriesStatus(structures)).toBe('verified');
    expect(seriesStatus({ ...structures, state: 'converted' })).toBe('verified');
    expect(seriesStatus({ ...structures, state: 'receiving' })).toBe('sending');
    expect(listedStatus({ state: 'error', series: [structures] })).toBe('verified');
    expect(failure({ series: [structures] })).toBeNull();
  });

  it('hides no failure of images', () => {
    const images = exampleListedSeries({ state: 'error', message: 'No volume came out.' });
    expect(listedStatus({ state: 'error', series: [structures, images] })).toBe('failed');
    expect(failure({ series: [structures, images] })).toBe('No volume came out.');
  });
});
