import { describe, expect, it } from 'vitest';
import type { QueuedUpload, QueueStore, TransferPorts, UploadServer } from './ports.ts';
import { runSender, runSenderOnce, senderLockName, type Locks } from './sender.ts';

/** Locks of one origin as in a browser: first come, first served. A wait ends when its signal aborts. */
class OriginLocks implements Locks {
  readonly holders: string[] = [];
  /** Aborted when the holder has lost the lock to another context. */
  readonly lost = new AbortController();
  #last = new Map<string, Promise<void>>();

  async hold<T>(name: string, signal: AbortSignal, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    let release = (): void => undefined;
    this.#last.set(
      name,
      before.then(() => new Promise<void>((resolve) => void (release = resolve))),
    );
    const aborted = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    aborted.catch(() => undefined);
    try {
      await Promise.race([before, aborted]);
    } catch (error) {
      void before.then(() => release());
      throw error;
    }
    this.holders.push(name);
    try {
      return await work(this.lost.signal);
    } finally {
      release();
    }
  }
}

/** Sleeps that the test ends, so that no test waits for a clock. */
class Sleeps {
  readonly asked: number[] = [];
  #end: ((how: 'time' | 'woken') => void) | null = null;
  #sleeping: (() => void)[] = [];

  sleep(ms: number, signal: AbortSignal): Promise<'time' | 'woken'> {
    this.asked.push(ms);
    return new Promise((resolve) => {
      this.#end = resolve;
      signal.addEventListener('abort', () => resolve('time'), { once: true });
      for (const told of this.#sleeping.splice(0)) told();
    });
  }

  /** Resolves when the sender sleeps. */
  async untilAsleep(): Promise<void> {
    if (this.#end === null) await new Promise<void>((resolve) => this.#sleeping.push(resolve));
  }

  end(how: 'time' | 'woken'): void {
    const end = this.#end;
    this.#end = null;
    end?.(how);
  }
}

/** A device with uploads of one chunk each, and a server that may be unavailable. Records phases and calls. */
class Device {
  readonly phases = new Map<string, QueuedUpload['phase']>();
  readonly waiting = new Map<string, QueuedUpload['waiting']>();
  readonly sent: string[] = [];
  time = 1_000_000;
  isAway = false;
  /** The server answers questions about conversions with 503 and this. */
  busyForMs: number | null = null;
  onChunk: () => Promise<void> = async () => undefined;

  queue(id: string): void {
    this.phases.set(id, 'registered');
  }

  ports(locks: Locks): TransferPorts & { locks: Locks } {
    return { store: this.#store as QueueStore, server: this.#server as UploadServer, clock: this.#clock, locks, report: () => undefined };
  }

  readonly #clock = {
    now: () => this.time,
    elapsed: () => this.time,
    random: () => 0.5,
    pause: async (ms: number) => void (this.time += ms),
  };

  #uploads(phase: QueuedUpload['phase']): QueuedUpload[] {
    return [...this.phases]
      .filter(([, one]) => one === phase)
      .map(([id]) => ({ id, phase, started: 1, uploadToken: 'up_token', waiting: this.waiting.get(id) ?? null }));
  }

  readonly #store: Partial<QueueStore> = {
    uploadsToSend: async () => this.#uploads('registered'),
    uploadsToFollow: async () => this.#uploads('sent'),
    reconcile: async () => undefined,
    waitingChunks: async (id) => (this.sent.includes(id) ? [] : [0]),
    loadChunk: async (id) => ({ ok: true, body: id, plainBytes: 1, sentBytes: 1 }),
    confirmChunk: async (id) => void this.sent.push(id),
    allProved: async () => true,
    seriesToConvert: async () => [],
    saveSent: async (id) => void this.phases.set(id, 'sent'),
    saveWaiting: async (id, waiting) => void this.waiting.set(id, waiting),
    saveConversions: async () => [],
    seriesUuids: async () => [],
    uploadsKept: async () => [],
  };

