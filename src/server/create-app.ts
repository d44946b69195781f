import Fastify, { LogController } from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { ERRORS } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createChunkMemory } from './chunk-memory.ts';
import type { Asked, From } from './forwarded.ts';
import { allowOurOrigins } from '#server/routes/cross-origin.ts';
import { serveDocs } from '#server/routes/docs-page.ts';
import { sendError } from '#server/routes/error-answer.ts';
import { logRequests } from '#server/routes/request-log.ts';
import { setSecurityHeaders } from '#server/routes/security-headers.ts';
import { serveCalls } from '#server/routes/serve.ts';
import type { Served } from '#server/routes/serve.ts';
import { servePage } from '#server/routes/static-page.ts';
import type { Page } from '#server/routes/static-page.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** In place of `ip`, `host` and `protocol`, which know no proxies. */
    readonly from: From;
  }
}

export interface AppParts extends Omit<Served, 'chunkMemory'> {
  page: Page;
  log: 'silent' | 'info';
  /** [Note: Trusted proxies] */
  fromOf: (asked: Asked) => From;
  /** Where the lines of the log go instead of the standard output. */
  logTo?: { write(line: string): void };
}

/** HTTP as a whole, ready to listen or to be asked in process. */
export async function createApp({ page, log, logTo, fromOf, ...served }: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: log === 'silent' ? false : { level: log, ...(logTo === undefined ? {} : { stream: logTo }) },
    // One line per request is ours to write: Fastify's own holds the whole address.
    logController: new LogController({ disableRequestLogging: true }),
    // The largest chunk over the slowest link; the routes have shorter limits of their own.
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
  await setSecurityHeaders(app, served.hosts);
  allowOurOrigins(app, served.hosts);
  await serveCalls(app, { ...served, chunkMemory: createChunkMemory() });
  serveDocs(app, page.version);
  await servePage(app, page, served.hosts);
  return app;
}

/** An address that the router itself refuses has passed no hook: it gets the table's answer, which does not repeat it, and says what a page may do with it: nothing. */
function answerRefusedAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  void sendError(error, request, reply);
}

/** What is no HTTP, too slow or too long in its headers never reaches a route; it is answered by the same table. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code: ErrorCode = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'time_out' : 'malformed';
  const { status, message } = ERRORS[code];
  const body = JSON.stringify({ message, code });
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${body}`,
  );
}
