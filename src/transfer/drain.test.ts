import { describe, expect, it } from 'vitest';
import type { BodyOf, Calls } from '#contract/calls.ts';
import type { UploadStatus } from '#contract/entities.ts';
import { nextPhase, SENDING_PHASES, type TransferPhase } from '#model/transfer-phase.ts';
import { drain } from './drain.ts';
import { follow } from './follow.ts';
import type { QueuedUpload, QueueStore, ServerAnswer, TransferPorts, UploadServer } from './ports.ts';

const NEVER = new AbortController().signal;
const refused = (status: number, code: string | null = null): ServerAnswer<never> => ({
  ok: false,
  kind: 'refused',
  status,
  code,
  message: 'why',
  retryAfterMs: null,
});
const NO_NETWORK: ServerAnswer<never> = { ok: false, kind: 'network' };

/** A device with one upload of `chunks` chunks, each one file; a server that holds what it was sent; a clock that does not wait. */
class World {
  phase: TransferPhase = 'queued';
  token: string | null = null;
  halt: unknown = null;
  waiting: QueuedUpload['waiting'] = null;
  registered = false;
  readonly confirmed = new Set<number>();
  readonly provedHere = new Set<string>();
  readonly held = new Set<number>();
  readonly calls: string[] = [];
  readonly pauses: number[] = [];
  readonly reported: unknown[] = [];
  series: UploadStatus['series'] = [];
  inFlight = 0;
  mostInFlight = 0;
  time = 1_000_000;
  /** What the server does to a call before it answers; null lets it through. */
  fault: (call: string, index: number | null) => ServerAnswer<never> | null = () => null;
  readonly chunks: number;

  constructor(chunks = 4) {
    this.chunks = chunks;
  }

  get ports(): TransferPorts {
    return { store: this.store, server: this.server, clock: this.clock, report: (fault) => void this.reported.push(fault) };
  }

  readonly clock = {
    now: () => this.time,
    random: () => 0.5,
    pause: async (ms: number) => {
      this.pauses.push(ms);
      this.time += ms;
    },
  };

