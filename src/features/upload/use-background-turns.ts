import { useEffect, useState } from 'react';

/** Whether this browser goes on with the tab closed: it knows Background Sync, and nobody has forbidden it. */
export function useBackgroundTurns(): boolean {
  const [isForbidden, setForbidden] = useState(false);
  useEffect(() => {
    let isGone = false;
    // A name that the types of the platform do not list; a browser that does not know it rejects.
    navigator.permissions
      ?.query({ name: 'background-sync' as PermissionName })
      .then(({ state }) => !isGone && setForbidden(state === 'denied'))
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, []);
  return 'SyncManager' in globalThis && 'serviceWorker' in navigator && !isForbidden;
}
