import { liveQuery } from 'dexie';
import { useEffect, useRef, useState } from 'react';
import { unlessOutdated } from '#localdb/connection.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { resumeUploads } from '#localdb/upload-commands.ts';
import type { PermissionState } from './session-state.ts';
import { useVisit } from './visit-context.tsx';

/**
 * [Note: A right that comes back]
 *
 * An upload that the server refused for the person's rights goes on by itself. Whenever the permissions come anew (the socket told of a change,
 * or an answer brought them) and hold the right, what waits for it is tried. While something waits they are asked for as well: the socket is a
 * hint, and a refusal may be older than the right, since a chunk on a slow link is answered minutes after it was begun.
 */
const ASK_EVERY_MS = 30_000;

export function useReturnedRight(db: LocalDb, permissions: PermissionState): void {
  const { session } = useVisit();
  const waits = useWaitsForRight(db);
  const askedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    if (permissions.kind === 'known' && permissions.list.has('r:upload-v2')) void resumeUploads(db, 'rights').catch(reportError);
  }, [db, permissions]);

  useEffect(() => {
    if (!waits) return;
    const ask = () => {
      askedAt.current = performance.now();
      void session.reload();
    };
    // A server that allows and refuses at once is asked no more often than any other.
    const first = setTimeout(ask, Math.max(0, askedAt.current + ASK_EVERY_MS - performance.now()));
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [waits, session]);
}

function useWaitsForRight(db: LocalDb): boolean {
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    const halted = liveQuery(() => unlessOutdated(db, () => db.uploads.filter(({ halt }) => halt?.why === 'rights').count())).subscribe({
      next: (count) => setWaits(count !== undefined && count > 0),
      error: (cause) => reportError(cause),
    });
    return () => halted.unsubscribe();
  }, [db]);
  return waits;
}
