import { useEffect } from 'react';
import { titleProgress, useWaitingWork } from './waiting-work.ts';

/** given (CFG-01): of every page. */
const TITLE = document.title;

/** The tab says how far it is, for whoever looks at another one. */
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
