import { describe, expect, it, vi } from 'vitest';
import type { BodyOf, Calls } from '#contract/calls.ts';
import { drain } from './drain.ts';
import { Link } from './link.ts';
import type { QueuedUpload, ServerAnswer, TransferPorts } from './ports.ts';
import { askedFor, failing, NEVER, NO_NETWORK, refused, World } from '#tests/support/transfer-world.ts';

/** As far as its chunks go out. */
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
  it('is tried five more times quickly, then waits', async () => {
    const heals = new World(1);
    failing(heals, 'prepare', refused(503), 5);
    expect(await drain(heals.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(heals.pauses).toEqual([300, 800, 2_000, 4_000, 8_000]);
    const stays = new World(1);
    stays.fault = () => refused(503);
    expect((await drain(stays.ports, NEVER)).kind).toBe('pausing');
    expect([count(stays, 'prepare'), stays.waiting?.reason]).toEqual([6, 'server']);
  });

  it('is tried once where the upload has waited already, and where quick tries would not help', async () => {
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

  it('is tried again after the seconds that the server asked for', async () => {
    const world = new World(1);
    failing(world, 'prepare', askedFor(503, 2_000), 1);
    await drain(world.ports, NEVER);
    expect(world.pauses).toEqual([2_000]);
  });

  it('is not tried again once the sender was asked to stop', async () => {
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
  it('waits for names with the reason of the server', async () => {
    const world = new World(1);
    Object.assign(world, { phase: 'prepared', unnamed: [{ id: 's', n: 'Heron^Quiet' }] });
    world.fault = () => refused(429, 'too_many');
    await drain(world.ports, NEVER);
    expect([world.waiting?.reason, world.reported, count(world, 'register')]).toEqual(['too_many', [], 0]);
  });

  it('begins with no other study once it was asked to stop', async () => {
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

describe('several uploads that wait', () => {
  it('are looked at again when the first of their pauses is over', async () => {
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

describe('a fault', () => {
  it('is written down for the upload that met it, and not for another one', async () => {
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

describe('chunks that have all arrived', () => {
  it('and yet leave a file that is not whole are compared again after a pause', async () => {
    const world = registered(2);
    const ports = { ...world.ports, store: { ...world.store, allProved: async () => false } };
    expect((await drain(ports, NEVER)).kind).toBe('pausing');
    expect([world.waiting?.reason, world.phase, count(world, 'status')]).toEqual(['server', 'registered', 1]);
  });

  it('and leave others that came meanwhile are followed by those at once', async () => {
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

  it('are sent, although the server refuses to convert them: it begins by itself', async () => {
    const world = registered(1);
    world.fault = (call) => (call === 'convert' ? refused(409, 'conflict') : null);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect([world.phase, world.halt]).toEqual(['sent', null]);
  });

  it('wait with the conversion while the server does not answer', async () => {
    const world = registered(1);
    world.fault = (call) => (call === 'convert' ? refused(503) : null);
    expect((await drain(world.ports, NEVER)).kind).toBe('pausing');
    expect([world.phase, world.waiting?.reason]).toEqual(['registered', 'server']);
  });

  it('halt where the server refuses to convert what lies on the server alone', async () => {
    const world = registered(1);
    const seriesToConvert = async () => [{ idx: 0, location: 'server' } as BodyOf<Calls['convertSeries']>];
    world.fault = (call) => (call === 'convert' ? refused(409, 'conflict') : null);
    await drain({ ...world.ports, store: { ...world.store, seriesToConvert } }, NEVER);
    expect([world.phase, haltOf(world)]).toEqual(['registered', { why: 'failed', code: 'conflict', message: 'why' }]);
  });
});

describe('an archive for the server', () => {
  it('is not opened before all of it is there, and is compared again after a pause', async () => {
    const world = archiveSending(1);
    world.archives = 'some';
    expect((await drain(world.ports, NEVER)).kind).toBe('pausing');
    expect([world.waiting?.reason, world.opening, count(world, 'sort')]).toEqual(['server', 'archive-sending', 0]);
  });

  it('is followed at once by what is still to be sent of another', async () => {
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

  it('is the one that the server is told to open, also where that of another upload waits', async () => {
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

  it('is not opened where a person took it back while it went', async () => {
    const world = archiveSending(1);
    const archivesOnServer = async (): Promise<'all'> => {
      world.opening = null;
      return 'all';
    };
    expect(await drain({ ...world.ports, store: { ...world.store, archivesOnServer } }, NEVER)).toEqual({ kind: 'empty' });
    expect([count(world, 'sort'), world.opening, world.reported]).toEqual([0, null, []]);
  });

  it('waits where the server cannot begin to open it', async () => {
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
  ])('that cannot be announced (%j) waits, or waits for a person', async (answer, expected) => {
    const world = new World(1);
    Object.assign(world, { phase: 'none', opening: 'archive-waiting' });
    world.fault = () => answer;
    await drain(world.ports, NEVER);
    expect({ halt: haltOf(world)?.why, waiting: world.waiting?.reason }).toEqual(expected);
    expect(world.opening).toBe('archive-waiting');
  });
});

describe('clearing', () => {
  /** The tokens that the server was asked to drop the upload under. */
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

  it('is told to the server once, under the token of the upload', async () => {
    const world = dropping('up_old');
    expect(await tokensOf(world, () => ({ ok: true, value: null }))).toEqual(['up_old']);
    expect(world.phase).toBe('none');
  });

  it('is told under the sign-in where that token has ended, and for no other reason', async () => {
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
  it('is compared under the new one, and what that meets is a fault of its own', async () => {
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

  it('is renewed again for whoever signed in while the refusal of the sign-in before was on its way', async () => {
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

describe('a server that forgets a session', () => {
  it('again after it took chunks is begun with anew again, without a pause', async () => {
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

describe('a fault of a chunk', () => {
  it('that comes after another tab halted the upload changes nothing of that', async () => {
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
    ['a network that went', NO_NETWORK, 'network'],
    ['a checksum that differed', refused(422, 'checksum_wrong'), 'server'],
  ])('is not tried again once the sender was asked to stop: %s', async (_, answer, reason) => {
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

  it('is tried again after the seconds that the server asked for, and otherwise by itself', async () => {
    const asked = registered(1);
    failing(asked, 'chunk', askedFor(503, 2_000), 1);
    await drain(asked.ports, NEVER);
    expect(asked.pauses).toEqual([2_000]);
    const differed = registered(1);
    failing(differed, 'chunk', refused(422, 'checksum_wrong'), 1);
    await drain(differed.ports, NEVER);
    expect(differed.pauses).toEqual([300]);
  });

  it('is followed by what this device has of the chunk then: bytes that were withdrawn meanwhile are not sent', async () => {
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

  it('of this device is reported as it is', async () => {
    const world = registered(2);
    const gone = new Error('gone');
    await drain({ ...world.ports, store: { ...world.store, loadChunk: () => Promise.reject(gone) } }, NEVER);
    expect([world.reported, world.waiting?.reason]).toEqual([[gone], 'device']);
  });
});

describe('an upload that waited', () => {
  it('has waited no longer with the first chunk that arrives, also where it is the only one', async () => {
    const world = registered(1);
    world.waiting = { reason: 'network', until: 0, tries: 9 };
    world.fault = (call) => (call === 'convert' ? refused(429, 'too_many') : null);
    await drain(world.ports, NEVER);
    expect(world.waiting).toMatchObject({ reason: 'too_many', tries: 1 });
  });

  it.each([
    [200_000, 800_000],
    [10_000_000, 3_600_000],
  ])('has patience with each chunk for four times what the slowest took (%i ms), within an hour', async (tookMs, patienceMs) => {
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

describe('deflating', () => {
  it('is judged by what was deflated, and not by what was read as it is', async () => {
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

  it('ends on a device that deflates more slowly than the link takes plain bytes', async () => {
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