  #upload(): QueuedUpload {
    return { id: 'u', phase: this.phase, started: 1, uploadToken: this.token, waiting: this.waiting };
  }

  #indexes(): number[] {
    return Array.from({ length: this.chunks }, (_, n) => n);
  }

  readonly store: QueueStore = {
    uploadsToSend: async () => (this.halt === null && SENDING_PHASES.includes(this.phase) ? [this.#upload()] : []),
    uploadsToFollow: async () => (this.halt === null && this.phase === 'sent' ? [this.#upload()] : []),
    savePrepared: async (_, token) => {
      this.token = token;
      this.phase = nextPhase(this.phase, 'prepared') ?? this.phase;
      this.waiting = null;
    },
    nextUnregistered: async () => (this.registered ? null : ({ study: { id: 's' } } as BodyOf<Calls['registerStudy']>)),
    saveRegistered: async () => void (this.registered = true),
    saveAllRegistered: async () => void (this.phase = 'registered'),
    reconcile: async (_, status) => {
      this.confirmed.clear();
      for (const index of status.chunks) this.confirmed.add(index);
      for (const file of status.files) if (file.proved) this.provedHere.add(file.file_id);
    },
    waitingChunks: async () => this.#indexes().filter((index) => !this.confirmed.has(index)),
    loadChunk: async (_, index) => (this.phase === 'registered' ? { ok: true, body: index } : { ok: false, why: 'cleared' }),
    confirmChunk: async (_, index, proved) => {
      this.confirmed.add(index);
      for (const id of proved) this.provedHere.add(id);
    },
    allProved: async () => this.provedHere.size === this.chunks,
    seriesToConvert: async () => [{ idx: 0 } as BodyOf<Calls['convertSeries']>],
    saveSent: async () => void (this.phase = 'sent'),
    saveConversions: async (_, series) =>
      series.flatMap(({ state, serieRemoteUuid }) =>
        state === 'converted' || state === 'error' ? [{ id: 1, uuid: serieRemoteUuid, studyUuid: 'st', state }] : [],
      ),
    studyUuids: async () => ['st'],
    saveEnded: async () => void (this.phase = 'ended'),
    saveForgotten: async (_, from) => {
      if (this.phase !== from) return;
      this.phase = 'queued';
      this.token = null;
      this.registered = false;
      this.confirmed.clear();
    },
    saveHalt: async (_, halt) => void (this.halt = halt),
    saveWaiting: async (_, waiting) => void (this.waiting = waiting),
    removeDropped: async () => void (this.phase = 'none'),
  };

  async #answer<T>(call: string, index: number | null, value: () => T): Promise<ServerAnswer<T>> {
    this.calls.push(index === null ? call : `${call} ${index}`);
    await Promise.resolve();
    return this.fault(call, index) ?? { ok: true, value: value() };
  }

  readonly server: UploadServer = {
    prepare: () => this.#answer('prepare', null, () => ({ session: 'u', upload_token: 'up_new' })),
    registerStudy: () => this.#answer('register', null, () => ({ study: { id: 1, uuid: 'st', pipelineCode: null }, series: [] })),
    status: () =>
      this.#answer('status', null, () => ({
        session: 'u',
        state: 'upload' as const,
        chunks: [...this.held],
        series: this.series,
        files: [...this.held].map((index) => ({ file_id: `f${index}`, size: 1, received: 1, proved: true })),
      })),
    sendChunk: async (_, body) => {
      const index = body as number;
      this.inFlight += 1;
      this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
      const answer = await this.#answer('chunk', index, () => {
        this.held.add(index);
        return { ok: true as const, chunk: index, proved: [`f${index}`] };
      });
      this.inFlight -= 1;
      return answer;
    },
    convertSeries: () => this.#answer('convert', null, () => ({ idx: 0, accepted: true as const })),
    changeStatus: ({ state }) => this.#answer(`status-is-${state}`, null, () => null),
    uploadFinished: () => this.#answer('finished', null, () => null),
    drop: () => this.#answer('drop', null, () => null),
  };

  sent(): number[] {
    return this.calls.filter((call) => call.startsWith('chunk')).map((call) => Number(call.split(' ')[1]));
  }
}

/** The first `times` calls that match get the answer. */
function failing(world: World, match: string, answer: ServerAnswer<never>, times: number): void {
  let left = times;
  world.fault = (call, index) => {
    if (!`${call} ${index ?? ''}`.startsWith(match) || left === 0) return null;
    left -= 1;
    return answer;
  };
}

