import type { LocalDb, LeaseRow } from './schema.ts';

/**
 * [Note: Leases]
 *
 * Locks for a browser without Web Locks: each holder has a row in the table `leases` and renews it twice a second. A killed holder stops
 * renewing, and a waiting context takes its place after 1.5 s.
 *
 * Clocks of two contexts are never compared, because clocks jump: a waiter checks whether the row changes during 1.5 s of its own running time.
 * A gap between two checks counts as one check, so that after the computer slept, the holder has time to wake as well. A holder whose row is
 * gone was considered dead. Its signal aborts, and it starts nothing more.
 */
export interface Locks {
  /**
   * Runs `work` while holding the lock. Waits for the lock until `signal` aborts, and then rejects. The signal passed to `work` aborts if the lock
   * is lost, which never happens to a Web Lock.
   */
  hold<T>(name: string, signal: AbortSignal, work: (lost: AbortSignal) => Promise<T>, mode?: LeaseRow['mode']): Promise<T>;
  /** Runs `work` if nobody holds the lock; otherwise does nothing. */
  holdIfFree(name: string, work: () => Promise<void>): Promise<void>;
}

export interface LeaseTime {
  /** Milliseconds since an arbitrary moment; never jumps. */
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
      // As long as the row of a dead holder looks alive, plus one check.
      void time.pause(EXPIRES_MS + LONGEST_LOOK_MS, patience.signal).then(() => patience.abort());
      const got = await take(db, time, { name, holder, mode: 'exclusive', beats: 0 }, patience.signal);
      patience.abort();
      if (got) await runHolding(db, time, name, holder, work);
    },
  };
}

/** True once the row is stored; false if the signal aborted first. */
async function take(db: LocalDb, time: LeaseTime, lease: LeaseRow, signal: AbortSignal): Promise<boolean> {
  const watch = new Watch();
  while (!signal.aborted) {
    const dead = watch.look(await db.leases.where('name').equals(lease.name).toArray(), time.elapsed());
    if (await takeIfFree(db, lease, dead)) return true;
    await time.pause(LOOK_MS, signal);
  }
  return false;
}

/** A holder counts as dead only while its row has not changed since the last check. */
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
  #panelSeries: number | null = null;
  #seen = new Map<string, { beats: number; stillMs: number }>();

  /** The holders whose rows have not changed for too long, with their last beat. */
  look(rows: readonly LeaseRow[], now: number): Map<string, number> {
    const passed = this.#panelSeries === null ? 0 : Math.min(now - this.#panelSeries, LONGEST_LOOK_MS);
    this.#panelSeries = now;
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
    // If this fails, the row stops changing and the next holder removes it.
    await db.leases.delete([name, holder]).catch(() => undefined);
  }
}

/** A failed renewal is retried until others must consider this context dead. */
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

/** False if the row is gone: another context has the lock. */
async function renew(db: LocalDb, key: [string, string]): Promise<boolean> {
  return db.transaction('rw', db.leases, async () => {
    const row = await db.leases.get(key);
    if (row) await db.leases.update(key, { beats: row.beats + 1 });
    return row !== undefined;
  });
}
