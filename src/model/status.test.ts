import { expect, it } from 'vitest';
import { specifiedStatusToStatus, studyStatus, type Status } from './status.ts';

it.each<[Status[], Status]>([
  [['converted', 'proved', 'converting'], 'proved'],
  [['queued', 'queued'], 'queued'],
  [['queued', 'sending'], 'sending'],
  [['queued', 'proved'], 'sending'],
  [['converted', 'failed', 'sending'], 'failed'],
  [['skipped', 'converted'], 'converted'],
  [['skipped', 'skipped'], 'skipped'],
  [[], 'skipped'],
])('a study of %j is %s', (series, study) => {
  expect(studyStatus(series)).toBe(study);
});

it('has a word for every status of the specification', () => {
  const given = ['skipped', 'uploading', 'uploaded', 'converting', 'generatingNii', 'error', 'done'] as const;
  expect(given.map(specifiedStatusToStatus)).toEqual([
    'skipped',
    'sending',
    'on server',
    'converting',
    'converting',
    'failed',
    'converted',
  ]);
});
