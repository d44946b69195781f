import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LocalDb } from '#localdb/schema.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import { shownLayouts, type ShownLayout } from '#model/layouts/shown-layouts.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { layoutsQuery } from './layouts-query.ts';

/** Saved layouts of the user and the team, with what waits on this device; null until they are known. */
export function useLayouts(db: LocalDb): readonly ShownLayout[] | null {
  const { team } = useSession<Session>();
  const { data } = useQuery(layoutsQuery(db, team?.slug ?? null));
  const rows = useSavedWrites(db);
  return useMemo(
    () =>
      data === undefined
        ? null
        : shownLayouts(
            data,
            rows.map(({ write }) => write),
          ),
    [data, rows],
  );
}
