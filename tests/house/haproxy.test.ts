import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findHaproxy } from '#commands/test-services/haproxy.ts';
import { openHaproxy } from '#tests/support/haproxy.ts';

describe.skipIf(findHaproxy() === null)('deploy/haproxy.cfg', () => {
  let folder: string;
  let servers: Server[] = [];
  let proxy: Awaited<ReturnType<typeof openHaproxy>>;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'lightship-haproxy-'))));
  afterEach(async () => {
    await proxy.close();
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(...answers: RequestListener[]): Promise<(path: string, method?: string) => Promise<number>> {
    servers = answers.map((answer) =>
      createServer((request, response) => (request.url === '/health/ready' ? response.end() : answer(request, response))).listen(
        0,
        '127.0.0.1',
      ),
    );
    await Promise.all(servers.map((server) => once(server, 'listening')));
    proxy = await openHaproxy(
      folder,
      servers.map((server) => () => (server.address() as AddressInfo).port),
    );
    return (path, method = 'GET') => fetch(`http://127.0.0.1:${proxy.port}${path}`, { method }).then(({ status }) => status);
  }

  it('asks the other server for a file that one does not have, and no other address twice [BACK-33]', async () => {
    let missed = 0;
    const ask = await open(
      (_request, response) => response.end('file of the new version'),
      (_request, response) => {
        missed += 1;
        response.writeHead(404).end();
      },
    );
    const files = await Promise.all(Array.from({ length: 8 }, () => ask('/assets/page-1a2b3c4d.js')));
    expect([new Set(files), missed > 0]).toEqual([new Set([200]), true]);
    const calls = await Promise.all(Array.from({ length: 8 }, () => ask('/api/study')));
    expect(new Set(calls)).toEqual(new Set([200, 404]));
  });

  it('keeps a browser with the page of one server while that is there [BACK-33]', async () => {
    await open(
      (_request, response) => response.end('one'),
      (_request, response) => response.end('two'),
    );
    const ask = (cookie: string) => fetch(`http://127.0.0.1:${proxy.port}/version.json`, { headers: { cookie } });
    const first = await ask('');
    const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!;
    const own = await first.text();
    const later = await Promise.all(Array.from({ length: 6 }, async () => (await ask(cookie)).text()));
    expect(new Set(later)).toEqual(new Set([own]));
  });

  it('logs requests without the query of their address', async () => {
    const ask = await open(
      (_request, response) => response.end('one'),
      (_request, response) => response.end('two'),
    );
    await ask('/api/studies-v2?search=Mustermann');
    await vi.waitFor(() => expect(proxy.log()).toContain('"GET /api/studies-v2 HTTP/1.1"'));
    expect(proxy.log()).not.toContain('Mustermann');
  });

  it('sends no write twice [BACK-32]', async () => {
    let received = 0;
    const breaks: RequestListener = ({ socket }) => {
      received += 1;
      socket.destroy();
    };
    const ask = await open(breaks, breaks);
    expect([await ask('/api/study', 'POST'), received]).toEqual([502, 1]);
  });
});
