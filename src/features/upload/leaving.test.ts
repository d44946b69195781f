import { describe, expect, it } from 'vitest';
import { leaving, LEAVING_TEXTS } from './leaving.ts';

describe('leaving the page', () => {
  it('asks nothing where nothing is under way', () => {
    expect(leaving('ready', false)).toBeNull();
    expect(leaving('finished', false)).toBeNull();
  });

  it('asks, and says that the upload continues, once everything is on this device', () => {
    expect(leaving('upload', false)).toEqual({ safe: true, text: LEAVING_TEXTS.sending });
    expect(leaving('converting', false)).toEqual({ safe: true, text: LEAVING_TEXTS.sending });
    expect(leaving('preview', false)).toEqual({ safe: true, text: LEAVING_TEXTS.preview });
  });

  it('warns in every state while files are still being copied', () => {
    for (const state of ['ready', 'preview', 'finished'] as const)
      expect(leaving(state, true)).toEqual({ safe: false, text: LEAVING_TEXTS.copying });
  });
});
