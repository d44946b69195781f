import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { httpRequest as ask } from './http.ts';

/** Where the next chunk to a server is cut: in the middle of its body, or before its answer, when the server has done its work. */
export type CutAt = 'body' | 'answer';

export interface Balancer {
  port: number;
  /** Cuts every connection to this server, and the next request with a body that it gets. */
  cut(server: number, at: CutAt): void;
  /** Requests that each server has answered. */
  answered(): readonly number[];
  /** Resolves once every server is in use. */
  allReady(): Promise<void>;
  close(): Promise<void>;
}

export interface BalancerOptions {
  /** Called with each answer of a server. */
  onAnswer?: () => void;
}

const CHECK_EVERY_MS = 250;
/** A server that does not answer for this long is not used any more, and its connections are cut. */
const SILENT_MS = 1_000;

/**
 * A proxy before several servers, as small as the tests allow. It sends each request to the next server in turn, tries no write twice, and asks
 * every server whether it is ready.
 */
export async function openBalancer(
  portOf: readonly (() => number)[],
  { onAnswer = () => undefined }: BalancerOptions = {},
): Promise<Balancer> {
  const isReady = portOf.map(() => false);
  const answered = portOf.map(() => 0);
  const open = portOf.map(() => new Set<ServerResponse>());
  const toCut: (CutAt | null)[] = portOf.map(() => null);
  const closed = new AbortController();
  let turn = 0;

  function nextServer(except: number | null): number | null {
    for (let tried = 0; tried < portOf.length; tried += 1) {
      turn = (turn + 1) % portOf.length;
      if (isReady[turn] && turn !== except) return turn;
    }
    return null;
  }

  function cutAll(server: number): void {
    for (const outgoing of open[server]!) outgoing.destroy();
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, except: number | null = null): void {
    const server = nextServer(except);
    if (server === null) return void outgoing.writeHead(503).end();
    const { method, url: path, headers } = incoming;
    const isWrite = method !== 'GET' && method !== 'HEAD';
    const cutAt = isWrite ? toCut[server] : null;
    if (cutAt) toCut[server] = null;
    open[server]!.add(outgoing);
    const onward = httpRequest({ host: '127.0.0.1', port: portOf[server]!(), method, path, headers, agent: false }, (answer) => {
      answered[server]! += 1;
      onAnswer();
      if (cutAt === 'answer') {
        answer.resume();
        return void outgoing.destroy();
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    onward.on('error', () => {
      open[server]!.delete(outgoing);
      if (outgoing.destroyed || outgoing.headersSent) return void outgoing.destroy();
      if (!isWrite && except === null) return forward(incoming, outgoing, server);
      outgoing.writeHead(502).end();
    });
    outgoing.on('close', () => {
      open[server]!.delete(outgoing);
      onward.destroy();
    });
    if (cutAt === 'body') {
      // A first part has been sent, and the server waits for the rest.
      incoming.once('data', (bytes: Buffer) => {
        onward.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
        setTimeout(() => outgoing.destroy(), 20);
      });
      return;
    }
    if (isWrite) incoming.pipe(onward);
    else onward.end();
  }

  async function watch(server: number): Promise<void> {
    while (!closed.signal.aborted) {
      const signal = AbortSignal.timeout(SILENT_MS);
      const ready = await ask(`http://app.localhost:${portOf[server]!()}/health/ready`, { signal }).then(
        ({ status }) => status === 200,
        () => false,
      );
      // A server that stops in order still answers what it has.
      if (isReady[server] && !ready && signal.aborted) cutAll(server);
      isReady[server] = ready;
      await pause(CHECK_EVERY_MS);
    }
  }

  const proxy = createServer((incoming, outgoing) => forward(incoming, outgoing));
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const watching = portOf.map((_, server) => watch(server));
  return {
    port: (proxy.address() as AddressInfo).port,
    cut(server, at) {
      toCut[server] = at;
      cutAll(server);
    },
    answered: () => answered,
    async allReady() {
      while (!isReady.every(Boolean)) await pause(20);
    },
    async close() {
      closed.abort();
      await Promise.all(watching);
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
