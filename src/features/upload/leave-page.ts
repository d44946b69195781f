import { t } from '#language/t.ts';
import type { PageState } from '#model/status.ts';

/** What leaving the page means for the upload now; null if no question is needed (UPL2-053, 054). */
export type LeavePage = { safe: true } | { safe: false; text: string } | null;

/**
 * Files that are still being copied are lost with the tab. Otherwise everything is on this device: as specified, the browser asks at
 * closing, over a page that says that the upload continues; for another page of the app there is no question.
 */
export function leavePage(state: PageState, copying: boolean): LeavePage {
  if (copying) return { safe: false, text: LEAVE_PAGE_TEXTS.copying };
  return state === 'ready' || state === 'finished' ? null : { safe: true };
}

export const LEAVE_PAGE_TEXTS = {
  copying: t('Some files are not on this device yet. If you close or reload the tab now, you have to select those again.'),
} as const;