  #away() {
    const { busyForMs: retryAfterMs } = this;
    if (retryAfterMs === null) return { kind: 'network' } as const;
    return { kind: 'refused', status: 503, code: null, message: '', retryAfterMs } as const;
  }

  readonly #server: Partial<UploadServer> = {
    mostLanes: async () => 3,
    bearer: async () => 'bearer',
    status: async (upload) =>
      this.isAway
        ? { ok: false, kind: 'network' }
        : {
            ok: true,
            value: {
              session: upload.id,
              state: 'upload',
              chunks: [],
              files: [],
              series: [{ idx: 0, serieRemoteUuid: 'u', state: 'converting', message: null }],
            },
          },
    conversions: async () =>
      this.isAway || this.busyForMs !== null
        ? { ok: false, ...this.#away() }
        : { ok: true, value: [{ idx: 0, serieRemoteUuid: 'u', state: 'converting', message: null }] },
    sendChunk: async () => {
      await this.onChunk();
      return this.isAway ? { ok: false, kind: 'network' } : { ok: true, value: { ok: true, chunk: 0, proved: [] } };
    },
  };
}

const FOLLOW_MS = 3_000;

function page(device: Device, locks: Locks) {
  const sleeps = new Sleeps();
  const closed = new AbortController();
  const ended = runSender({ ...device.ports(locks), wakes: sleeps }, 7, closed.signal, FOLLOW_MS);
  return { sleeps, ended, close: () => closed.abort() };
}

describe('the sender of an open page', () => {
  it('polls conversions every few seconds, but not before the time that a server requested [CONV-018]', async () => {
    const device = new Device();
    device.phases.set('a', 'sent');
    device.busyForMs = 45_000;
    const tab = page(device, new OriginLocks());
    await tab.sleeps.untilAsleep();
    device.busyForMs = 1_000;
    tab.sleeps.end('time');
    await tab.sleeps.untilAsleep();
    device.busyForMs = null;
    tab.sleeps.end('time');
    await tab.sleeps.untilAsleep();
    expect(tab.sleeps.asked).toEqual([45_000, FOLLOW_MS, FOLLOW_MS]);
    tab.close();
    await tab.ended;
  });

  it('sends the queue, then follows the conversions', async () => {
    const device = new Device();
    device.queue('a');
    const tab = page(device, new OriginLocks());
    await tab.sleeps.untilAsleep();
    expect(device.sent).toEqual(['a']);
    expect(tab.sleeps.asked).toEqual([FOLLOW_MS]);
    tab.close();
    await tab.ended;
  });

  it('sends what is queued while it sleeps, without a reload', async () => {
    const device = new Device();
    const tab = page(device, new OriginLocks());
    await tab.sleeps.untilAsleep();
    device.queue('late');
    tab.sleeps.end('woken');
    await tab.sleeps.untilAsleep();
    expect(device.sent).toEqual(['late']);
    tab.close();
    await tab.ended;
  });

  it('keeps the lock during a pause, and tries immediately when it is woken', async () => {
    const device = new Device();
    const locks = new OriginLocks();
    device.queue('a');
    device.isAway = true;
    const tab = page(device, locks);
    await tab.sleeps.untilAsleep();
    expect(tab.sleeps.asked).toEqual([5_000]);
    device.isAway = false;
    tab.sleeps.end('woken');
    await tab.sleeps.untilAsleep();
    expect(device.sent).toEqual(['a']);
    expect(locks.holders).toEqual([senderLockName(7)]);
    tab.close();
    await tab.ended;
  });

  it('lets one of two tabs send, and the other take over when the first is closed', async () => {
    const device = new Device();
    const locks = new OriginLocks();
    device.queue('a');
    device.isAway = true;
    const first = page(device, locks);
    await first.sleeps.untilAsleep();
    const second = page(device, locks);
    expect(locks.holders).toHaveLength(1);
    device.isAway = false;
    device.waiting.clear();
    first.close();
    await first.ended;
    expect(device.sent).toEqual([]);
    await second.sleeps.untilAsleep();
    expect(device.sent).toEqual(['a']);
    expect(locks.holders).toHaveLength(2);
    second.close();
    await second.ended;
  });

  it('ends on request while it waits for the lock', async () => {
    const device = new Device();
    const locks = new OriginLocks();
    device.queue('a');
    const free = Promise.withResolvers<void>();
    const held = locks.hold(senderLockName(7), new AbortController().signal, () => free.promise);
    const tab = page(device, locks);
    tab.close();
    await tab.ended;
    expect(device.sent).toEqual([]);
    free.resolve();
    await held;
  });
});

