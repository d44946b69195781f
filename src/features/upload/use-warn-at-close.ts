import { useEffect } from 'react';

/** The browser's own question before the tab is closed or reloaded, while something would be lost with it (UPL2-053). */
export function useWarnAtClose(isAtRisk: boolean): void {
  useEffect(() => {
    if (!isAtRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAtRisk]);
}
