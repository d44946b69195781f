import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { routeOf } from '#app/routes/route-table.ts';
import { useOptionalOwn } from '#app/session/visit-context.tsx';
import type { Step } from '#localdb/steps.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { pathInPageWords } from '#model/page-words.ts';

/**
 * AUTH-22, 23: each page that a person who is signed in comes to, and each press on what is marked `data-log="a_name"`. A step is kept on the
 * device (steps.ts) and sent from there (step-sender.ts): neither waits for the other, and the page for none of them.
 */
export function useStepLog(): void {
  const db = useOptionalOwn()?.db;
  const pathname = useLocation({ select: (location) => location.pathname });

  useEffect(() => {
    // Who just signed in is still on the page of guests for a moment.
    if (db === undefined || routeOf(pathname)?.access === 'guest-only') return;
    keep(db, { type: 'route', path: pathInPageWords(pathname), name: null });
  }, [db, pathname]);

  useEffect(() => {
    if (db === undefined) return;
    const log = ({ target }: MouseEvent) => {
      const name = target instanceof Element ? target.closest<HTMLElement>('[data-log]')?.dataset['log'] : undefined;
      if (name !== undefined) keep(db, { type: 'click', path: pathInPageWords(location.pathname), name });
    };
    // Before the page deals with it: what is pressed may be gone afterwards.
    document.addEventListener('click', log, { capture: true });
    return () => document.removeEventListener('click', log, { capture: true });
  }, [db]);
}

function keep(db: LocalDb, step: Step): void {
  void import('#localdb/steps.ts')
    .then(({ saveStep }) => saveStep(db, step))
    // AUTH-24.
    .catch((error: unknown) => console.error('A step was not kept for the activity log:', error));
}
