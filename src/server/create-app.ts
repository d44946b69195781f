import Fastify, { LogController } from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { ERRORS } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createChunkMemory } from './chunk-memory.ts';
import type { Asked, From } from './forwarded.ts';
import { serveHealth, type Health } from './health.ts';
import { allowOurOrigins } from './routes/http/cross-origin.ts';
import { serveDocs } from './routes/http/docs-page.ts';
import { sendError } from './routes/http/error-answer.ts';
import { logRequests } from './routes/http/request-log.ts';
import { measureRequests } from './routes/http/request-measures.ts';
import { setSecurityHeaders } from './routes/http/security-headers.ts';
import { serveCalls } from '#server/routes/serve.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Served } from '#server/routes/serve.ts';
import { servePage } from './routes/http/static-page.ts';
import type { Page } from './routes/http/static-page.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Used instead of `ip`, `host` and `protocol`, which do not know about proxies. */
    readonly from: From;
  }
}

export interface AppParts extends Omit<Served, 'chunkMemory'> {
  /** null: this process serves no page. */
  page: Page | null;
  health: Health;
  log: 'silent' | 'info';
  /** [Note: Trusted proxies] */
  fromOf: (asked: Asked) => From;
  /** Destination of log lines instead of the standard output. */
  logTo?: { write(line: string): void };
}

/** The whole HTTP server, ready to listen or to be called in process. */
export async function createApp({ page, health, log, logTo, fromOf, ...served }: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: log === 'silent' ? false : { level: log, ...(logTo === undefined ? {} : { stream: logTo }) },
    // We write the line per request, because Fastify's contains the whole address.
    logController: new LogController({ disableRequestLogging: true }),
    // Long enough for the largest chunk over the slowest link. Routes set shorter limits.
    requestTimeout: 30 * 60_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerRefusedAddress,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200 },
  });
  app.decorateRequest('from', {
    getter(this: FastifyRequest) {
      return fromOf(this.raw);
    },
  });
  app.setErrorHandler(sendError);
  logRequests(app);
  if (served.context.measures !== undefined) measureRequests(app, served.context.measures);
  await setSecurityHeaders(app, served.hosts);
  allowOurOrigins(app, served.hosts);
  await serveCalls(app, { ...served, chunkMemory: createChunkMemory() });
  serveHealth(app, health);
  if (page === null) {
    app.setNotFoundHandler(() => {
      throw new Refusal('not_found');
    });
  } else {
    serveDocs(app, page.version);
    await servePage(app, page, served.hosts);
  }
  return app;
}

/** An address that the router refuses passes no hook. Its answer comes from the table, does not repeat the address, and allows a page nothing. */
function answerRefusedAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  void sendError(error, request, reply);
}

/** Requests that are not HTTP, too slow, or have oversized headers never reach a route. They are answered from the same table. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code: ErrorCode = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'time_out' : 'malformed';
  const { status, message } = ERRORS[code];
  const body = JSON.stringify({ message, code });
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${body}`,
  );
}
