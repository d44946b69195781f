import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Hosts } from '#server/rules/hosts.ts';
import { isCall } from './cross-origin.ts';
import { addressOf } from './request-facts.ts';

/** The policy of the page (docs/security.md): everything from this host, calls to our own hosts, nothing inline but styles. */
export async function setSecurityHeaders(app: FastifyInstance, hosts: Hosts): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // The proxy that ends TLS decides this for its domain; over http it means nothing.
    strictTransportSecurity: false,
    // Chunks and answers travel between hosts of the base domain.
    crossOriginResourcePolicy: { policy: 'same-site' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', contentSecurityPolicy(hosts.connectSources(addressOf(request))));
    if (isCall(request.url)) reply.header('cache-control', 'no-store');
  });
}

function contentSecurityPolicy(connectSources: string[]): string {
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    `connect-src 'self' ${[...new Set(connectSources)].join(' ')}`,
  ].join('; ');
}
