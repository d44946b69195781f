import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkerScope } from '#tests/support/worker-scope.ts';
import { openNotice } from './notify.ts';
import { sendInBackground } from './sync.ts';

// They have their own tests.
vi.mock('./notify.ts', () => ({ openNotice: vi.fn<() => Promise<void>>() }));
vi.mock('./sync.ts', async (original) => {
  const { isUploadTag } = await original<{ isUploadTag: (tag: string) => boolean }>();
  return { isUploadTag, sendInBackground: vi.fn<() => Promise<void>>() };
});

const ORIGIN = 'http://north.app.localhost';
const SHELL = '<!doctype html>the shell';
let scope: WorkerScope;

/** An event that stays alive until the worker is done. */
class Extendable extends Event {
  readonly awaited: Promise<unknown>[] = [];
  waitUntil(promise: Promise<unknown>): void {
    this.awaited.push(promise);
  }
}

function dispatch<T extends Event>(event: T, more: object = {}): T {
  Object.assign(event, more);
  scope.dispatchEvent(event);
  return event;
}

/** The worker's answer to a request; undefined if it leaves the request to the network. */
async function answerTo(path: string, mode: 'navigate' | 'cors' = 'navigate'): Promise<string | undefined> {
  let answer: Promise<Response> | undefined;
  // Only the browser can make a request with mode `navigate`.
  const request = Object.defineProperty(new Request(ORIGIN + path), 'mode', { value: mode });
  dispatch(new Extendable('fetch'), { request, respondWith: (given: Promise<Response>) => (answer = given) });
  return (await answer)?.text();
}

let fetched: string[];
let caches: CachesInMemory;

/** In a browser, an address without a host belongs to this origin. */
class RequestHere extends Request {
  constructor(request: Request | string | URL, init?: RequestInit) {
    super(typeof request === 'string' ? new URL(request, ORIGIN) : request, init);
  }
}

class CachesInMemory {
  names: string[] = [];
  readonly #entries = new Map<string, Response>();
  keys = async () => this.names;
  delete = async (name: string) => {
    this.names = this.names.filter((one) => one !== name);
    return true;
  };
  match = async (request: Request | string) => this.#entries.get(addressOf(request))?.clone();
  open = async (name: string) => {
    if (!this.names.includes(name)) this.names.push(name);
    return {
      match: this.match,
      keys: async () => [],
      put: async (request: Request | string, answer: Response) => void this.#entries.set(addressOf(request), answer),
    };
  };
}

const addressOf = (request: Request | string) => (typeof request === 'string' ? request : request.url);

async function start({ isDev }: { isDev: boolean }): Promise<void> {
  scope = WorkerScope.install('granted');
  Object.assign(scope, {
    __WB_MANIFEST: [
      { url: '/index.html', revision: '1' },
      { url: '/assets/page.js', revision: null },
    ],
  });
  caches = new CachesInMemory();
  Object.assign(scope, { caches, __WB_DISABLE_DEV_LOGS: true });
  fetched = [];
  vi.stubGlobal('location', new URL(`${ORIGIN}/sw.js`));
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
  vi.stubGlobal('registration', scope.registration);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('Request', RequestHere);
  vi.stubGlobal('FetchEvent', Extendable);
  vi.stubGlobal('ExtendableEvent', Extendable);
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    fetched.push(url);
    return new Response(SHELL);
  });
  vi.stubEnv('DEV', isDev);
  // Workbox keeps its routes in modules. A new worker starts without any.
  vi.resetModules();
  await import('./sw.ts');
}

beforeEach(async () => {
  vi.clearAllMocks();
  await start({ isDev: false });
});

afterEach(() => vi.unstubAllEnvs());

describe('the service worker', () => {
  it('stores the whole page shell at installation, and deletes older versions when it takes over', async () => {
    await Promise.all(dispatch(new Extendable('install')).awaited);
    expect(fetched).toEqual([`${ORIGIN}/index.html`, `${ORIGIN}/assets/page.js`]);
    caches.names = [...(await caches.keys()), `workbox-precache-${scope.registration.scope}`, 'pictures'];
    await Promise.all(dispatch(new Extendable('activate')).awaited);
    expect(await caches.keys()).not.toContain(`workbox-precache-${scope.registration.scope}`);
    expect(await caches.keys()).toContain('pictures');
  });

  it('answers any page of the app with the page shell', async () => {
    const pages = ['/', '/upload', '/upload/', '/upload-v2', '/studies-v2?study=1', '/apis', '/servicesx', '/version.jsonx', '/sw.jsx'];
    const alike = ['/a/api', '/a/services', '/a/upload/b', '/a/version.json', '/a/sw.js', '/version-json', '/sw-js'];
    for (const path of [...pages, ...alike]) expect([path, await answerTo(path)]).toEqual([path, SHELL]);
  });

  it('never answers for the server', async () => {
    for (const path of ['/api', '/api/studies', '/services', '/services/socket', '/upload/abc', '/version.json', '/sw.js'])
      expect([path, await answerTo(path)]).toEqual([path, undefined]);
  });

  it('leaves anything but pages to the network', async () => {
    expect(await answerTo('/studies-v2', 'cors')).toBeUndefined();
  });

  it('takes over only when the page requests it', async () => {
    dispatch(new Extendable('message'), { data: null });
    dispatch(new Extendable('message'), { data: { type: 'HAND_OVER' } });
    expect(scope.did).toEqual([]);
    dispatch(new Extendable('message'), { data: { type: 'SKIP_WAITING' } });
    expect(scope.did).toEqual(['skipWaiting']);
  });

  it('serves open pages as soon as it is active', async () => {
    await Promise.all(dispatch(new Extendable('activate')).awaited);
    expect(scope.did).toEqual(['claim']);
  });

  it('sends the queue when the browser grants a background sync for an upload, and stays alive for it', () => {
    const turn = Promise.resolve();
    vi.mocked(sendInBackground).mockReturnValue(turn);
    expect(dispatch(new Extendable('sync'), { tag: 'upload:1' }).awaited).toEqual([turn]);
    expect(dispatch(new Extendable('sync'), { tag: 'of-another' }).awaited).toEqual([]);
    expect(sendInBackground).toHaveBeenCalledOnce();
  });

  it('ends its turn when the page requests a new version, and for no other message', () => {
    dispatch(new Extendable('sync'), { tag: 'upload:1' });
    const handOver = vi.mocked(sendInBackground).mock.lastCall![0];
    dispatch(new Extendable('message'), { data: null });
    dispatch(new Extendable('message'), { data: { type: 'SKIP_WAITING' } });
    expect(handOver.aborted).toBe(false);
    dispatch(new Extendable('message'), { data: { type: 'HAND_OVER' } });
    expect(handOver.aborted).toBe(true);
  });

  it('opens the page of a clicked notice, and stays alive for it', () => {
    const opened = Promise.resolve();
    vi.mocked(openNotice).mockReturnValue(opened);
    const notification = { data: null };
    expect(dispatch(new Extendable('notificationclick'), { notification }).awaited).toEqual([opened]);
    expect(openNotice).toHaveBeenCalledWith(notification);
  });
});

describe('with the development server', () => {
  it('answers no page, because there is no built page shell', async () => {
    await start({ isDev: true });
    expect(await answerTo('/studies-v2')).toBeUndefined();
  });
});
