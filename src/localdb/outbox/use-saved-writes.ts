import { useLiveQuery } from 'dexie-react-hooks';
import { unlessOutdated } from '#localdb/connection.ts';
import { savedWrites } from './outbox.ts';
import type { LocalDb, OutboxRow } from '#localdb/schema.ts';

/**
 * What waits in the outbox, live; empty until it is known. `cause`: read again when it changes. A tab that is closed right after it has sent a write
 * may not tell the others.
 */
export function useSavedWrites(db: LocalDb, cause?: unknown): readonly OutboxRow[] {
  return useLiveQuery(() => unlessOutdated(db, () => savedWrites(db)), [db, cause]) ?? NONE;
}

const NONE: readonly OutboxRow[] = [];
