import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Address, Hosts } from '#server/rules/hosts.ts';
import { isCall } from './cross-origin.ts';
import { addressOf } from './request-facts.ts';

/** The policy of the page (docs/security.md): everything from this host, calls to our own hosts, nothing inline except styles. */
export async function setSecurityHeaders(app: FastifyInstance, hosts: Hosts): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Set below, over https only.
    strictTransportSecurity: false,
    // Chunks and answers travel between hosts of the base domain.
    crossOriginResourcePolicy: { policy: 'same-site' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  app.addHook('onRequest', async (request, reply) => {
    const address = addressOf(request);
    const isFramed = request.url === PURGE_PATH;
    // The older header accepts no list; where a browser obeys it, the frame stays empty and its host is purged at its next start.
    if (isFramed) reply.removeHeader('x-frame-options');
    if (address.scheme === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT);
    reply.header('content-security-policy', contentSecurityPolicy(hosts, address, isFramed));
    if (isCall(request.url)) reply.header('cache-control', 'no-store');
  });
}

/**
 * A year (RFC 6797). The subdomains are teams and the upload host, which are reached in the same way: a browser that has visited the main
 * domain uses TLS for all of them, so that nobody on the network can set a cookie for the base domain.
 */
const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/** [decision 410](docs/decisions/410-sign-out-across-hosts.md): the only page that may be framed, and only by our own hosts. */
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
