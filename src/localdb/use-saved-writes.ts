import { useLiveQuery } from 'dexie-react-hooks';
import { unlessOutdated } from './connection.ts';
import { savedWrites } from './outbox.ts';
import type { LocalDb, OutboxRow } from './schema.ts';

/** What waits in the outbox, live; none until it is known. */
export function useSavedWrites(db: LocalDb): readonly OutboxRow[] {
  return useLiveQuery(() => unlessOutdated(db, () => savedWrites(db)), [db]) ?? NONE;
}

const NONE: readonly OutboxRow[] = [];
