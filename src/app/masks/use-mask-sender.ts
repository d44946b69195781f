import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { onCredentialsWritten } from '#api/credentials.ts';
import { unlessOutdated } from '#localdb/connection.ts';
import { createLocks } from '#localdb/locks.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { browserClock } from '#transfer/browser.ts';
import type { MaskSender } from './mask-sender.ts';

const LOCK = 'lightship.masks';

/**
 * Sends what this user draws while a page of the team is open and the server can be reached, also from pages that show no mask. Its code is loaded when
 * something waits. `team` is null outside a team.
 */
export function useMaskSender(db: LocalDb, team: string | null, serverReachable: boolean): void {
  // Any change of these may let something be sent.
  const waiting = useLiveQuery(() => unlessOutdated(db, () => numbersOfWaiting(db)), [db]) ?? NOTHING;
  const [sender, setSender] = useState<MaskSender | null>(null);
  const isWanted = team !== null && waiting.drawn > 0;
  const [wasWanted, setWasWanted] = useState(false);
  if (isWanted && !wasWanted) setWasWanted(true);

  useEffect(() => {
    if (!wasWanted || team === null) return;
    const left = new AbortController();
    let created: MaskSender | null = null;
    void import('./mask-sender.ts').then(({ createMaskSender }) => {
      if (left.signal.aborted) return;
      const locks = createLocks(db, browserClock);
      created = createMaskSender(db, (work) =>
        locks
          .hold(LOCK, left.signal, work)
          .catch((error: unknown) => left.signal.aborted || Promise.reject(error))
          .then(() => undefined),
      );
      setSender(created);
    });
    return () => {
      left.abort();
      created?.close();
      setSender(null);
    };
  }, [db, team, wasWanted]);

  useEffect(() => {
    if (serverReachable && waiting.drawn > 0) sender?.drawn();
  }, [waiting, serverReachable, sender]);

  // Operations that were refused while nobody was signed in.
  useEffect(() => onCredentialsWritten(() => sender?.wake()), [sender]);
}

const NOTHING = { drawn: 0, last: 0, writes: 0 };

async function numbersOfWaiting(db: LocalDb): Promise<typeof NOTHING> {
  const drawn = await db.maskOperations.where('state').equals('drawn').primaryKeys();
  return { drawn: drawn.length, last: drawn.at(-1) ?? 0, writes: await db.outbox.count() };
}
