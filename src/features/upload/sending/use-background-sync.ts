import { useEffect, useState } from 'react';

/** Whether this browser continues after the tab is closed: it supports Background Sync, and it is not blocked. */
export function useBackgroundSync(): boolean {
  const [isForbidden, setForbidden] = useState(false);
  useEffect(() => {
    let isGone = false;
    // The platform types do not list this name; a browser that does not support it rejects.
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
