import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { routeOf } from '#app/routes/route-table.ts';
import { checkVersion, fetchVersion, type VersionVerdict } from '#app/update/version-check.ts';
import { takeOver } from '#app/update/service-worker.ts';
import { mayReload, onMayReload } from '#ui/hold-reload.ts';

/** What happens on each change of the page: the version is compared, search engines are told, and the keyboard starts at the content. */
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
    // The dev server reloads by itself and has no version file.
    if (!import.meta.env.DEV) check();
    const stop = onMayReload(check);
    return () => {
      isGone = true;
      stop();
    };
  }, [pathname]);

  useEffect(() => {
    setNoindex(routeOf(pathname)?.noindex === true);
    // Not at the first page: there the browser's own order holds, and a form may have taken the focus.
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
