import { liveQuery } from 'dexie';
import { useEffect, useState } from 'react';
import { unlessOutdated } from '#localdb/connection.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { resumeUploads } from '#localdb/upload-commands.ts';
import type { PermissionState } from './session-state.ts';
import { useVisit } from './visit-context.tsx';

/**
 * [Note: A right that comes back]
 *
 * An upload that the server refused for the person's rights goes on by itself. Whenever the permissions come anew (the socket told of a change,
 * or an answer brought them) and hold the right, what waits for it is tried. While something waits they are asked for as well, after growing
 * pauses: the socket is a hint, and a refusal may be older than the right, since a chunk on a slow link is answered minutes after it was begun.
 */
export function useReturnedRight(db: LocalDb, permissions: PermissionState): void {
  const { session } = useVisit();
  const waits = useWaitsForRight(db);
  const [pace] = useState(() => new Pace());

  useEffect(() => {
    if (permissions.kind === 'known' && permissions.list.has('r:upload-v2')) void resumeUploads(db, 'rights').catch(reportError);
  }, [db, permissions]);

  useEffect(() => {
    if (!waits) return;
    let timer: ReturnType<typeof setTimeout>;
    const askLater = () => {
      timer = setTimeout(() => {
        pace.asks();
        void session.reload();
        askLater();
      }, pace.untilNextMs());
    };
    askLater();
    return () => clearTimeout(timer);
  }, [waits, session, pace]);
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** At once, then after pauses that grow from one wait to the next: a server that allows and refuses by turns is asked no more often than others. */
class Pace {
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;

  asks(): void {
    const now = performance.now();
    const isLongAgo = now - this.#askedAtMs > 2 * LONGEST_PAUSE_MS;
    this.#pauseMs = isLongAgo ? FIRST_PAUSE_MS : Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    this.#askedAtMs = now;
  }

  untilNextMs(): number {
    return Math.max(0, this.#askedAtMs + this.#pauseMs - performance.now());
  }
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
