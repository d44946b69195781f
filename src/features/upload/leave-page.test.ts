import { describe, expect, it } from 'vitest';
import { leavePage, LEAVE_PAGE_TEXTS } from './leave-page.ts';

describe('leaving the page', () => {
  it('asks nothing when nothing is in progress [UPL2-053]', () => {
    expect(leavePage('ready', false)).toBeNull();
    expect(leavePage('finished', false)).toBeNull();
  });

  it('asks, and says that nothing is lost, once everything is on this device [UPL2-054]', () => {
    for (const state of ['preview', 'upload', 'converting'] as const) expect(leavePage(state, false)).toEqual({ safe: true });
  });

  it('warns in every state while files are still being copied', () => {
    for (const state of ['ready', 'preview', 'finished'] as const)
      expect(leavePage(state, true)).toEqual({ safe: false, text: LEAVE_PAGE_TEXTS.copying });
  });
});
