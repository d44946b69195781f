import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearCredentials, clearQueueOwner, tellSignedOut, writeCredentials } from '#api/credentials.ts';
import { untilAlone } from '#localdb/presence.ts';
import { LocalDb } from '#localdb/schema.ts';
import { createUploadRow } from '#localdb/upload/uploads.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { WorkerScope } from '#tests/support/worker-scope.ts';
import { senderLockName } from '#transfer/sender.ts';
import { isUploadTag, sendInBackground } from './sync.ts';

const NEVER = new AbortController().signal;
const SESSION = '3b0b1d52-6f0e-4c52-9c5b-0d9f6d0e8a11';
let userId: number;
let db: LocalDb;
let scope: WorkerScope;
/** Called with each request that the worker makes. */
let asked: () => void;

beforeEach(async () => {
  userId = nextUser();
  db = new LocalDb(userId);
  scope = WorkerScope.install('granted');
  asked = () => undefined;
  const base = 'http://north.app.localhost';
  await writeCredentials({ token: 't', userId, team: 'north', apiBase: `${base}/api`, servicesBase: `${base}/services`, uploadBase: base });
});

afterEach(async () => {
  await clearCredentials();
  await clearQueueOwner();
});

/** An upload whose chunks have all been sent: one call completes it. */
async function queueUpload(): Promise<void> {
  await db.uploads.add({ ...createUploadRow(), id: SESSION, state: 'upload', phase: 'registered', started: 1, uploadToken: 'up_token' });
}

function serverIs(where: 'there' | 'away'): void {
  vi.stubGlobal('fetch', async () => {
    asked();
    if (where === 'away') throw new TypeError('fetch failed');
    return Response.json({ session: SESSION, state: 'upload', chunks: [], files: [], series: [] });
  });
}

const phase = async () => (await db.uploads.get(SESSION))?.phase;

describe('a Background Sync tag', () => {
  it('belongs to an upload or is ignored', () => {
    expect(['upload:1', 'upload', 'news:upload:1'].map(isUploadTag)).toEqual([true, false, false]);
  });
});

describe('a turn in the background', () => {
  it('sends the queue and shows a notice, with no page open', async () => {
    await queueUpload();
    serverIs('there');
    await sendInBackground(NEVER);
    expect(await phase()).toBe('sent');
    expect(scope.shown.map(({ options }) => options.tag)).toEqual([`lightship.finished.${SESSION}`]);
  });

  it('does nothing when nobody sends from this origin', async () => {
    await queueUpload();
    serverIs('there');
    await clearQueueOwner();
    await sendInBackground(NEVER);
    expect(await phase()).toBe('registered');
  });

  it('ends when nothing is queued', async () => {
    serverIs('away');
    await sendInBackground(NEVER);
    expect(scope.shown).toEqual([]);
  });

  it('is not affected by a notice that the system refuses', async () => {
    await queueUpload();
    serverIs('there');
    scope.refusesNotices = true;
    const said = vi.spyOn(console, 'error').mockReturnValue();
    await sendInBackground(NEVER);
    expect(await phase()).toBe('sent');
    expect(said).toHaveBeenCalledOnce();
  });

  it('requests another one when a page takes over before all is sent', async () => {
    await queueUpload();
    serverIs('away');
    const handOver = new AbortController();
    asked = () => handOver.abort();
    await expect(sendInBackground(handOver.signal)).rejects.toThrow('Work is left');
    expect(await phase()).toBe('registered');
  });

  it('requests another one after 150 seconds, before the browser ends the handler [PWA-34]', async () => {
    await queueUpload();
    serverIs('away');
    const turn = new AbortController();
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 150_000 ? turn.signal : timeout.call(AbortSignal, ms)));
    asked = () => turn.abort();
    await expect(sendInBackground(NEVER)).rejects.toThrow('Work is left');
  });

  it('ends when the user signs out in a page, and requests no other', async () => {
    await queueUpload();
    serverIs('away');
    asked = tellSignedOut;
    await sendInBackground(NEVER);
    expect(await phase()).toBe('registered');
  });

  it('waits for a page that is sending', async () => {
    await queueUpload();
    serverIs('there');
    let stopPage = (): void => undefined;
    const page = navigator.locks.request(senderLockName(userId), () => new Promise<void>((resolve) => (stopPage = resolve)));
    const handOver = new AbortController();
    const turn = sendInBackground(handOver.signal);
    await vi.waitFor(async () =>
      expect((await navigator.locks.query()).pending?.map(({ name }) => name)).toContain(senderLockName(userId)),
    );
    expect(await phase()).toBe('registered');
    stopPage();
    await Promise.all([page, turn]);
    expect(await phase()).toBe('sent');
  });

  it('requests none when the rest waits for the user', async () => {
    await queueUpload();
    await db.uploads.update(SESSION, { halt: { why: 'sign-in' } });
    serverIs('there');
    await sendInBackground(NEVER);
    expect(await phase()).toBe('registered');
  });

  it('requests another one when it ends while a page still sends', async () => {
    await queueUpload();
    serverIs('there');
    let stopPage = (): void => undefined;
    const page = navigator.locks.request(senderLockName(userId), () => new Promise<void>((resolve) => (stopPage = resolve)));
    const ending = new AbortController();
    const turn = sendInBackground(ending.signal);
    await vi.waitFor(async () =>
      expect((await navigator.locks.query()).pending?.map(({ name }) => name)).toContain(senderLockName(userId)),
    );
    ending.abort();
    await expect(turn).rejects.toThrow('Work is left');
    expect(await phase()).toBe('registered');
    stopPage();
    await page;
  });

  it('delays a sign-out while it writes, and releases everything when it ends', async () => {
    await queueUpload();
    serverIs('there');
    let alone: boolean | undefined;
    const close = vi.spyOn(LocalDb.prototype, 'close');
    const unheard = vi.spyOn(BroadcastChannel.prototype, 'close');
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async () => {
      alone = await untilAlone(userId, 50);
      return fetch('');
    });
    await sendInBackground(NEVER);
    expect(alone).toBe(false);
    expect(await untilAlone(userId, 5_000)).toBe(true);
    expect(close).toHaveBeenCalled();
    expect(unheard).toHaveBeenCalledOnce();
  });
});
