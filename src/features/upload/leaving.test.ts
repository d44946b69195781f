import { describe, expect, it } from 'vitest';
import { leaving, LEAVING_TEXTS } from './leaving.ts';

describe('leaving the page', () => {
  it('asks nothing where nothing is under way', () => {
    expect(leaving('ready', false)).toBeNull();
    expect(leaving('finished', false)).toBeNull();
  });

  it('asks, and knows that nothing is lost, once everything is on this device', () => {
    for (const state of ['preview', 'upload', 'converting'] as const) expect(leaving(state, false)).toEqual({ safe: true });
  });

  it('warns in every state while files are still being copied', () => {
    for (const state of ['ready', 'preview', 'finished'] as const)
      expect(leaving(state, true)).toEqual({ safe: false, text: LEAVING_TEXTS.copying });
  });
});
