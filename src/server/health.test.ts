import { afterEach, describe, expect, test, vi } from 'vitest';
import { openTestServer, type TestServer } from './test-server.ts';

describe('health of the server', () => {
  let server: TestServer;
  afterEach(async () => {
    vi.useRealTimers();
    await server.close();
  });
  const ask = async (path: string) => {
    const { status, body, headers } = await server.ask(`GET ${path}`, { host: '10.0.0.9:8080' });
    return [status, body, headers['cache-control']];
  };

  test('is answered on any host without a sign-in, and never stored [BACK-12]', async () => {
    server = await openTestServer('sqlite');
    expect(await ask('/health/live')).toEqual([200, { status: 'live' }, 'no-store']);
    expect(await ask('/health/ready')).toEqual([200, { status: 'ready' }, 'no-store']);
  });

  test('names what is missing, also if it does not answer, and nothing of the fault [BACK-12]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const fault = () => Promise.reject(new Error('connect ECONNREFUSED 10.2.3.4 password=secret'));
    const needs = { database: fault, objects: () => new Promise(() => undefined), mail: () => Promise.resolve() };
    server = await openTestServer('sqlite', { health: { needs } });
    const answer = ask('/health/ready');
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await answer).toEqual([503, { status: 'unavailable', failing: ['database', 'objects'] }, 'no-store']);
    expect((await ask('/health/live'))[0]).toBe(200);
  });

  test('names what it works without, and is ready all the same [AI-40]', async () => {
    server = await openTestServer('sqlite', { health: { without: ['onnxruntime'] } });
    expect(await ask('/health/ready')).toEqual([200, { status: 'ready', without: ['onnxruntime'] }, 'no-store']);
  });

  test('is not ready from the signal to stop, and still live [BACK-13]', async () => {
    server = await openTestServer('sqlite', { health: { isStopping: () => true } });
    expect(await ask('/health/ready')).toEqual([503, { status: 'stopping' }, 'no-store']);
    expect(await ask('/health/live')).toEqual([200, { status: 'live' }, 'no-store']);
  });
});
