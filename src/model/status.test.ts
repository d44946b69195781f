import { expect, it } from 'vitest';
import { specifiedStatusToStatus, studyStatus, type Status } from './status.ts';

it.each<[Status[], Status]>([
  [['converted', 'verified', 'converting'], 'verified'],
  [['queued', 'queued'], 'queued'],
  [['queued', 'sending'], 'sending'],
  [['queued', 'verified'], 'sending'],
  [['converted', 'failed', 'sending'], 'failed'],
  [['skipped', 'converted'], 'converted'],
  [['skipped', 'skipped'], 'skipped'],
  [[], 'skipped'],
])('a study of %j is %s', (series, study) => {
  expect(studyStatus(series)).toBe(study);
});

it('every status of the specification has a label [UPL2-029]', () => {
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
