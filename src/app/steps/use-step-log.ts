import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { routeOf } from '#app/routes/route-table.ts';
import { useOptionalOwn } from '#app/session/visit-context.tsx';
import type { Step } from '#localdb/outbox/steps.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { pathInPageWords } from '#model/addresses/page-words.ts';

/**
 * AUTH-22, 23: each page that a signed-in user opens, and each press on an element marked `data-log="a_name"`. A step is stored on the
 * device (steps.ts) and sent from there (step-sender.ts): neither waits for the other, and the page waits for neither.
 */
export function useStepLog(): void {
  const db = useOptionalOwn()?.db;
  const pathname = useLocation({ select: (location) => location.pathname });

  useEffect(() => {
    // Just after the sign-in the guest page is still shown for a moment.
    if (db === undefined || routeOf(pathname)?.access === 'guest-only') return;
    keep(db, { type: 'route', path: pathInPageWords(pathname), name: null });
  }, [db, pathname]);

  useEffect(() => {
    if (db === undefined) return;
    const log = ({ target }: MouseEvent) => {
      const name = target instanceof Element ? target.closest<HTMLElement>('[data-log]')?.dataset['log'] : undefined;
      if (name !== undefined) keep(db, { type: 'click', path: pathInPageWords(location.pathname), name });
    };
    // Before the page handles the press, which may remove the element.
    document.addEventListener('click', log, { capture: true });
    return () => document.removeEventListener('click', log, { capture: true });
  }, [db]);
}

function keep(db: LocalDb, step: Step): void {
  void import('#localdb/outbox/steps.ts')
    .then(({ saveStep }) => saveStep(db, step))
    // AUTH-24.
    .catch((error: unknown) => console.error('A step was not kept for the activity log:', error));
}
