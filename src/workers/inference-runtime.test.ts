import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RUNTIME_SHA256, runtimeBytes } from './inference-runtime.ts';

const FILE = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')));
const URL_OF_KEPT = `http://page/inference-runtime/${RUNTIME_SHA256}`;

describe('ONNX Runtime on the device', () => {
  let stored: Map<string, Uint8Array<ArrayBuffer>>;
  let answers: () => Promise<Response>;
  let fetched: number;
  const toUrl = (request: string | { url: string }) => (typeof request === 'string' ? new URL(request, 'http://page').href : request.url);

  beforeEach(() => {
    stored = new Map();
    fetched = 0;
    answers = async () => new Response(FILE);
    const cache = {
      match: async (request: string) => {
        const bytes = stored.get(toUrl(request));
        return bytes && new Response(bytes);
      },
      put: async (request: string, response: Response) => void stored.set(toUrl(request), new Uint8Array(await response.arrayBuffer())),
      delete: async (request: string | Request) => stored.delete(toUrl(request)),
      keys: async () => [...stored.keys()].map((url) => ({ url })),
    };
    vi.stubGlobal('caches', { open: async () => cache });
    vi.stubGlobal('fetch', async () => {
      fetched += 1;
      return answers();
    });
  });

  it('is the file of the package [AI-41]', () => {
    expect(createHash('sha256').update(FILE).digest('hex')).toBe(RUNTIME_SHA256);
  });

  it('is fetched once, kept, and then read without a network; an older one is removed [AI-41]', async () => {
    stored.set('http://page/inference-runtime/older', new Uint8Array(1));
    expect((await runtimeBytes()).length).toBe(FILE.length);
    answers = () => Promise.reject(new TypeError('offline'));
    expect((await runtimeBytes()).length).toBe(FILE.length);
    expect([fetched, [...stored.keys()]]).toEqual([1, [URL_OF_KEPT]]);
  });

  it('is fetched again if the kept one was changed [AI-41]', async () => {
    stored.set(URL_OF_KEPT, new Uint8Array(FILE.length));
    await runtimeBytes();
    expect([fetched, stored.get(URL_OF_KEPT)![0]]).toEqual([1, FILE[0]]);
  });

  it.each<[string, () => Promise<Response>]>([
    ['without a network', () => Promise.reject(new TypeError('offline'))],
    ['if the server does not have it', async () => new Response('not found', { status: 404 })],
    ['if other bytes were sent', async () => new Response(FILE.slice(1))],
  ])('is refused by name %s, and nothing is kept [AI-41]', async (_, answer) => {
    answers = answer;
    await expect(runtimeBytes()).rejects.toMatchObject({ name: 'NoRuntime' });
    expect(stored.size).toBe(0);
  });

  it('works once where nothing can be kept [AI-41]', async () => {
    vi.stubGlobal('caches', { open: () => Promise.reject(new Error('no storage')) });
    expect((await runtimeBytes()).length).toBe(FILE.length);
  });
});