describe('draining the queue', () => {
  it('prepares, registers, sends every chunk once over three lanes, asks for the conversion', async () => {
    const world = new World(10);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.phase).toBe('sent');
    expect(world.sent().sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(world.mostInFlight).toBe(3);
    expect(world.calls.slice(0, 3)).toEqual(['prepare', 'register', 'status']);
    expect(world.calls.at(-1)).toBe('convert');
  });

  it('asks first what the server holds and sends only the rest', async () => {
    const world = new World(4);
    for (const index of [0, 2]) world.held.add(index);
    await drain(world.ports, NEVER);
    expect(world.sent().sort()).toEqual([1, 3]);
  });

  it.each([
    ['no network', NO_NETWORK],
    ['408', refused(408)],
    ['500', refused(500)],
    ['503', refused(503)],
  ])('tries five more times quickly after %s, then goes on', async (_, answer) => {
    const world = new World(1);
    failing(world, 'chunk 0', answer, 5);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.sent()).toEqual([0, 0, 0, 0, 0, 0]);
    expect(world.pauses).toHaveLength(5);
  });

  it('then pauses, longer each time, without end and without losing anything', async () => {
    const world = new World(2);
    world.fault = (call) => (call === 'chunk' ? NO_NETWORK : null);
    const pauses: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const outcome = await drain(world.ports, NEVER);
      if (outcome.kind !== 'pausing') throw new Error(outcome.kind);
      pauses.push(outcome.until - world.time);
      world.time = outcome.until;
    }
    expect(pauses[0]).toBe(15_000);
    expect(pauses[1]).toBe(30_000);
    expect(pauses.at(-1)).toBe(300_000);
    expect(world.halt).toBeNull();
    world.fault = () => null;
    await drain(world.ports, NEVER);
    expect(world.phase).toBe('sent');
    expect(world.waiting).toBeNull();
  });

  it('does not begin again while it pauses, unless the pause is said to be over', async () => {
    const world = new World(1);
    world.waiting = { reason: 'network', until: world.time + 1000, tries: 1 };
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'pausing', until: world.time + 1000 });
    expect(world.calls).toEqual([]);
    expect(await drain(world.ports, NEVER, { pausesAreOver: true })).toEqual({ kind: 'empty' });
  });

  it('takes a pause that lies years ahead for a clock that jumped', async () => {
    const world = new World(1);
    world.waiting = { reason: 'network', until: world.time + 10 * 365 * 86_400_000, tries: 1 };
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
  });

  it('waits slowly for a server without room, and heals', async () => {
    const world = new World(1);
    failing(world, 'chunk 0', refused(507, 'storage_full'), 1);
    expect((await drain(world.ports, NEVER)).kind).toBe('pausing');
    expect(world.waiting?.reason).toBe('storage_full');
    expect(world.pauses).toEqual([]);
    await drain(world.ports, NEVER, { pausesAreOver: true });
    expect(world.phase).toBe('sent');
  });

  it('renews the upload token once and goes on', async () => {
    const world = new World(3);
    failing(world, 'chunk', refused(401, 'upload_token_ended'), 1);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.phase).toBe('sent');
    expect(world.calls.filter((call) => call === 'prepare')).toHaveLength(2);
  });

  it('asks for a sign-in when there is no new token, and keeps the queue', async () => {
    const world = new World(3);
    world.phase = 'registered';
    world.fault = () => refused(401, 'signed_out');
    await drain(world.ports, NEVER);
    expect(world.halt).toEqual({ why: 'sign-in' });
    expect(world.phase).toBe('registered');
  });

  it.each([403, 409, 410, 413])('stops with the reason after %i, with no chunk begun after it', async (status) => {
    const world = new World(20);
    world.fault = (call) => (call === 'chunk' ? refused(status, 'code') : null);
    await drain(world.ports, NEVER);
    expect(world.halt).toMatchObject({ why: 'failed', code: 'code' });
    expect(world.sent().length).toBeLessThanOrEqual(3);
  });

  it('sends a chunk whose checksum differed once more, and stops at the second time', async () => {
    const world = new World(1);
    failing(world, 'chunk', refused(422, 'checksum_wrong'), 1);
    await drain(world.ports, NEVER);
    expect(world.phase).toBe('sent');
    const twice = new World(1);
    failing(twice, 'chunk', refused(422, 'checksum_wrong'), 2);
    await drain(twice.ports, NEVER);
    expect(twice.halt).toMatchObject({ why: 'failed', code: 'checksum_wrong' });
  });

  it('starts over with a server that does not know the session', async () => {
    const world = new World(3);
    failing(world, 'status', refused(404, 'not_found'), 1);
    await drain(world.ports, NEVER);
    expect(world.phase).toBe('sent');
    expect(world.calls.filter((call) => call === 'register')).toHaveLength(2);
  });

  it('begins no chunk after it was asked to stop, and says that work is left', async () => {
    const world = new World(30);
    const stop = new AbortController();
    world.fault = (call, index) => {
      if (call === 'chunk' && index === 5) stop.abort();
      return null;
    };
    expect(await drain(world.ports, stop.signal)).toEqual({ kind: 'stopped' });
    expect(world.sent().length).toBeLessThan(10);
    expect(world.confirmed.size).toBe(world.sent().length);
    await drain(world.ports, NEVER);
    expect(world.sent()).toHaveLength(30);
  });

  it('leaves an upload that was cleared in the middle', async () => {
    const world = new World(30);
    world.fault = (call, index) => {
      if (call === 'chunk' && index === 4) world.phase = 'dropping';
      return null;
    };
    await drain(world.ports, NEVER);
    expect(world.calls.at(-1)).toBe('drop');
    expect(world.sent().length).toBeLessThan(10);
  });

  it('asks for a sign-in when a fresh token is refused as well, instead of turning in a circle', async () => {
    const world = new World(3);
    world.fault = (call) => (call === 'chunk' ? refused(401, 'upload_token_ended') : null);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.halt).toEqual({ why: 'sign-in' });
    expect(world.calls.filter((call) => call === 'prepare')).toHaveLength(2);
  });

  it('renews a token again that ends later in the same turn', async () => {
    const world = new World(30);
    const ends = new Set([5, 20]);
    world.fault = (call, index) => (call === 'chunk' && index !== null && ends.delete(index) ? refused(401, 'upload_token_ended') : null);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.phase).toBe('sent');
    expect(world.calls.filter((call) => call === 'prepare')).toHaveLength(3);
  });

  it('pauses before a server that prepares sessions and does not know them', async () => {
    const world = new World(3);
    world.fault = (call) => (call === 'status' ? refused(404, 'not_found') : null);
    expect((await drain(world.ports, NEVER)).kind).toBe('pausing');
    expect(world.calls.filter((call) => call === 'prepare')).toHaveLength(2);
    expect(world.halt).toBeNull();
  });

  it('tells the server of an upload that was cleared while its last chunk was being refused', async () => {
    const world = new World(1);
    world.fault = (call) => {
      if (call !== 'chunk') return null;
      world.phase = 'dropping';
      return refused(403, 'not_allowed');
    };
    await drain(world.ports, NEVER);
    expect(world.halt).toBeNull();
    expect(world.calls.at(-1)).toBe('drop');
    expect(world.phase).toBe('none');
  });

  it('drops under the sign-in what the ended token may not drop, and waits for one where there is none', async () => {
    const world = new World(1);
    Object.assign(world, { phase: 'dropping', token: 'up_old' });
    failing(world, 'drop', refused(401, 'upload_token_ended'), 1);
    await drain(world.ports, NEVER);
    expect(world.phase).toBe('none');
    const signedOut = new World(1);
    Object.assign(signedOut, { phase: 'dropping', token: 'up_old' });
    signedOut.fault = () => refused(401, 'signed_out');
    await drain(signedOut.ports, NEVER);
    expect(signedOut.phase).toBe('dropping');
    expect(signedOut.halt).toEqual({ why: 'sign-in' });
  });

  it('begins with a short pause again once a chunk has arrived', async () => {
    const world = new World(8);
    Object.assign(world, { phase: 'registered', token: 'up_token', waiting: { reason: 'network', until: world.time, tries: 9 } });
    world.fault = (call, index) => (call === 'chunk' && index === 7 ? NO_NETWORK : null);
    const outcome = await drain(world.ports, NEVER);
    expect(outcome.kind === 'pausing' && outcome.until - world.time).toBe(15_000);
    expect(world.waiting?.tries).toBe(1);
  });

  it('lets an upload wait whose rows cannot be read, and says so without a word of what is in them', async () => {
    const world = new World(3);
    const broken = new Error('Heron^Quiet');
    const ports = { ...world.ports, store: { ...world.store, nextUnregistered: () => Promise.reject(broken) } };
    expect((await drain(ports, NEVER)).kind).toBe('pausing');
    expect(world.waiting?.reason).toBe('device');
    expect(world.reported).toEqual([broken]);
  });

  it('ends no turn before all its lanes have ended, also when one breaks', async () => {
    const world = new World(12);
    const ports = {
      ...world.ports,
      store: {
        ...world.store,
        loadChunk: (id: string, index: number) => (index === 1 ? Promise.reject(new Error('gone')) : world.store.loadChunk(id, index)),
      },
    };
    await drain(ports, NEVER);
    expect(world.inFlight).toBe(0);
    expect(world.sent().length).toBeLessThanOrEqual(4);
    expect(world.confirmed.size).toBe(world.sent().length);
  });

  it('goes through a storm of faults of every kind that passes', async () => {
    const world = new World(40);
    let seed = 3;
    const kinds = [NO_NETWORK, refused(500), refused(503), refused(429), refused(507), refused(408)];
    let faults = 120;
    world.fault = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      if (faults === 0 || seed % 3 !== 0) return null;
      faults -= 1;
      return kinds[seed % kinds.length] ?? null;
    };
    for (let round = 0; round < 200 && world.phase !== 'sent'; round += 1) await drain(world.ports, NEVER, { pausesAreOver: true });
    expect(world.phase).toBe('sent');
    expect(world.held.size).toBe(40);
  });
});

