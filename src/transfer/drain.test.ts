import { describe, expect, it } from 'vitest';
import { drain } from './drain.ts';
import type { UploadServer } from './ports.ts';
import { askedFor, failing, NEVER, NO_NETWORK, refused, World } from '#tests/support/transfer-world.ts';

describe('sending the queue', () => {
  it('prepares, registers, sends every chunk once over three lanes, and requests the conversion [CONST-29, CHUNK-003, ODD-15]', async () => {
    const world = new World(10);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.phase).toBe('sent');
    expect(world.sent().sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(world.mostInFlight).toBe(3);
    expect(world.calls.slice(0, 3)).toEqual(['prepare', 'register', 'status']);
    expect(world.calls.at(-1)).toBe('convert');
  });

  it('requests pseudonyms before anything is sent about a study, and waits when there is no answer [READ-019]', async () => {
    const world = new World(1);
    world.unnamed = [{ id: 's', n: 'Heron^Quiet' }];
    failing(world, 'names', refused(500), 1_000);
    expect((await drain(world.ports, NEVER)).kind).toBe('pausing');
    expect([world.phase, world.registered]).toEqual(['prepared', false]);
    world.fault = () => null;
    world.calls.length = 0;
    await drain(world.ports, NEVER, { pausesAreOver: true });
    expect(world.calls.slice(0, 2)).toEqual(['names', 'register']);
    expect(world.unnamed).toEqual([]);
  });

  it('opens more lanes when each is slow, and compresses', async () => {
    const world = new World(40);
    world.lanesToBeHad = 6;
    world.chunkBytes = 4_000_000;
    world.chunkTakesMs = () => 20_000;
    // The clock advances during the question for the status, because the server is far away.
    world.fault = (call) => {
      if (call === 'status') world.time += 200;
      return null;
    };
    await drain(world.ports, NEVER);
    expect(world.mostInFlight).toBe(6);
    expect(world.sent().sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
    expect(world.deflated).toHaveLength(40);
  });

  it('returns to three lanes when six are no faster, and does not compress for a nearby server', async () => {
    const world = new World(40);
    world.lanesToBeHad = 6;
    world.chunkBytes = 4_000_000;
    world.chunkTakesMs = (inFlight) => inFlight * 2_000;
    const lanes: number[] = [];
    const { sendChunk } = world.server;
    world.server.sendChunk = (...given) => {
      const answer = sendChunk(...given);
      lanes.push(world.inFlight);
      return answer;
    };
    await drain(world.ports, NEVER);
    expect(world.mostInFlight).toBe(6);
    expect(Math.max(...lanes.slice(-10))).toBe(3);
    expect(world.deflated).not.toContain(0);
  });

  it('first asks what the server has and sends only the rest [PWA-30]', async () => {
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
  ])('retries five times quickly after %s, then continues [CHUNK-004]', async (_, answer) => {
    const world = new World(1);
    failing(world, 'chunk 0', answer, 5);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.sent()).toEqual([0, 0, 0, 0, 0, 0]);
    expect(world.pauses).toHaveLength(5);
  });

  it('then pauses, longer each time, without giving up and without losing anything [CHUNK-014]', async () => {
    const world = new World(2);
    world.fault = (call) => (call === 'chunk' ? NO_NETWORK : null);
    const pauses: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const outcome = await drain(world.ports, NEVER);
      if (outcome.kind !== 'pausing') throw new Error(outcome.kind);
      pauses.push(outcome.until - world.time);
      world.time = outcome.until;
    }
    expect(pauses[0]).toBe(5_000);
    expect(pauses[1]).toBe(10_000);
    expect(pauses.at(-1)).toBe(30_000);
    expect(world.halt).toBeNull();
    world.fault = () => null;
    await drain(world.ports, NEVER);
    expect(world.phase).toBe('sent');
    expect(world.waiting).toBeNull();
  });

  it('calls a server that answers 503 once per pause, over one lane, after the first round', async () => {
    const world = new World(9);
    world.fault = (call) => (call === 'chunk' ? refused(503) : null);
    const pauses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const chunks = world.sent().length;
      const outcome = await drain(world.ports, NEVER);
      if (outcome.kind !== 'pausing') throw new Error(outcome.kind);
      if (round > 0) expect(world.sent().length - chunks).toBe(1);
      pauses.push(outcome.until - world.time);
      world.time = outcome.until;
    }
    expect(pauses).toEqual([15_000, 30_000, 60_000, 120_000, 240_000, 300_000, 300_000, 300_000]);
    world.fault = () => null;
    await drain(world.ports, NEVER);
    expect(world.phase).toBe('sent');
    expect(world.mostInFlight).toBe(3);
  });

  it.each([
    [429, 'too_many'],
    [507, 'storage_full'],
    [503, 'server'],
  ])('waits after %i as long as the server requested, never shorter and never forever', async (status, reason) => {
    for (const [asked, paused] of [
      [40_000, 50_000],
      [10 * 365 * 86_400_000, 375_000],
    ] as const) {
      const world = new World(1);
      world.fault = (call) => (call === 'chunk' ? askedFor(status, asked) : null);
      const outcome = await drain(world.ports, NEVER);
      expect(outcome).toEqual({ kind: 'pausing', until: world.time + paused });
      expect(world.waiting?.reason).toBe(reason);
      expect(world.sent()).toHaveLength(1);
    }
  });

  it("respects a gateway's time for the server to be back", async () => {
    const world = new World(1);
    world.fault = (call) => (call === 'chunk' ? { ok: false, kind: 'network', retryAfterMs: 40_000 } : null);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'pausing', until: world.time + 50_000 });
    expect([world.waiting?.reason, world.sent().length]).toEqual(['network', 1]);
  });

  it('gives up a dead connection sooner once chunks have arrived, but never within a minute', async () => {
    const world = new World(5);
    const patience: number[] = [];
    const took = [1_000, 1_000, 1_000, 200_000, 0];
    const server: UploadServer = {
      ...world.server,
      sendChunk: async (upload, body, giveUpMs) => {
        patience.push(giveUpMs);
        const answer = await world.server.sendChunk(upload, body, giveUpMs);
        world.time += took[body as number] ?? 0;
        return answer;
      },
    };
    world.waiting = { reason: 'network', until: 0, tries: 1 };
    world.phase = 'registered';
    world.registered = true;
    await drain({ ...world.ports, server }, NEVER);
    expect(patience[0]).toBe(15 * 60_000);
    expect(patience[1]).toBe(60_000);
    expect(Math.max(...patience.slice(1))).toBeLessThan(15 * 60_000);
  });

  it('does not resume during a pause, unless the pause is ended', async () => {
    const world = new World(1);
    world.waiting = { reason: 'network', until: world.time + 1000, tries: 1 };
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'pausing', until: world.time + 1000 });
    expect(world.calls).toEqual([]);
    expect(await drain(world.ports, NEVER, { pausesAreOver: true })).toEqual({ kind: 'empty' });
  });

  it('ignores a pause years ahead, after a clock change', async () => {
    const world = new World(1);
    world.waiting = { reason: 'network', until: world.time + 10 * 365 * 86_400_000, tries: 1 };
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
  });

  it('waits with long pauses for a server without space, and recovers', async () => {
    const world = new World(1);
    failing(world, 'chunk 0', refused(507, 'storage_full'), 1);
    expect((await drain(world.ports, NEVER)).kind).toBe('pausing');
    expect(world.waiting?.reason).toBe('storage_full');
    expect(world.pauses).toEqual([]);
    await drain(world.ports, NEVER, { pausesAreOver: true });
    expect(world.phase).toBe('sent');
  });

  it('renews the upload token once and continues', async () => {
    const world = new World(3);
    failing(world, 'chunk', refused(401, 'upload_token_ended'), 1);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.phase).toBe('sent');
    expect(world.calls.filter((call) => call === 'prepare')).toHaveLength(2);
  });

  it('requires a sign-in when there is no new token, and keeps the queue [PWA-28]', async () => {
    const world = new World(3);
    world.phase = 'registered';
    world.fault = () => refused(401, 'signed_out');
    await drain(world.ports, NEVER);
    expect(world.halt).toEqual({ why: 'sign-in' });
    expect(world.phase).toBe('registered');
  });

  it.each([403, 409, 410, 413])('stops with the reason after %i, and starts no further chunk', async (status) => {
    const world = new World(20);
    world.fault = (call) => (call === 'chunk' ? refused(status, 'code') : null);
    await drain(world.ports, NEVER);
    expect(world.halt).toMatchObject({ why: 'failed', code: 'code' });
    expect(world.sent().length).toBeLessThanOrEqual(3);
  });

  it('sends a chunk with a wrong checksum once more, and stops the second time', async () => {
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

  it('starts no chunk after it was asked to stop, and reports remaining work', async () => {
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

  it('skips a withdrawn chunk, and sends the rest of it under a new index', async () => {
    const world = new World(5);
    const withdrawn = new Set<number>();
    const store: typeof world.store = {
      ...world.store,
      waitingChunks: async (id) => (await world.store.waitingChunks(id)).filter((index) => !withdrawn.has(index)),
      loadChunk: async (id, index, isDeflated) => {
        if (index !== 1) return world.store.loadChunk(id, index, isDeflated);
        withdrawn.add(index);
        return { ok: false, why: 'withdrawn' };
      },
      allProved: async () => world.provedHere.size === 4,
    };
    expect(await drain({ ...world.ports, store }, NEVER)).toEqual({ kind: 'empty' });
    expect(world.sent().sort()).toEqual([0, 2, 3, 4]);
  });

  it('leaves an upload that is cleared meanwhile', async () => {
    const world = new World(30);
    world.fault = (call, index) => {
      if (call === 'chunk' && index === 4) world.phase = 'dropping';
      return null;
    };
    await drain(world.ports, NEVER);
    expect(world.calls.at(-1)).toBe('drop');
    expect(world.sent().length).toBeLessThan(10);
  });

  it('continues when someone signed in while the earlier refusal was in transit', async () => {
    const world = new World(3);
    world.phase = 'registered';
    world.fault = (call) => {
      if (world.bearer !== 'bearer') return null;
      if (call === 'prepare') world.bearer = 'of the next sign-in';
      return refused(401, 'signed_out');
    };
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.halt).toBeNull();
    expect(world.phase).toBe('sent');
  });

  it('pauses for a server that issues tokens and refuses them, without asking for a sign-in', async () => {
    const world = new World(3);
    world.fault = (call) => (call === 'chunk' ? refused(401, 'upload_token_ended') : null);
    expect((await drain(world.ports, NEVER)).kind).toBe('pausing');
    expect(world.halt).toBeNull();
    expect(world.waiting?.reason).toBe('server');
    expect(world.calls.filter((call) => call === 'prepare')).toHaveLength(2);
    world.fault = () => null;
    expect(await drain(world.ports, NEVER, { pausesAreOver: true })).toEqual({ kind: 'empty' });
    expect(world.phase).toBe('sent');
  });

  it('renews a token in the same turn after a renewal was refused and allowed again', async () => {
    const world = new World(3);
    Object.assign(world, { phase: 'registered', token: 'up_ended' });
    const halts: unknown[] = [];
    // The membership is restored at this moment, and the page lifts the halt immediately.
    world.store.saveHalt = async (_, halt) => void halts.push(halt);
    let prepares = 0;
    world.fault = (call) => {
      if (call === 'status' && prepares < 2) return refused(401, 'upload_token_ended');
      if (call !== 'prepare') return null;
      prepares += 1;
      return prepares === 1 ? refused(403, 'not_a_member') : null;
    };
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(halts).toEqual([{ why: 'rights', code: 'not_a_member' }]);
    expect(world.phase).toBe('sent');
    expect(prepares).toBe(2);
  });

  it('renews a token again when it ends later in the same turn', async () => {
    const world = new World(30);
    const ends = new Set([5, 20]);
    world.fault = (call, index) => (call === 'chunk' && index !== null && ends.delete(index) ? refused(401, 'upload_token_ended') : null);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.phase).toBe('sent');
    expect(world.calls.filter((call) => call === 'prepare')).toHaveLength(3);
  });

  it('pauses for a server that prepares sessions and does not know them', async () => {
    const world = new World(3);
    world.fault = (call) => (call === 'status' ? refused(404, 'not_found') : null);
    expect((await drain(world.ports, NEVER)).kind).toBe('pausing');
    expect(world.calls.filter((call) => call === 'prepare')).toHaveLength(2);
    expect(world.halt).toBeNull();
  });

  it('reports an upload to the server that was cleared while its last chunk was being refused', async () => {
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

  it('drops with the sign-in what the ended token may not drop, and waits for a sign-in without one', async () => {
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

  it('restarts with a short pause once a chunk has arrived', async () => {
    const world = new World(8);
    Object.assign(world, { phase: 'registered', token: 'up_token', waiting: { reason: 'network', until: world.time, tries: 9 } });
    world.fault = (call, index) => (call === 'chunk' && index === 7 ? NO_NETWORK : null);
    const outcome = await drain(world.ports, NEVER);
    expect(outcome.kind === 'pausing' && outcome.until - world.time).toBe(5_000);
    expect(world.waiting?.tries).toBe(1);
  });

  it('pauses an upload with unreadable rows, and reports that without their content', async () => {
    const world = new World(3);
    const broken = new Error('Heron^Quiet');
    const ports = { ...world.ports, store: { ...world.store, nextUnregistered: () => Promise.reject(broken) } };
    expect((await drain(ports, NEVER)).kind).toBe('pausing');
    expect(world.waiting?.reason).toBe('device');
    expect(world.reported).toEqual([broken]);
  });

  it('pauses on a device that cannot store the pause, instead of looping', async () => {
    const world = new World(3);
    const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    const ports = {
      ...world.ports,
      store: { ...world.store, savePrepared: () => Promise.reject(full), saveWaiting: () => Promise.reject(full) },
    };
    expect(await drain(ports, NEVER)).toEqual({ kind: 'pausing', until: world.time + 5_000 });
    expect(world.reported).toEqual([full, full]);
    expect(world.calls).toEqual(['prepare']);
  });

  it('ends a turn only after all its lanes have ended, also when one fails', async () => {
    const world = new World(12);
    const ports = {
      ...world.ports,
      store: {
        ...world.store,
        loadChunk: (id: string, index: number, isDeflated: boolean) =>
          index === 1 ? Promise.reject(new Error('gone')) : world.store.loadChunk(id, index, isDeflated),
      },
    };
    await drain(ports, NEVER);
    expect(world.inFlight).toBe(0);
    expect(world.sent().length).toBeLessThanOrEqual(4);
    expect(world.confirmed.size).toBe(world.sent().length);
  });

  it('survives a storm of all kinds of temporary errors', async () => {
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
