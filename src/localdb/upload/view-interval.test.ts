import { describe, expect, it } from 'vitest';
import type { StudyView, UploadView } from '#model/uploads/upload-view.ts';
import { PROGRESS_EVERY_MS } from '#localdb/throttled-query.ts';
import { viewIntervalMs } from './view-interval.ts';

const view = (state: UploadView['state'], studies = 1): Pick<UploadView, 'state' | 'studies'> => ({
  state,
  studies: Array.from({ length: studies }, () => ({}) as StudyView),
});

describe('the refresh rate of the shown upload', () => {
  it('shows every change immediately before Process', () => {
    expect(viewIntervalMs(null, false, Infinity)).toBe(0);
    expect(viewIntervalMs(view('preview'), false, Infinity)).toBe(0);
  });

  it('shows the first study immediately while files are copied, and then updates at a steady rate', () => {
    expect(viewIntervalMs(null, true, Infinity)).toBe(0);
    expect(viewIntervalMs(view('preview', 0), true, Infinity)).toBe(0);
    expect(viewIntervalMs(view('preview'), true, Infinity)).toBeGreaterThanOrEqual(PROGRESS_EVERY_MS);
  });

  it('shows user decisions without delay, also while files are copied', () => {
    expect(viewIntervalMs(view('preview'), true, 0)).toBe(0);
    expect(viewIntervalMs(view('preview'), true, 900)).toBe(0);
  });

  it('updates the progress a few times a second', () => {
    expect(viewIntervalMs(view('upload'), false, Infinity)).toBe(PROGRESS_EVERY_MS);
  });
});
