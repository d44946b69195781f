import type { PageState } from '#model/status.ts';

/** What leaving the page means for the upload now; null when nobody needs to be asked (UPL2-053, 054). */
export type Leaving = { text: string; safe: boolean } | null;

/**
 * Files that are still being copied are lost with the tab, so that is said first. Otherwise everything is on this device: the question
 * stays, as specified, but says that nothing is lost.
 */
export function leaving(state: PageState, copying: boolean): Leaving {
  if (copying) return { safe: false, text: LEAVING_TEXTS.copying };
  if (state === 'ready' || state === 'finished') return null;
  return { safe: true, text: state === 'preview' ? LEAVING_TEXTS.preview : LEAVING_TEXTS.sending };
}

export const LEAVING_TEXTS = {
  copying: 'Some files are not on this device yet. If you close or reload the tab now, you have to select those again.',
  preview: 'Everything is on this device. You find this upload here when you come back, without selecting a file again.',
  sending: 'Everything is on this device. The upload continues without this page, and at the next start.',
} as const;
