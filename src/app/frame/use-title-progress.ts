import { useEffect } from 'react';
import { titleProgress, useWaitingWork } from './waiting-work.ts';

/** given (CFG-01), for every page. */
const TITLE = document.title;

/** Shows the upload progress in the tab title, for users on another tab. */
export function useTitleProgress(): void {
  const work = useWaitingWork();
  const progress = work === undefined ? null : titleProgress(work);
  useEffect(() => {
    document.title = progress === null ? TITLE : `${progress} · ${TITLE}`;
    return () => {
      document.title = TITLE;
    };
  }, [progress]);
}
