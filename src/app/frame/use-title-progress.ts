import { useTabTitle } from './use-tab-title.ts';
import { titleProgress, useWaitingWork } from './waiting-work.ts';

/** Shows the upload progress in the tab title, for users on another tab. */
export function useTitleProgress(): void {
  const work = useWaitingWork();
  useTabTitle(work === undefined ? null : titleProgress(work));
}