describe('a turn of the service worker', () => {
  it('sends everything and reports that nothing is left', async () => {
    const device = new Device();
    device.queue('a');
    device.queue('b');
    expect(await runSenderOnce(device.ports(new OriginLocks()), 7, new AbortController().signal)).toEqual({ left: false });
    expect(device.sent).toEqual(['a', 'b']);
  });

  it('waits for a page that is sending, and takes over when it is closed', async () => {
    const device = new Device();
    const locks = new OriginLocks();
    device.queue('a');
    const pageIsOpen = Promise.withResolvers<void>();
    const held = locks.hold(senderLockName(7), new AbortController().signal, () => pageIsOpen.promise);
    const turn = runSenderOnce(device.ports(locks), 7, new AbortController().signal);
    expect(device.sent).toEqual([]);
    pageIsOpen.resolve();
    await held;
    expect(await turn).toEqual({ left: false });
    expect(device.sent).toEqual(['a']);
  });

  it('gives up waiting at its deadline and reports remaining work', async () => {
    const device = new Device();
    const locks = new OriginLocks();
    device.queue('a');
    const free = Promise.withResolvers<void>();
    const held = locks.hold(senderLockName(7), new AbortController().signal, () => free.promise);
    const deadline = new AbortController();
    const turn = runSenderOnce(device.ports(locks), 7, deadline.signal);
    deadline.abort();
    expect(await turn).toEqual({ left: true });
    free.resolve();
    await held;
  });

  it('ends at its deadline in the middle of the queue: the current chunk arrives, the next is not started', async () => {
    const device = new Device();
    device.queue('a');
    device.queue('b');
    const deadline = new AbortController();
    device.onChunk = async () => deadline.abort();
    expect(await runSenderOnce(device.ports(new OriginLocks()), 7, deadline.signal)).toEqual({ left: true });
    expect(device.sent).toEqual(['a']);
  });

  it('starts no chunk after it lost its lock', async () => {
    const device = new Device();
    const locks = new OriginLocks();
    device.queue('a');
    device.queue('b');
    device.onChunk = async () => locks.lost.abort();
    expect(await runSenderOnce(device.ports(locks), 7, new AbortController().signal)).toEqual({ left: true });
    expect(device.sent).toEqual(['a']);
  });

  it('pauses and retries within its turn', async () => {
    const device = new Device();
    device.queue('a');
    device.isAway = true;
    const ports = device.ports(new OriginLocks());
    const started = device.time;
    ports.clock = {
      ...ports.clock,
      pause: async (ms) => {
        device.time += ms;
        if (device.time - started > 60_000) device.isAway = false;
      },
    };
    expect(await runSenderOnce(ports, 7, new AbortController().signal)).toEqual({ left: false });
    expect(device.sent).toEqual(['a']);
  });
});

describe('the sender lock', () => {
  it('has the same name in every version, so that a new worker waits for an old page, and a different one for each user', () => {
    expect([senderLockName(7), senderLockName(8)]).toEqual(['lightship.send.u7', 'lightship.send.u8']);
  });

  it('is not held by a page with nothing to send', async () => {
    const locks = new OriginLocks();
    const tab = page(new Device(), locks);
    await tab.sleeps.untilAsleep();
    expect(locks.holders).toEqual([]);
    tab.close();
    await tab.ended;
  });

  it('that is unavailable is an error, not a turn without work', async () => {
    const broken: Locks = { hold: () => Promise.reject(new Error('The browser has no locks')) };
    await expect(runSenderOnce(new Device().ports(broken), 7, new AbortController().signal)).rejects.toThrow('no locks');
  });
});

