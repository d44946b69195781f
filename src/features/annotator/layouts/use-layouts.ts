import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { LocalDb } from '#localdb/schema.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import { shownLayouts, type ShownLayout } from '#model/layouts/shown-layouts.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { layoutsQuery } from './layouts-query.ts';

export interface KnownLayouts {
  list: readonly ShownLayout[];
  /** The server has answered since the page was opened: what this device knew before may be old. */
  isFresh: boolean;
}

/** Saved layouts of the user and the team, with what waits on this device; null until they are known. */
export function useLayouts(db: LocalDb): KnownLayouts | null {
  const { team } = useSession<Session>();
  const [openedAt] = useState(() => Date.now());
  const { data, dataUpdatedAt } = useQuery(layoutsQuery(db, team?.slug ?? null));
  // `isFetchedAfterMount` would count the kept list, which is put into the cache with its own time, and may be after this page was opened.
  const isFresh = dataUpdatedAt >= openedAt;
  const rows = useSavedWrites(db);
  return useMemo(() => {
    if (data === undefined) return null;
    const writes = rows.map(({ write }) => write);
    return { list: shownLayouts(data, writes), isFresh };
  }, [data, rows, isFresh]);
}
