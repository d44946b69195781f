import { describe, expect, it } from 'vitest';
import type { UploadStatus } from '#contract/entities.ts';
import { follow } from './follow.ts';
import type { QueuedUpload, ServerAnswer } from './ports.ts';
import { askedFor, failing, NO_NETWORK, refused, World } from '#tests/support/transfer-world.ts';

type SeriesState = UploadStatus['series'][number]['state'];

const uuidOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n + 1}`;

/** An upload whose bytes are all on the server, and whose series stand so. */
function sent(...states: SeriesState[]): World {
  const world = new World(1);
  Object.assign(world, { phase: 'sent', token: 'up_token' });
  world.series = states.map((state, idx) => ({ idx, serieRemoteUuid: uuidOf(idx), state, message: null }));
  world.seriesUuids = states.map((_, idx) => uuidOf(idx));
  return world;
}

/** An upload whose archives the server is opening. */
function opening(): World {
  const world = new World(1);
  Object.assign(world, { phase: 'none', opening: 'archive-reading', token: 'up_token' });
  return world;
}

const haltOf = (world: World) => world.halt as { why: string; code?: string } | null;

describe('an upload whose conversions are followed', () => {
  it('is followed until the last of its series has ended', async () => {
    const world = sent('converted', 'converting');
    expect(await follow(world.ports)).toEqual({ left: 1, afterMs: null });
    expect([world.phase, world.calls]).toEqual(['sent', ['status', 'status-is-converted']]);
  });

  it('is no longer followed once it is to be sent again, or waits for the user', async () => {
    const lost = sent();
    expect([await follow(lost.ports), lost.phase]).toEqual([{ left: 0, afterMs: null }, 'queued']);
    const forgotten = sent('converting');
    forgotten.fault = () => refused(404, 'not_found');
    expect([await follow(forgotten.ports), forgotten.phase]).toEqual([{ left: 0, afterMs: null }, 'queued']);
    const signedOut = sent('converting');
    signedOut.fault = () => refused(401, 'signed_out');
    expect([await follow(signedOut.ports), haltOf(signedOut)]).toEqual([{ left: 0, afterMs: null }, { why: 'sign-in' }]);
  });

  it('is sent again when one of its series waits for files, whatever happened to the others', async () => {
    const world = sent('converted', 'receiving');
    await follow(world.ports);
    expect(world.phase).toBe('queued');
  });

  it.each([
    ['the end of a series', 'status-is-converted'],
    ['the end of the upload', 'finished'],
  ])('ends although the server permanently refuses %s', async (_, call) => {
    const world = sent('converted');
    world.fault = (one) => (one === call ? refused(409, 'conflict') : null);
    expect((await follow(world.ports)).left).toBe(0);
    expect([world.phase, world.halt]).toEqual(['ended', null]);
  });

  it.each([
    ['sign-in', refused(401, 'signed_out')],
    ['rights', refused(403, 'not_allowed')],
  ])('waits for the %s needed to report its end', async (why, answer) => {
    for (const call of ['status-is-converted', 'finished']) {
      const world = sent('converted');
      world.fault = (one) => (one === call ? answer : null);
      expect((await follow(world.ports)).left).toBe(0);
      expect([world.phase, haltOf(world)?.why]).toEqual(['sent', why]);
    }
  });

  it('pauses as long as the server requested, and calls it for no other upload meanwhile', async () => {
    const world = sent('converted');
    const uploads = ['a', 'b', 'c', 'd'].map((id): QueuedUpload => ({ id, phase: 'sent', started: 1, uploadToken: null, waiting: null }));
    const asked: string[] = [];
    const ports = {
      ...world.ports,
      store: { ...world.store, uploadsToFollow: async () => uploads },
      server: {
        ...world.server,
        conversions: async (upload: QueuedUpload) => {
          asked.push(upload.id);
          return upload.id === 'b' ? askedFor(503, 45_000) : world.server.conversions(upload);
        },
      },
    };
    expect(await follow(ports)).toEqual({ left: 3, afterMs: 45_000 });
    expect(asked).toEqual(['a', 'b']);
  });

  it('is checked although the server did not answer for another one', async () => {
    const world = sent('converting');
    const uploads = ['a', 'b'].map((id): QueuedUpload => ({ id, phase: 'sent', started: 1, uploadToken: null, waiting: null }));
    const asked: string[] = [];
    const conversions = async (upload: QueuedUpload) => {
      asked.push(upload.id);
      return NO_NETWORK;
    };
    const store = { ...world.store, uploadsToFollow: async () => uploads };
    expect(await follow({ ...world.ports, store, server: { ...world.server, conversions } })).toEqual({ left: 2, afterMs: null });
    expect(asked).toEqual(['a', 'b']);
  });

  it('is checked with the sign-in when the upload token has ended, and only then', async () => {
    const tokensAfter = async (world: World, answer: ServerAnswer<never> | null): Promise<(string | null)[]> => {
      const tokens: (string | null)[] = [];
      const conversions = async (upload: QueuedUpload) => {
        expect(upload.id).toBe('u');
        tokens.push(upload.uploadToken);
        return answer ?? world.server.conversions(upload);
      };
      await follow({ ...world.ports, server: { ...world.server, conversions } });
      return tokens;
    };
    const signedOut = refused(401, 'signed_out');
    expect(await tokensAfter(sent('converted'), signedOut)).toEqual(['up_token', null]);
    expect(await tokensAfter(sent('converted'), refused(503))).toEqual(['up_token']);
    expect(await tokensAfter(sent('converted'), null)).toEqual(['up_token']);
    const withoutToken = sent('converted');
    withoutToken.token = null;
    expect(await tokensAfter(withoutToken, signedOut)).toEqual([null]);
  });

  it('stays halted when nobody is signed in any more, or when another sign-in lacks the permission too', async () => {
    const signedOut = sent('converting');
    signedOut.fault = () => {
      signedOut.bearer = null;
      return refused(401, 'signed_out');
    };
    await follow(signedOut.ports);
    expect(haltOf(signedOut)).toEqual({ why: 'sign-in' });
    const withoutRight = sent('converting');
    withoutRight.fault = () => {
      withoutRight.bearer = 'of the next sign-in';
      return refused(403, 'not_allowed');
    };
    await follow(withoutRight.ports);
    expect(haltOf(withoutRight)).toEqual({ why: 'rights', code: 'not_allowed' });
  });
});

describe('archives that the server opens', () => {
  it('are checked later while the server does not answer, and are not started again', async () => {
    for (const [answer, afterMs] of [
      [NO_NETWORK, null],
      [askedFor(503, 20_000), 20_000],
    ] as const) {
      const world = opening();
      world.fault = () => answer;
      expect(await follow(world.ports)).toEqual({ left: 1, afterMs });
      expect([world.calls, world.opening, world.halt]).toEqual([['sorted'], 'archive-reading', null]);
    }
  });

  it.each([
    // Asked again with only the sign-in, because the upload token may have ended.
    ['sign-in', refused(401, 'signed_out'), ['sorted', 'sorted']],
    ['rights', refused(403, 'not_a_member'), ['sorted']],
    ['failed', refused(410, 'session_closed'), ['sorted']],
  ])('wait for the user (%s) when the server refuses', async (why, answer, calls) => {
    const world = opening();
    world.fault = () => answer;
    expect((await follow(world.ports)).left).toBe(0);
    expect([haltOf(world)?.why, world.calls]).toEqual([why, calls]);
  });

  it('are started again by a server that has not started, and checked later', async () => {
    const world = opening();
    failing(world, 'sorted', refused(409, 'series_incomplete'), 1);
    expect(await follow(world.ports)).toEqual({ left: 1, afterMs: null });
    expect([world.calls, world.opening]).toEqual([['sorted', 'sort'], 'archive-reading']);
  });

  it('stay in place when that fails temporarily, and are sent again when the server has lost bytes of them', async () => {
    const world = opening();
    world.fault = (call) => (call === 'sort' ? refused(503) : refused(409, 'series_incomplete'));
    expect((await follow(world.ports)).left).toBe(1);
    expect([world.opening, world.halt]).toEqual(['archive-reading', null]);
    world.fault = () => refused(409, 'series_incomplete');
    expect(await follow(world.ports)).toEqual({ left: 0, afterMs: null });
    expect(world.opening).toBe('archive-waiting');
  });
});
