import { expect, it } from 'vitest';
import { commonLabels, commonPipeline, commonProject } from './common-choices.ts';

it('a value that all studies share is shown for all, and nothing when one differs or no study is selected [UPL2-002]', () => {
  expect(commonProject([{ project: 3 }, { project: 3 }])).toBe(3);
  expect([commonProject([{ project: 3 }, { project: null }]), commonProject([])]).toEqual([null, null]);
  expect(commonPipeline([{ pipeline: 'prostate-mr' }])).toBe('prostate-mr');
  expect(commonPipeline([{ pipeline: 'prostate-mr' }, { pipeline: 'knee' }])).toBeNull();
});

it('labels for all are those that every study has', () => {
  expect(commonLabels([{ labels: [1, 2, 3] }, { labels: [3, 1] }])).toEqual([1, 3]);
  expect(commonLabels([])).toEqual([]);
});
