import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Address, Hosts } from '#server/rules/hosts.ts';
import { isCall } from './cross-origin.ts';
import { addressOf } from './request-facts.ts';

/** The policy of the page (docs/security.md): everything from this host, calls to our own hosts, nothing inline but styles. */
export async function setSecurityHeaders(app: FastifyInstance, hosts: Hosts): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Said below, over https alone.
    strictTransportSecurity: false,
    // Chunks and answers travel between hosts of the base domain.
    crossOriginResourcePolicy: { policy: 'same-site' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  app.addHook('onRequest', async (request, reply) => {
    const address = addressOf(request);
    const isFramed = request.url === PURGE_PATH;
    // The older header knows no list; where a browser reads it, the frame stays empty and its host is purged at its next start.
    if (isFramed) reply.removeHeader('x-frame-options');
    if (address.scheme === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT);
    reply.header('content-security-policy', contentSecurityPolicy(hosts, address, isFramed));
    if (isCall(request.url)) reply.header('cache-control', 'no-store');
  });
}

/**
 * A year (RFC 6797). The hosts below this one are teams and the host for uploads, which are reached in the same way: a browser that was on the main
 * domain goes to none of them without TLS, so that nobody on the way sets a cookie for the base domain.
 */
const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/** [decision 410](docs/decisions/410-a-sign-out-reaches-every-host.md): framed by our own hosts, and nothing else is. */
const PURGE_PATH = '/purge.html';

function contentSecurityPolicy(hosts: Hosts, address: Address, isFramed: boolean): string {
  const pages = hosts.pageSources(address);
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors 'self'${isFramed ? pages.map((page) => ` ${page}`).join('') : ''}`,
    `frame-src 'self'${pages.map((page) => ` ${page}${PURGE_PATH}`).join('')}`,
    `connect-src 'self' ${[...new Set(hosts.connectSources(address))].join(' ')}`,
  ].join('; ');
}
