import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLeases, type LeaseTime } from './leases.ts';
import { LocalDb } from './schema.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';

let users: number;
let db: LocalDb;
beforeEach(() => {
  users = nextUser();
  db = new LocalDb(users);
});

/** A context with its own clock. The test advances the time. A killed or frozen context never wakes from a pause. */
class Machine {
  #now = 0;
  #sleepers = new Set<{ at: number; owner: Context; end: () => void }>();

  context(clockOffset = 0): Context {
    const context: Context = {
      isFrozen: false,
      elapsed: () => this.#now + clockOffset,
      pause: (ms, signal) =>
        new Promise((resolve) => {
          const sleeper = { at: this.#now + ms, owner: context, end: resolve };
          this.#sleepers.add(sleeper);
          signal.addEventListener('abort', () => resolve(), { once: true });
        }),
    };
    return context;
  }

  /** In steps, so that every context sees the time pass. IndexedDB answers in between. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    while (this.#now < end) {
      this.#now = Math.min(end, this.#now + 50);
      for (const sleeper of [...this.#sleepers]) {
        if (sleeper.at > this.#now || sleeper.owner.isFrozen) continue;
        this.#sleepers.delete(sleeper);
        sleeper.end();
      }
      for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** All contexts sleep. Their clocks may stop as well. */
  sleep(ms: number): void {
    this.#now += ms;
  }
}

interface Context extends LeaseTime {
  isFrozen: boolean;
}

const never = new AbortController().signal;
const forever = (): Promise<never> => new Promise(() => undefined);

describe('a lease', () => {
  it('is held by one at a time, and the next gets it when the work ends [PWA-29]', async () => {
    const machine = new Machine();
    const log: string[] = [];
    let releaseCalls = (): void => undefined;
    const first = createLeases(db, machine.context()).hold('send', never, async () => {
      log.push('first');
      await new Promise<void>((resolve) => (releaseCalls = resolve));
    });
    await machine.pass(300);
    const second = createLeases(db, machine.context(-1e12)).hold('send', never, async () => void log.push('second'));
    await machine.pass(5_000);
    expect(log).toEqual(['first']);
    releaseCalls();
    await machine.pass(1_000);
    await Promise.all([first, second]);
    expect(log).toEqual(['first', 'second']);
    expect(await db.leases.count()).toBe(0);
  });

  it.each([0, 250, 490])('is taken over within 2 s when its holder was killed %i ms after a renewal', async (after) => {
    const machine = new Machine();
    const dying = machine.context();
    void createLeases(db, dying).hold('send', never, forever);
    let got = false;
    await machine.pass(100);
    void createLeases(db, machine.context(1e12)).hold('send', never, async () => void (got = true));
    await machine.pass(3_000 + after);
    expect(got).toBe(false);
    dying.isFrozen = true;
    await machine.pass(2_000);
    expect(got).toBe(true);
  });

  it('that was taken over stops its former holder as soon as that one wakes', async () => {
    const machine = new Machine();
    const frozen = machine.context();
    let lost: AbortSignal = never;
    void createLeases(db, frozen).hold('send', never, async (signal) => {
      lost = signal;
      await forever();
    });
    await machine.pass(600);
    frozen.isFrozen = true;
    void createLeases(db, machine.context()).hold('send', never, forever);
    await machine.pass(2_500);
    expect(lost.aborted).toBe(false);
    frozen.isFrozen = false;
    await machine.pass(100);
    expect(lost.aborted).toBe(true);
    expect(await db.leases.count()).toBe(1);
  });

  it('is not taken from a holder that wakes slightly later after both slept', async () => {
    const machine = new Machine();
    const holding = machine.context();
    let lost: AbortSignal = never;
    void createLeases(db, holding).hold('send', never, async (signal) => {
      lost = signal;
      await forever();
    });
    await machine.pass(600);
    void createLeases(db, machine.context()).hold('send', never, forever);
    await machine.pass(800);
    holding.isFrozen = true;
    machine.sleep(8 * 60 * 60_000);
    await machine.pass(700);
    holding.isFrozen = false;
    await machine.pass(3_000);
    expect(lost.aborted).toBe(false);
  });

  it('is shared by shared holders, and keeps others out', async () => {
    const machine = new Machine();
    const leases = createLeases(db, machine.context());
    const log: string[] = [];
    void leases.hold('intake', never, async () => (log.push('shared'), forever()), 'shared');
    void leases.hold('intake', never, async () => (log.push('shared'), forever()), 'shared');
    await machine.pass(300);
    void leases.holdIfFree('intake', async () => void log.push('swept'));
    await machine.pass(3_000);
    expect(log).toEqual(['shared', 'shared']);
  });

  it('of a dead holder does not block a request that only takes a free lease', async () => {
    const machine = new Machine();
    const dying = machine.context();
    void createLeases(db, dying).hold('intake', never, forever, 'shared');
    await machine.pass(300);
    dying.isFrozen = true;
    let swept = false;
    void createLeases(db, machine.context()).holdIfFree('intake', async () => void (swept = true));
    await machine.pass(2_000);
    expect(swept).toBe(true);
  });

  it('rejects the waiting request when it is cancelled', async () => {
    const machine = new Machine();
    void createLeases(db, machine.context()).hold('send', never, forever);
    await machine.pass(300);
    const stop = new AbortController();
    const waiting = createLeases(db, machine.context()).hold('send', stop.signal, forever);
    await machine.pass(300);
    stop.abort();
    await expect(waiting).rejects.toThrow('wait for the lock');
  });
});