describe('a pause', () => {
  const LATER_MS = 240_000;
  const waitingDevice = (): Device => {
    const device = new Device();
    device.queue('a');
    device.waiting.set('a', { reason: 'network', until: device.time + LATER_MS, tries: 1 });
    return device;
  };

  it('from earlier is over for a newly opened page', async () => {
    const device = waitingDevice();
    const tab = page(device, new OriginLocks());
    await tab.sleeps.untilAsleep();
    expect([device.sent, tab.sleeps.asked]).toEqual([['a'], [FOLLOW_MS]]);
    tab.close();
    await tab.ended;
  });

  it('from earlier is over for a turn of the service worker, and its own pauses are kept', async () => {
    const device = waitingDevice();
    const ports = device.ports(new OriginLocks());
    const pauses: number[] = [];
    const pause = async (ms: number): Promise<void> => {
      pauses.push(ms);
      device.time += ms;
      device.isAway = false;
    };
    expect(await runSenderOnce({ ...ports, clock: { ...ports.clock, pause } }, 7, new AbortController().signal)).toEqual({ left: false });
    expect([device.sent, pauses]).toEqual([['a'], []]);
    const away = waitingDevice();
    away.isAway = true;
    const awayPorts = away.ports(new OriginLocks());
    const awayPause = async (ms: number): Promise<void> => {
      pauses.push(ms);
      away.time += ms;
      away.isAway = false;
    };
    await runSenderOnce({ ...awayPorts, clock: { ...awayPorts.clock, pause: awayPause } }, 7, new AbortController().signal);
    expect([away.sent, pauses]).toEqual([['a'], [10_000]]);
  });

  it('is over for a sleeping sender when it is woken, and not just when its time has come', async () => {
    for (const how of ['time', 'woken'] as const) {
      const device = new Device();
      const tab = page(device, new OriginLocks());
      await tab.sleeps.untilAsleep();
      device.queue('a');
      device.waiting.set('a', { reason: 'network', until: device.time + LATER_MS, tries: 1 });
      tab.sleeps.end(how);
      await tab.sleeps.untilAsleep();
      expect(device.sent).toEqual(how === 'woken' ? ['a'] : []);
      tab.close();
      await tab.ended;
    }
  });
});

describe('kept copies of ended uploads', () => {
  /** A page that counts its checks of kept copies. `onLook` is called at each check. */
  function keeping(device: Device, onLook: () => void = () => undefined) {
    const looks = { count: 0 };
    const ports = device.ports(new OriginLocks());
    const uploadsKept = async () => {
      looks.count += 1;
      onLook();
      return [];
    };
    const sleeps = new Sleeps();
    const closed = new AbortController();
    const ended = runSender({ ...ports, store: { ...ports.store, uploadsKept }, wakes: sleeps }, 7, closed.signal, FOLLOW_MS);
    return { looks, sleeps, ended, close: () => closed.abort() };
  }

  it('are checked when a page opens, and then once an hour, also after the clock was set back', async () => {
    const device = new Device();
    const tab = keeping(device);
    const counts: number[] = [];
    for (const later of [0, 3_599_999, 1, -3_600_000, 0]) {
      device.time += later;
      if (counts.length > 0) tab.sleeps.end('time');
      await tab.sleeps.untilAsleep();
      counts.push(tab.looks.count);
    }
    expect(counts).toEqual([1, 1, 2, 3, 3]);
    expect(new Set(tab.sleeps.asked)).toEqual(new Set([30_000]));
    tab.close();
    await tab.ended;
  });

  it('are sent again immediately when the server has lost them', async () => {
    const device = new Device();
    const tab = keeping(device, () => device.sent.length === 0 && device.queue('lost'));
    await tab.sleeps.untilAsleep();
    expect([device.sent, tab.sleeps.asked]).toEqual([['lost'], [FOLLOW_MS]]);
    tab.close();
    await tab.ended;
  });
});

describe('a turn of the service worker that is too late', () => {
  it('needs no further turn when the page has sent everything meanwhile', async () => {
    const locks = new OriginLocks();
    const free = Promise.withResolvers<void>();
    const held = locks.hold(senderLockName(7), new AbortController().signal, () => free.promise);
    const deadline = new AbortController();
    const turn = runSenderOnce(new Device().ports(locks), 7, deadline.signal);
    deadline.abort();
    expect(await turn).toEqual({ left: false });
    free.resolve();
    await held;
  });
});
