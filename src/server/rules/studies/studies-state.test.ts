import { expect, test } from 'vitest';
import type { SeriesState } from '#contract/entities.ts';
import { studyState, uploadState } from './studies-state.ts';

test.each<[SeriesState[], string, string]>([
  [[], 'receiving', 'upload'],
  [['receiving', 'converted'], 'receiving', 'upload'],
  [['proved', 'proved'], 'proved', 'converting'],
  [['proved', 'converting'], 'converting', 'converting'],
  [['proved', 'converted'], 'converting', 'converting'],
  [['error', 'converting'], 'converting', 'converting'],
  [['converted', 'converted'], 'converted', 'finished'],
  [['error', 'converted'], 'converted', 'finished'],
  [['error', 'error'], 'error', 'finished'],
])('series %j: study %s, upload %s [CONV-012]', (series, study, upload) => {
  expect(studyState(series)).toBe(study);
  expect(uploadState(series)).toBe(upload);
});
