import { useEffect } from 'react';

/** The browser's own question before the tab is closed or reloaded (UPL2-053, LEG-036). */
export function useWarnAtClose(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAsked]);
}
