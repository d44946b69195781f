import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/rules/context.ts';
import type { Hosts } from '#server/rules/hosts.ts';
import { addressOf } from './request-facts.ts';

const ALLOWED_HEADERS =
  'Authorization, Team, Upload, Token, X-Requested-With, Idempotency-Key, Content-Type, Range, If-Range, If-None-Match';
const ALLOWED_METHODS = 'GET, POST, PUT, DELETE';
/** Two hours, the longest that Chromium caches it, so that chunks need no preflight each. */
const PREFLIGHT_SECONDS = 7_200;

/**
 * Pages of the base domain may call the API and the services on any of its hosts (BACK-09); without cookies, which each host exchanges
 * separately.
 */
export function allowOurOrigins(app: FastifyInstance, hosts: Hosts): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isCall(request.url)) return;
    if (!hosts.isServed(addressOf(request).host)) throw new Refusal('not_found');
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !hosts.isOurOrigin(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'Retry-After, Content-Disposition, Content-Range, Accept-Ranges, ETag');
  });

  for (const base of ['api', 'services']) {
    app.options(`/${base}/*`, async (request, reply) => {
      if (!hosts.isOurOrigin(request.headers.origin ?? '')) throw new Refusal('foreign_origin');
      return reply
        .code(204)
        .header('access-control-allow-methods', ALLOWED_METHODS)
        .header('access-control-allow-headers', ALLOWED_HEADERS)
        .header('access-control-max-age', PREFLIGHT_SECONDS)
        .send();
    });
  }
}

export function isCall(url: string): boolean {
  return /^\/+(?:api|services)(?:[/?]|$)/.test(url);
}
