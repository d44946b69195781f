import type { LocalDb, LeaseRow } from './schema.ts';

/**
 * [Note: Leases]
 *
 * Locks for a browser without Web Locks: a row of the table `leases` per holder, renewed twice a second. A holder that was killed renews no
 * more, and whoever waits takes its place after 1.5 s.
 *
 * No clock is compared between two contexts, for clocks jump: a waiter watches whether the row changes while 1.5 s of its own waking time
 * pass. A gap between two of its looks counts as one look: after a computer slept, the holder is given the time to wake as well.
 * A holder that finds its row gone was held to be dead. Its signal aborts, and it begins nothing more.
 */
export interface Locks {
  /**
   * Runs `work` while holding the lock; waits for it until `signal` aborts, and then rejects. The signal that `work` is given aborts when the lock
   * was lost, which a Web Lock never is.
   */
  hold<T>(name: string, signal: AbortSignal, work: (lost: AbortSignal) => Promise<T>, mode?: LeaseRow['mode']): Promise<T>;
  /** Runs `work` if nobody else holds the lock, and not at all otherwise. */
  holdIfFree(name: string, work: () => Promise<void>): Promise<void>;
}

export interface LeaseTime {
  /** Milliseconds that never jump, since a moment of its own. */
  elapsed(): number;
  /** Resolves after the time or when the signal aborts, whichever is first. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

const RENEW_MS = 500;
const EXPIRES_MS = 1_500;
const LOOK_MS = 150;
const LONGEST_LOOK_MS = 2 * LOOK_MS;

export function createLeases(db: LocalDb, time: LeaseTime): Locks {
  return {
    async hold(name, signal, work, mode = 'exclusive') {
      const holder = crypto.randomUUID();
      const got = await take(db, time, { name, holder, mode, beats: 0 }, signal);
      if (!got) throw new DOMException('The wait for the lock was ended', 'AbortError');
      return runHolding(db, time, name, holder, work);
    },

    async holdIfFree(name, work) {
      const holder = crypto.randomUUID();
      const patience = new AbortController();
      // As long as a dead holder's row looks alive, and a look more.
      void time.pause(EXPIRES_MS + LONGEST_LOOK_MS, patience.signal).then(() => patience.abort());
      const got = await take(db, time, { name, holder, mode: 'exclusive', beats: 0 }, patience.signal);
      patience.abort();
      if (got) await runHolding(db, time, name, holder, work);
    },
  };
}

/** True once the row is there; false when the signal aborted first. */
async function take(db: LocalDb, time: LeaseTime, lease: LeaseRow, signal: AbortSignal): Promise<boolean> {
  const watch = new Watch();
  while (!signal.aborted) {
    const dead = watch.look(await db.leases.where('name').equals(lease.name).toArray(), time.elapsed());
    if (await takeIfFree(db, lease, dead)) return true;
    await time.pause(LOOK_MS, signal);
  }
  return false;
}

/** A holder counts as dead only while its row is as it was when it was last looked at. */
async function takeIfFree(db: LocalDb, lease: LeaseRow, dead: ReadonlyMap<string, number>): Promise<boolean> {
  return db.transaction('rw', db.leases, async () => {
    const rows = await db.leases.where('name').equals(lease.name).toArray();
    const living = rows.filter((row) => dead.get(row.holder) !== row.beats);
    if (living.some((row) => row.mode === 'exclusive' || lease.mode === 'exclusive')) return false;
    await db.leases.bulkDelete(rows.filter((row) => !living.includes(row)).map((row): [string, string] => [row.name, row.holder]));
    await db.leases.put(lease);
    return true;
  });
}

/** What a waiter has seen of the holders. */
class Watch {
  #lookedAt: number | null = null;
  #seen = new Map<string, { beats: number; stillMs: number }>();

  /** The holders whose rows have stood still for too long, with the beat at which they did. */
  look(rows: readonly LeaseRow[], now: number): Map<string, number> {
    const passed = this.#lookedAt === null ? 0 : Math.min(now - this.#lookedAt, LONGEST_LOOK_MS);
    this.#lookedAt = now;
    const before = this.#seen;
    this.#seen = new Map(
      rows.map(({ holder, beats }) => {
        const last = before.get(holder);
        return [holder, { beats, stillMs: last?.beats === beats ? last.stillMs + passed : 0 }];
      }),
    );
    return new Map([...this.#seen].filter(([, { stillMs }]) => stillMs >= EXPIRES_MS).map(([holder, { beats }]) => [holder, beats]));
  }
}

async function runHolding<T>(
  db: LocalDb,
  time: LeaseTime,
  name: string,
  holder: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const lost = new AbortController();
  const renewing = renewUntil(db, time, [name, holder], ended.signal, lost);
  try {
    return await work(lost.signal);
  } finally {
    ended.abort();
    await renewing;
    // Should this fail, the row stands still and the next holder removes it.
    await db.leases.delete([name, holder]).catch(() => undefined);
  }
}

/** A renewal that fails is tried again until others must hold this context to be dead. */
async function renewUntil(db: LocalDb, time: LeaseTime, key: [string, string], ended: AbortSignal, lost: AbortController): Promise<void> {
  let renewedAt = time.elapsed();
  for (;;) {
    await time.pause(RENEW_MS, ended);
    if (ended.aborted) return;
    const renewed = await renew(db, key).catch(() => null);
    if (renewed === true) renewedAt = time.elapsed();
    if (renewed === false || time.elapsed() - renewedAt >= EXPIRES_MS) return lost.abort();
  }
}

/** False when the row is gone: somebody else has the lock. */
async function renew(db: LocalDb, key: [string, string]): Promise<boolean> {
  return db.transaction('rw', db.leases, async () => {
    const row = await db.leases.get(key);
    if (row) await db.leases.update(key, { beats: row.beats + 1 });
    return row !== undefined;
  });
}
