import { liveQuery } from 'dexie';
import { useEffect, useState } from 'react';
import { unlessOutdated } from '#localdb/connection.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { resumeUploads } from '#localdb/upload/upload-commands.ts';
import type { PermissionState } from './session-state.ts';
import { useVisit } from './visit-context.tsx';

/**
 * [Note: A right that comes back]
 *
 * An upload that the server refused for a missing permission resumes automatically. Whenever new permissions arrive (through the socket or
 * an answer) and include it, the waiting uploads are retried. While something waits they are also polled, with growing pauses: the socket
 * is only a hint, and a refusal may be older than the permission, since a chunk on a slow link is answered minutes after it was started.
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

/** Immediately, then after growing pauses: a server that alternately allows and refuses is not asked more often than others. */
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
