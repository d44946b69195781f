import { expose } from 'comlink';
import type { InTurn } from '#localdb/files/commit-files.ts';
import { IntakeWorker } from './intake-worker.ts';

/** Commits of all workers and tabs of a user run in turn, if the browser has locks. */
class LockedIntakeWorker extends IntakeWorker {
  constructor(userId: number) {
    super(userId, navigator.locks ? inTurnOf(userId) : undefined);
    void this.warm();
  }
}

function inTurnOf(userId: number): InTurn {
  return async (work) => navigator.locks.request(`lightship.commit.u${userId}`, work) as ReturnType<typeof work>;
}

expose(LockedIntakeWorker);
