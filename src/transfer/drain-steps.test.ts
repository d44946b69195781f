import { describe, expect, it, vi } from 'vitest';
import type { BodyOf, Calls } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import { drain } from './drain.ts';
import { Link } from './link.ts';
import type { QueuedUpload, ServerAnswer, TransferPorts } from './ports.ts';
import { askedFor, failing, NEVER, NO_NETWORK, refused, World } from '#tests/support/transfer-world.ts';

/** Registered, with chunks to send. */
function registered(chunks: number): World {
  const world = new World(chunks);
  Object.assign(world, { phase: 'registered', token: 'up_token', registered: true });
  return world;
}

function dropping(token: string | null): World {
  const world = new World(1);
  Object.assign(world, { phase: 'dropping', token });
  return world;
}

function archiveSending(chunks: number): World {
  const world = new World(chunks);
  Object.assign(world, { phase: 'none', opening: 'archive-sending', token: 'up_token' });
  return world;
}

const haltOf = (world: World) => world.halt as { why: string; code?: string } | null;
const count = (world: World, call: string): number => world.calls.filter((one) => one.startsWith(call)).length;

describe('a call that is not a chunk', () => {
  it('is retried five times quickly, then waits', async () => {
    const heals = new World(1);
    failing(heals, 'prepare', refused(503), 5);
    expect(await drain(heals.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(heals.pauses).toEqual([300, 800, 2_000, 4_000, 8_000]);
    const stays = new World(1);
    stays.fault = () => refused(503);
    expect((await drain(stays.ports, NEVER)).kind).toBe('pausing');
    expect([count(stays, 'prepare'), stays.waiting?.reason]).toEqual([6, 'server']);
  });

  it('is tried once when the upload has already waited, or when quick retries would not help', async () => {
    const waited = new World(1);
    Object.assign(waited, { waiting: { reason: 'server', until: 0, tries: 1 }, fault: () => refused(503) });
    await drain(waited.ports, NEVER);
    expect([count(waited, 'prepare'), waited.waiting?.tries]).toEqual([1, 2]);
    for (const answer of [refused(429, 'too_many'), refused(413, 'too_large')]) {
      const world = new World(1);
      world.fault = () => answer;
      await drain(world.ports, NEVER);
      expect(world.calls).toEqual(['prepare']);
    }
  });

  it('is retried after the seconds that the server requested', async () => {
    const world = new World(1);
    failing(world, 'prepare', askedFor(503, 2_000), 1);
    await drain(world.ports, NEVER);
    expect(world.pauses).toEqual([2_000]);
  });

  it('is not retried once the sender was asked to stop', async () => {
    const world = new World(1);
    const stop = new AbortController();
    world.fault = () => {
      stop.abort();
      return NO_NETWORK;
    };
    expect(await drain(world.ports, stop.signal)).toEqual({ kind: 'stopped' });
    expect(world.calls).toEqual(['prepare']);
  });
});

describe('registering', () => {
  it("waits for pseudonyms with the server's reason", async () => {
    const world = new World(1);
    Object.assign(world, { phase: 'prepared', unnamed: [{ id: 's', n: 'Heron^Quiet' }] });
    world.fault = () => refused(429, 'too_many');
    await drain(world.ports, NEVER);
    expect([world.waiting?.reason, world.reported, count(world, 'register')]).toEqual(['too_many', [], 0]);
  });

  it('starts with no further study once it was asked to stop', async () => {
    const world = new World(1);
    world.phase = 'prepared';
    const stop = new AbortController();
    const studies = ['a', 'b'];
    const store = {
      ...world.store,
      nextUnregistered: async () => (studies[0] === undefined ? null : ({ study: { id: studies[0] } } as BodyOf<Calls['registerStudy']>)),
      saveRegistered: async () => {
        studies.shift();
        stop.abort();
      },
    };
    expect(await drain({ ...world.ports, store }, stop.signal)).toEqual({ kind: 'stopped' });
    expect([world.calls, studies, world.phase]).toEqual([['register'], ['b'], 'prepared']);
  });
});

describe('several waiting uploads', () => {
  it('are checked again when the first of their pauses is over', async () => {
    const world = new World(1);
    const upload = (id: string, ms: number): QueuedUpload => ({
      id,
      phase: 'registered',
      started: 1,
      uploadToken: 'up_token',
      waiting: { reason: 'network', until: world.time + ms, tries: 1 },
    });
    const store = { ...world.store, uploadsToSend: async () => [upload('a', 9_000), upload('b', 4_000), upload('c', 6_000)] };
    expect(await drain({ ...world.ports, store }, NEVER)).toEqual({ kind: 'pausing', until: world.time + 4_000 });
  });
});

describe('an error', () => {
  it('is stored for the upload where it occurred, and not for another one', async () => {
    const world = registered(1);
    const until = world.time + 60_000;
    const other: QueuedUpload = {
      id: 'other',
      phase: 'queued',
      started: 1,
      uploadToken: null,
      waiting: { reason: 'network', until, tries: 1 },
    };
    const waiting: string[] = [];
    const store = {
      ...world.store,
      uploadsToSend: async () => [other, ...(await world.store.uploadsToSend())],
      saveWaiting: async (id: string, saved: QueuedUpload['waiting']) => {
        waiting.push(id);
        await world.store.saveWaiting(id, saved);
      },
    };
    world.fault = () => refused(429, 'too_many');
    expect((await drain({ ...world.ports, store }, NEVER)).kind).toBe('pausing');
    expect([waiting, world.waiting?.reason, world.calls]).toEqual([['u'], 'too_many', ['status']]);
  });
});

describe('chunks that have all been sent', () => {
  it('but leave an incomplete file are compared again after a pause', async () => {
    const world = registered(2);
    const ports = { ...world.ports, store: { ...world.store, allProved: async () => false } };
    expect((await drain(ports, NEVER)).kind).toBe('pausing');
    expect([world.waiting?.reason, world.phase, count(world, 'status')]).toEqual(['server', 'registered', 1]);
  });

  it('but leave newly lost ones are followed by those immediately', async () => {
    const world = registered(2);
    let came = false;
    const allProved = async (id: string): Promise<boolean> => {
      if (came) return world.store.allProved(id);
      came = true;
      world.confirmed.delete(1);
      world.held.delete(1);
      return false;
    };
    expect(await drain({ ...world.ports, store: { ...world.store, allProved } }, NEVER)).toEqual({ kind: 'empty' });
    expect([world.sent(), world.phase]).toEqual([[0, 1, 1], 'sent']);
  });

  it('need no conversion request, even when the server refuses it, because it starts by itself', async () => {
    const world = registered(1);
    world.fault = (call) => (call === 'convert' ? refused(409, 'conflict') : null);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect([world.phase, world.halt]).toEqual(['sent', null]);
  });

  it('wait for the conversion request while the server does not answer', async () => {
    const world = registered(1);
    world.fault = (call) => (call === 'convert' ? refused(503) : null);
    expect((await drain(world.ports, NEVER)).kind).toBe('pausing');
    expect([world.phase, world.waiting?.reason]).toEqual(['registered', 'server']);
  });

  it('are converted with as many simultaneous calls as chunks, each series once', async () => {
    const world = registered(1);
    const asked: number[] = [];
    let atOnce = 0;
    let mostAtOnce = 0;
    const convertSeries: TransferPorts['server']['convertSeries'] = async (_, { idx }) => {
      asked.push(idx);
      mostAtOnce = Math.max(mostAtOnce, (atOnce += 1));
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return { ok: true, value: { idx, accepted: true } };
    };
    const seriesToConvert = async () => [0, 1, 2, 3, 4, 5, 6].map((idx) => ({ idx }) as BodyOf<Calls['convertSeries']>);
    const ports = { ...world.ports, store: { ...world.store, seriesToConvert }, server: { ...world.ports.server, convertSeries } };
    expect(await drain(ports, NEVER)).toEqual({ kind: 'empty' });
    expect([asked, mostAtOnce, world.phase]).toEqual([[0, 1, 2, 3, 4, 5, 6], LIMITS.lanes, 'sent']);
  });

  it('request no more conversions once the server stops answering', async () => {
    const world = registered(1);
    const seriesToConvert = async () => Array.from({ length: 100 }, (_, idx) => ({ idx }) as BodyOf<Calls['convertSeries']>);
    world.fault = (call) => (call === 'convert' ? refused(429, 'too_many') : null);
    await drain({ ...world.ports, store: { ...world.store, seriesToConvert } }, NEVER);
    expect([count(world, 'convert'), world.phase, world.waiting?.reason]).toEqual([LIMITS.lanes, 'registered', 'too_many']);
  });

  it('halt when the server refuses to convert what exists only on the server', async () => {
    const world = registered(1);
    const seriesToConvert = async () => [{ idx: 0, location: 'server' } as BodyOf<Calls['convertSeries']>];
    world.fault = (call) => (call === 'convert' ? refused(409, 'conflict') : null);
    await drain({ ...world.ports, store: { ...world.store, seriesToConvert } }, NEVER);
    expect([world.phase, haltOf(world)]).toEqual(['registered', { why: 'failed', code: 'conflict', message: 'why' }]);
  });
});

describe('an archive for the server', () => {
  it('is not opened before it is complete, and is compared again after a pause', async () => {
    const world = archiveSending(1);
    world.archives = 'some';
    expect((await drain(world.ports, NEVER)).kind).toBe('pausing');
    expect([world.waiting?.reason, world.opening, count(world, 'sort')]).toEqual(['server', 'archive-sending', 0]);
  });

  it('is followed immediately by chunks that another one still has to send', async () => {
    const world = archiveSending(2);
    let came = false;
    const archivesOnServer = async (): Promise<'all' | 'some'> => {
      if (came) return 'all';
      came = true;
      world.confirmed.delete(1);
      world.held.delete(1);
      return 'some';
    };
    expect(await drain({ ...world.ports, store: { ...world.store, archivesOnServer } }, NEVER)).toEqual({ kind: 'empty' });
    expect([world.sent(), world.opening]).toEqual([[0, 1, 1], 'archive-reading']);
  });

  it('is the one that the server is told to open, also when another upload has a waiting one', async () => {
    const world = archiveSending(1);
    const waiting = { reason: 'network', until: world.time + 60_000, tries: 1 };
    const other: QueuedUpload = { id: 'other', phase: 'archive-sending', started: 1, uploadToken: 'up_other', waiting };
    const begun: string[] = [];
    const sortOnServer: TransferPorts['server']['sortOnServer'] = async ({ id }) => {
      begun.push(id);
      return { ok: true, value: null };
    };
    const store = { ...world.store, uploadsToSend: async () => [other, ...(await world.store.uploadsToSend())] };
    await drain({ ...world.ports, store, server: { ...world.server, sortOnServer } }, NEVER);
    expect(begun).toEqual(['u']);
  });

  it('is not opened when the user removed it while it was sent', async () => {
    const world = archiveSending(1);
    const archivesOnServer = async (): Promise<'all'> => {
      world.opening = null;
      return 'all';
    };
    expect(await drain({ ...world.ports, store: { ...world.store, archivesOnServer } }, NEVER)).toEqual({ kind: 'empty' });
    expect([count(world, 'sort'), world.opening, world.reported]).toEqual([0, null, []]);
  });

  it('waits when the server cannot start to open it', async () => {
    const world = archiveSending(1);
    world.fault = (call) => (call === 'sort' ? refused(503) : null);
    expect((await drain(world.ports, NEVER)).kind).toBe('pausing');
    expect([world.opening, world.waiting?.reason, world.reported]).toEqual(['archive-sending', 'server', []]);
  });

  it.each([
    [refused(404, 'not_found'), { halt: 'failed', waiting: undefined }],
    [refused(401, 'signed_out'), { halt: 'sign-in', waiting: undefined }],
    [refused(403, 'not_allowed'), { halt: 'rights', waiting: undefined }],
    [refused(422, 'invalid'), { halt: 'failed', waiting: undefined }],
    [refused(503), { halt: undefined, waiting: 'server' }],
  ])('that cannot be announced (%j) waits, or waits for the user', async (answer, expected) => {
    const world = new World(1);
    Object.assign(world, { phase: 'none', opening: 'archive-waiting' });
    world.fault = () => answer;
    await drain(world.ports, NEVER);
    expect({ halt: haltOf(world)?.why, waiting: world.waiting?.reason }).toEqual(expected);
    expect(world.opening).toBe('archive-waiting');
  });
});

describe('clearing', () => {
  /** The tokens with which the server was asked to drop the upload. */
  async function tokensOf(world: World, answer: (token: string | null) => ServerAnswer<null>): Promise<(string | null)[]> {
    const tokens: (string | null)[] = [];
    const drop = async ({ id, uploadToken }: QueuedUpload) => {
      expect(id).toBe('u');
      tokens.push(uploadToken);
      return answer(uploadToken);
    };
    await drain({ ...world.ports, server: { ...world.server, drop } }, NEVER);
    return tokens;
  }

  it('is reported to the server once, with the upload token', async () => {
    const world = dropping('up_old');
    expect(await tokensOf(world, () => ({ ok: true, value: null }))).toEqual(['up_old']);
    expect(world.phase).toBe('none');
  });

  it('is reported with the sign-in when that token has ended, and for no other reason', async () => {
    const ended = dropping('up_old');
    const tokens = await tokensOf(ended, (token) => (token === null ? { ok: true, value: null } : refused(401, 'upload_token_ended')));
    expect([tokens, ended.phase]).toEqual([['up_old', null], 'none']);
    const busy = dropping('up_old');
    expect(await tokensOf(busy, () => refused(429, 'too_many'))).toEqual(['up_old']);
    expect(busy.waiting?.reason).toBe('too_many');
    const withoutToken = dropping(null);
    expect(await tokensOf(withoutToken, () => refused(401, 'signed_out'))).toEqual([null]);
    expect(haltOf(withoutToken)).toEqual({ why: 'sign-in' });
  });
});

describe('an upload token that ended', () => {
  it('is renewed and compared, and errors of the comparison count on their own', async () => {
    const world = registered(1);
    const tokens: (string | null)[] = [];
    const status: TransferPorts['server']['status'] = async (upload) => {
      expect(upload.id).toBe('u');
      tokens.push(upload.uploadToken);
      return upload.uploadToken === 'up_token' ? refused(401, 'upload_token_ended') : refused(429, 'too_many');
    };
    await drain({ ...world.ports, server: { ...world.server, status } }, NEVER);
    expect(tokens).toEqual(['up_token', 'up_new']);
    expect([world.halt, world.waiting?.reason]).toEqual([null, 'too_many']);
  });

  it('is renewed again for a user who signed in while the earlier refusal was in transit', async () => {
    const world = registered(1);
    let isRenewed = false;
    world.fault = (call) => {
      if (world.bearer === 'bearer') {
        if (call === 'prepare') world.bearer = 'of the next sign-in';
        return refused(401, 'signed_out');
      }
      if (call === 'prepare') isRenewed = true;
      return isRenewed ? null : refused(401, 'upload_token_ended');
    };
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect([world.phase, world.halt]).toEqual(['sent', null]);
  });
});

describe('a server that loses a session', () => {
  it('again after it accepted chunks is started over again without a pause', async () => {
    const world = new World(6);
    let forgets = 2;
    world.fault = (call, index) => {
      if (call !== 'chunk' || index !== 5 || forgets === 0) return null;
      forgets -= 1;
      world.held.clear();
      return refused(404, 'not_found');
    };
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect([world.phase, world.held.size, count(world, 'prepare')]).toEqual(['sent', 6, 3]);
  });
});

describe('a chunk error', () => {
  it('after another tab halted the upload changes nothing', async () => {
    const world = registered(1);
    world.fault = (call) => {
      if (call !== 'chunk') return null;
      world.halt = { why: 'failed', code: 'of the other tab', message: '' };
      return refused(413, 'too_large');
    };
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect([haltOf(world)?.code, world.reported]).toEqual(['of the other tab', []]);
  });

  it.each([
    ['a lost network', NO_NETWORK, 'network'],
    ['a wrong checksum', refused(422, 'checksum_wrong'), 'server'],
  ])('is not retried once the sender was asked to stop: %s', async (_, answer, reason) => {
    const world = registered(1);
    const stop = new AbortController();
    world.fault = (call) => {
      if (call !== 'chunk') return null;
      stop.abort();
      return answer;
    };
    expect(await drain(world.ports, stop.signal)).toEqual({ kind: 'stopped' });
    expect([world.sent(), world.halt, world.waiting?.reason]).toEqual([[0], null, reason]);
  });

  it('is retried after the seconds that the server requested, or otherwise after our own pause', async () => {
    const asked = registered(1);
    failing(asked, 'chunk', askedFor(503, 2_000), 1);
    await drain(asked.ports, NEVER);
    expect(asked.pauses).toEqual([2_000]);
    const differed = registered(1);
    failing(differed, 'chunk', refused(422, 'checksum_wrong'), 1);
    await drain(differed.ports, NEVER);
    expect(differed.pauses).toEqual([300]);
  });

  it('is retried with the current bytes: those withdrawn meanwhile are not sent', async () => {
    const world = registered(2);
    let loads = 0;
    const gone = new Set<number>();
    const store: TransferPorts['store'] = {
      ...world.store,
      waitingChunks: async (id) => (await world.store.waitingChunks(id)).filter((index) => !gone.has(index)),
      loadChunk: async (id, index, isDeflated) => {
        if (index !== 0 || (loads += 1) === 1) return world.store.loadChunk(id, index, isDeflated);
        gone.add(0);
        return { ok: false, why: 'withdrawn' };
      },
      allProved: async () => world.provedHere.size === 1,
    };
    failing(world, 'chunk 0', NO_NETWORK, 1);
    expect(await drain({ ...world.ports, store }, NEVER)).toEqual({ kind: 'empty' });
    expect([world.sent().toSorted(), count(world, 'status')]).toEqual([[0, 1], 1]);
  });

  it('on this device is reported unchanged', async () => {
    const world = registered(2);
    const gone = new Error('gone');
    await drain({ ...world.ports, store: { ...world.store, loadChunk: () => Promise.reject(gone) } }, NEVER);
    expect([world.reported, world.waiting?.reason]).toEqual([[gone], 'device']);
  });
});

describe('a paused upload', () => {
  it('is not paused any more after the first chunk arrives, even if it is the only one', async () => {
    const world = registered(1);
    world.waiting = { reason: 'network', until: 0, tries: 9 };
    world.fault = (call) => (call === 'convert' ? refused(429, 'too_many') : null);
    await drain(world.ports, NEVER);
    expect(world.waiting).toMatchObject({ reason: 'too_many', tries: 1 });
  });

  it.each([
    [200_000, 800_000],
    [10_000_000, 3_600_000],
  ])('allows each chunk four times the slowest time (%i ms), up to an hour', async (tookMs, patienceMs) => {
    const world = registered(8);
    world.waiting = { reason: 'network', until: 0, tries: 1 };
    const patience: number[] = [];
    const sendChunk: TransferPorts['server']['sendChunk'] = async (upload, body, giveUpMs) => {
      patience.push(giveUpMs);
      world.time += patience.length === 1 ? tookMs : 1_000;
      return world.server.sendChunk(upload, body, giveUpMs);
    };
    await drain({ ...world.ports, server: { ...world.server, sendChunk } }, NEVER);
    expect(patience[0]).toBe(15 * 60_000);
    expect(patience.slice(1)).toEqual(Array.from({ length: 7 }, () => patienceMs));
  });
});

describe('compression', () => {
  it('is measured by compressed parts, and not by unchanged ones', async () => {
    const learned = vi.spyOn(Link.prototype, 'deflated');
    const near = registered(3);
    near.chunkBytes = 1_000;
    await drain(near.ports, NEVER);
    expect([near.deflated, learned.mock.calls]).toEqual([[], []]);
    const far = registered(1);
    far.chunkBytes = 1_000;
    far.fault = (call) => {
      if (call === 'status') far.time += 200;
      return null;
    };
    await drain(far.ports, NEVER);
    expect([far.deflated, learned.mock.calls]).toEqual([[0], [[1_000, 0]]]);
  });

  it('stops on a device that compresses more slowly than the link sends', async () => {
    const world = registered(30);
    world.chunkBytes = 4_000_000;
    world.chunkTakesMs = () => 4_000;
    world.fault = (call) => {
      if (call === 'status') world.time += 200;
      return null;
    };
    const loadChunk: TransferPorts['store']['loadChunk'] = async (id, index, isDeflated) => {
      if (isDeflated) world.time += 40_000;
      return world.store.loadChunk(id, index, isDeflated);
    };
    await drain({ ...world.ports, store: { ...world.store, loadChunk } }, NEVER);
    expect(world.deflated).toContain(0);
    expect(world.deflated.length).toBeLessThan(25);
  });
});
