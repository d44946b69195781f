import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CALLS } from '#contract/calls.ts';
import { createSlowLink, type SlowLink } from './slow-link.ts';

export interface UploadGate {
  /** For LIGHTSHIP_UPLOAD_URL: the browser's chunks are sent here first. */
  url: string;
  /** Where chunks are forwarded to; known once the server listens. */
  forwardTo(port: number): void;
  /** Chunks that arrived (without the browser's preflight requests), whatever happened to them. */
  arrived(): number;
  /** Answers of the server that were forwarded. */
  answered(): number;
  /** Resolves once this many chunks have arrived. */
  waitForArrivals(count: number): Promise<void>;
  waitForAnswers(count: number): Promise<void>;
  /** Forwards this many of the following chunks and holds the others until `open`. Held chunks do not reach the server. */
  holdAfter(answers: number): void;
  /** Forwards this many of the held chunks, in order. */
  release(chunks: number): void;
  open(): void;
  /** Loses this many of the server's next answers: the server has done its work, and the browser sees a broken connection. */
  loseAnswers(count: number): void;
  /** Cuts every connection, including those of held chunks. */
  resetConnections(): void;
  close(): Promise<void>;
}

export interface UploadGateOptions {
  /** For all requests through the gate; by default there is no delay. */
  link?: SlowLink;
  /** Called with each chunk that the server has accepted, as sent. Chunks sent to a server that died meanwhile do not count. */
  onTaken?: (chunk: Uint8Array) => void;
}

/**
 * Sits between the browser and the server's upload host, so that a test decides how far a transfer gets: assertions are on chunks, never on time.
 * Connections of a killed browser are closed as usual. Pages can also be opened at its port, so that all their requests (except for the socket) use
 * its link.
 */
export async function openUploadGate({ link, onTaken }: UploadGateOptions = {}): Promise<UploadGate> {
  let target = 0;
  let arrived = 0;
  let answered = 0;
  let allowed = Infinity;
  let toLose = 0;
  const held: (() => void)[] = [];
  const overLink = link && createSlowLink(link);
  let waiters: { isMet: () => boolean; resolve: () => void }[] = [];
  const changed = (): void => {
    for (const waiter of waiters.filter(({ isMet }) => isMet())) waiter.resolve();
    waiters = waiters.filter(({ isMet }) => !isMet());
  };
  const until = (isMet: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      waiters.push({ isMet, resolve });
      changed();
    });

  const server = createServer((incoming, outgoing) => {
    if (!isChunk(incoming)) return forward(incoming, outgoing, () => undefined);
    arrived += 1;
    changed();
    const go = (): void => {
      // The browser that sent it was killed while it was held.
      if (outgoing.closed) return;
      forward(incoming, outgoing, () => {
        answered += 1;
        changed();
      });
    };
    if (allowed > 0) {
      allowed -= 1;
      go();
    } else held.push(go);
  });

  function release(chunks: number): void {
    for (const go of held.splice(0, chunks)) go();
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, done: () => void): void {
    const { method, url: path, headers } = incoming;
    const sent: Buffer[] = [];
    const onward = httpRequest({ host: '127.0.0.1', port: target, method, path, headers }, (answer) => {
      if (isChunk(incoming) && answer.statusCode === 200) onTaken?.(Buffer.concat(sent));
      if (isChunk(incoming) && toLose > 0) {
        toLose -= 1;
        answer.resume();
        outgoing.destroy();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('end', done);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => outgoing.writableEnded || onward.destroy());
    if (onTaken && isChunk(incoming)) incoming.on('data', (bytes: Buffer) => sent.push(bytes));
    if (!overLink) return void incoming.pipe(onward);
    const way = overLink();
    outgoing.on('close', () => way.destroy());
    incoming.pipe(way).pipe(onward);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://upload.app.localhost:${port}`,
    forwardTo: (to) => void (target = to),
    arrived: () => arrived,
    answered: () => answered,
    waitForArrivals: (count) => until(() => arrived >= count),
    waitForAnswers: (count) => until(() => answered >= count),
    holdAfter: (answers) => void (allowed = answers),
    release,
    open() {
      allowed = Infinity;
      release(held.length);
    },
    loseAnswers: (count) => void (toLose = count),
    resetConnections: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function isChunk({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && url?.endsWith(`/${CALLS.sendChunk.path}`) === true;
}
