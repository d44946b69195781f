import { useLiveQuery } from 'dexie-react-hooks';
import { unlessOutdated } from '#localdb/connection.ts';
import { savedWrites } from './outbox.ts';
import type { LocalDb, OutboxRow } from '#localdb/schema.ts';

/** What waits in the outbox, live; empty until it is known. */
export function useSavedWrites(db: LocalDb): readonly OutboxRow[] {
  return useLiveQuery(() => unlessOutdated(db, () => savedWrites(db)), [db]) ?? NONE;
}

const NONE: readonly OutboxRow[] = [];
