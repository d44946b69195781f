import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CALLS } from '#contract/calls.ts';
import { createSlowLink, type SlowLink } from './slow-link.ts';

export interface UploadGate {
  /** For LIGHTSHIP_UPLOAD_URL: chunks of the browser come here first. */
  url: string;
  /** Where chunks go on to; known once the server listens. */
  forwardTo(port: number): void;
  /** Chunks that came (not the browser's questions before them), whatever became of them. */
  arrived(): number;
  /** Answers of the server that were passed on. */
  answered(): number;
  /** Resolves once this many chunks have come. */
  waitForArrivals(count: number): Promise<void>;
  waitForAnswers(count: number): Promise<void>;
  /** Passes this many of the chunks that come from now on, holds the others until `open`. Chunks that are held do not reach the server. */
  holdAfter(answers: number): void;
  /** Passes this many of those that are held, the first ones first. */
  release(chunks: number): void;
  open(): void;
  /** The next so many answers of the server are lost: it has done its work, and the browser sees a connection that broke. */
  loseAnswers(count: number): void;
  /** Cuts every connection where it is, those of chunks that are held as well. */
  resetConnections(): void;
  close(): Promise<void>;
}

export interface UploadGateOptions {
  /** For all that is asked through the gate; without one it is as fast as this machine. */
  link?: SlowLink;
  /** A chunk that the server has taken, as it came; what was sent on the way to a server that died is none. */
  onTaken?: (chunk: Uint8Array) => void;
}

/**
 * Stands between the browser and the server's upload host, so that a test decides how far a transfer has come: assertions are on chunks, never
 * on time. Connections of a browser that was killed fall away like everywhere else. Pages may be opened at its port too, so that all they ask
 * goes over its link (but for the socket).
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
      // Whoever sent it was killed while it was held.
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