describe('following the conversions', () => {
  const uuid = '00000000-0000-4000-8000-000000000001';

  it('reports each end and finishes the upload when every series has ended', async () => {
    const world = new World(1);
    world.phase = 'sent';
    world.series = [{ idx: 0, serieRemoteUuid: uuid, state: 'converting', message: null }];
    expect(await follow(world.ports)).toBe(1);
    expect(world.phase).toBe('sent');
    world.series = [{ idx: 0, serieRemoteUuid: uuid, state: 'error', message: 'why' }];
    expect(await follow(world.ports)).toBe(0);
    expect(world.phase).toBe('ended');
    expect(world.calls).toEqual(['status', 'status', 'status-is-error', 'finished']);
  });

  it('is finished only when the server has heard it', async () => {
    const world = new World(1);
    world.phase = 'sent';
    world.series = [{ idx: 0, serieRemoteUuid: uuid, state: 'converted', message: null }];
    failing(world, 'finished', NO_NETWORK, 1);
    expect(await follow(world.ports)).toBe(1);
    expect(world.phase).toBe('sent');
    expect(await follow(world.ports)).toBe(0);
    expect(world.phase).toBe('ended');
  });

  it('asks under the sign-in when the token ended with the upload and nobody heard', async () => {
    const world = new World(1);
    Object.assign(world, { phase: 'sent', token: 'up_old' });
    world.series = [{ idx: 0, serieRemoteUuid: uuid, state: 'converted', message: null }];
    failing(world, 'status', refused(401, 'upload_token_ended'), 1);
    expect(await follow(world.ports)).toBe(0);
    expect(world.phase).toBe('ended');
  });

  it.each([
    ['does not know the upload', [] as UploadStatus['series']],
    ['waits for files again', [{ idx: 0, serieRemoteUuid: uuid, state: 'receiving' as const, message: null }]],
  ])('sends again to a server that was restored and %s', async (_, series) => {
    const world = new World(2);
    await drain(world.ports, NEVER);
    expect(world.phase).toBe('sent');
    world.held.clear();
    world.series = series;
    await follow(world.ports);
    expect(world.phase).toBe('queued');
    await drain(world.ports, NEVER);
    expect(world.held.size).toBe(2);
    expect(world.phase).toBe('sent');
  });

  it('keeps everything as it was while the server does not answer', async () => {
    const world = new World(1);
    world.phase = 'sent';
    world.fault = () => NO_NETWORK;
    expect(await follow(world.ports)).toBe(1);
    expect(world.phase).toBe('sent');
  });
});
