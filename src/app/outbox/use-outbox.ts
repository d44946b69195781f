import type { QueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { onCredentialsWritten } from '#api/credentials.ts';
import { unlessOutdated } from '#localdb/connection.ts';
import { countDrawn } from '#localdb/masks/drawn-here.ts';
import { createLocks } from '#localdb/locks.ts';
import type { LocalDb, OutboxRow } from '#localdb/schema.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import { browserClock } from '#transfer/browser.ts';
import { partOf } from './write-parts.ts';
import { askAgain, createWriteSender } from './write-sender.ts';

const LOCK = 'lightship.outbox';

/** Sends this user's small writes while a page of the team is open and the server can be reached. `team` is null outside a team. */
export function useOutbox(db: LocalDb, client: QueryClient, team: string | null, serverReachable: boolean): void {
  const writes = useSavedWrites(db);
  // A finish waits for the strokes before it.
  const strokes = useLiveQuery(() => unlessOutdated(db, () => countDrawn(db)), [db]) ?? 0;
  const sender = useRef<ReturnType<typeof createWriteSender> | null>(null);
  const [settledHere] = useState(() => new Set<number>());

  useEffect(() => {
    if (team === null) return;
    const left = new AbortController();
    const locks = createLocks(db, browserClock);
    const created = createWriteSender(
      db,
      { client, team },
      (row) => settledHere.add(row.seq),
      (work) =>
        locks
          .hold(LOCK, left.signal, work)
          .catch((error: unknown) => left.signal.aborted || Promise.reject(error))
          .then(() => undefined),
    );
    sender.current = created;
    return () => {
      left.abort();
      created.close();
      sender.current = null;
    };
  }, [db, client, team, settledHere]);

  useEffect(() => {
    if (serverReachable && writes.length > 0) sender.current?.wake();
  }, [writes, strokes, serverReachable, db, client, team]);

  // Writes that were refused while nobody was signed in.
  useEffect(() => onCredentialsWritten(() => sender.current?.wake()), []);

  useSentElsewhere(writes, settledHere, client, team);
}

/** Shows what another tab has sent until this page has fetched the data; if it was refused, the answer corrects it. */
function useSentElsewhere(writes: readonly OutboxRow[], settledHere: Set<number>, client: QueryClient, team: string | null): void {
  const before = useRef(writes);
  useEffect(() => {
    const kept = new Set(writes.map(({ seq }) => seq));
    const said = new Set(writes.map(({ key }) => key));
    const gone = before.current.filter(({ seq, key }) => !kept.has(seq) && !said.has(key) && !settledHere.delete(seq));
    before.current = writes;
    if (team === null || gone.length === 0) return;
    for (const { write } of gone) partOf(write).show({ client, team }, write);
    for (const { write } of gone) askAgain({ client, team }, write);
  }, [writes, settledHere, client, team]);
}
