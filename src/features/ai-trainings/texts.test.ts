import { describe, expect, it } from 'vitest';
import { JOB_FAILURES, JobWait } from '#contract/ai/trainings.ts';
import { troubleOf } from './texts.ts';

const training = { state: 'queued', waits: null, failure: null } as Parameters<typeof troubleOf>[0];

describe('why a training does not run [AI-70]', () => {
  it.each(JobWait.options)('is said while it waits: %s', (waits) => {
    expect(troubleOf({ ...training, waits })).toMatchObject({ isFailed: false, fact: expect.stringMatching(/\S/) });
  });

  it.each(JOB_FAILURES)('is said once it has failed: %s', (failure) => {
    expect(troubleOf({ ...training, state: 'failed', failure })).toMatchObject({ isFailed: true, fact: expect.stringMatching(/\S/) });
  });

  it('names the next step where no worker can take it', () => {
    expect(troubleOf({ ...training, waits: 'none' })!.next).toContain('Start a worker that can');
  });

  it('is not said of one that runs or has ended well', () => {
    for (const state of ['running', 'complete', 'stopped', 'created'] as const) expect(troubleOf({ ...training, state })).toBeNull();
    expect(troubleOf(training)).toBeNull();
  });
});
