import { describe, expect, it } from 'vitest';
import type { StudyView, UploadView } from '#model/upload-view.ts';
import { PROGRESS_EVERY_MS } from './at-most-every.ts';
import { msBetweenViews } from './ms-between-views.ts';

const view = (state: UploadView['state'], studies = 1): Pick<UploadView, 'state' | 'studies'> => ({
  state,
  studies: Array.from({ length: studies }, () => ({}) as StudyView),
});

describe('how often the shown upload is read', () => {
  it('shows every change at once before Process', () => {
    expect(msBetweenViews(null, false, Infinity)).toBe(0);
    expect(msBetweenViews(view('preview'), false, Infinity)).toBe(0);
  });

  it('shows the first study at once while files are copied, and then how they grow at its own pace', () => {
    expect(msBetweenViews(null, true, Infinity)).toBe(0);
    expect(msBetweenViews(view('preview', 0), true, Infinity)).toBe(0);
    expect(msBetweenViews(view('preview'), true, Infinity)).toBeGreaterThanOrEqual(PROGRESS_EVERY_MS);
  });

  it('lets nobody wait for what they have just decided, whatever is copied beside it', () => {
    expect(msBetweenViews(view('preview'), true, 0)).toBe(0);
    expect(msBetweenViews(view('preview'), true, 900)).toBe(0);
  });

  it('tells how far the sending is a few times a second', () => {
    expect(msBetweenViews(view('upload'), false, Infinity)).toBe(PROGRESS_EVERY_MS);
  });
});
