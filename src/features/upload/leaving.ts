import type { PageState } from '#model/status.ts';

/** What leaving the page means for the upload now; null when nobody needs to be asked (UPL2-053, 054). */
export type Leaving = { safe: true } | { safe: false; text: string } | null;

/**
 * Files that are still being copied are lost with the tab. Otherwise everything is on this device: the browser asks at closing, as specified,
 * over a page that says that the upload continues; for another page of the app nobody is asked.
 */
export function leaving(state: PageState, copying: boolean): Leaving {
  if (copying) return { safe: false, text: LEAVING_TEXTS.copying };
  return state === 'ready' || state === 'finished' ? null : { safe: true };
}

export const LEAVING_TEXTS = {
  copying: 'Some files are not on this device yet. If you close or reload the tab now, you have to select those again.',
} as const;
