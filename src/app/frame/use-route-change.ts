import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { routeOf } from '#app/routes/route-table.ts';
import { checkVersion, fetchVersion, type VersionVerdict } from '#app/update/version-check.ts';
import { takeOver } from '#app/update/service-worker.ts';
import { mayReload, onMayReload } from '#ui/browser/hold-reload.ts';

/** On each page change: compares the version, sets noindex, and moves the focus to the content. */
export function useRouteChange(): VersionVerdict {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [verdict, setVerdict] = useState<VersionVerdict>('same');
  const isFirst = useRef(true);

  useEffect(() => {
    let isGone = false;
    const check = () =>
      void checkVersion({ readVersion: fetchVersion, storage: localStorage, mayReload, takeOver, reload: () => location.reload() }).then(
        (found) => {
          if (!isGone) setVerdict(found);
        },
      );
    // The dev server reloads automatically and has no version file.
    if (!import.meta.env.DEV) check();
    const stop = onMayReload(check);
    return () => {
      isGone = true;
      stop();
    };
  }, [pathname]);

  useEffect(() => {
    setNoindex(routeOf(pathname)?.noindex === true);
    // Not on the first page: the browser's order applies there, and a form may already have the focus.
    if (!isFirst.current) document.getElementById('content')?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [pathname]);

  return verdict;
}

/** LAYOUT-06. */
function setNoindex(noindex: boolean): void {
  document.head.querySelector('meta[name="robots"]')?.remove();
  if (!noindex) return;
  const meta = document.createElement('meta');
  meta.name = 'robots';
  meta.content = 'noindex';
  document.head.append(meta);
}
