import { expect, it } from 'vitest';
import { commonLabels, commonPipeline, commonProject } from './common-choices.ts';

it('what all have in common is shown for all, and nothing where one differs or nothing is here', () => {
  expect(commonProject([{ project: 3 }, { project: 3 }])).toBe(3);
  expect([commonProject([{ project: 3 }, { project: null }]), commonProject([])]).toEqual([null, null]);
  expect(commonPipeline([{ pipeline: 'prostate-mr' }])).toBe('prostate-mr');
  expect(commonPipeline([{ pipeline: 'prostate-mr' }, { pipeline: 'knee' }])).toBeNull();
});

it('labels for all are those that every study has', () => {
  expect(commonLabels([{ labels: [1, 2, 3] }, { labels: [3, 1] }])).toEqual([1, 3]);
  expect(commonLabels([])).toEqual([]);
});
