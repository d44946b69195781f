import type { FastifyRequest } from 'fastify';
import type { Base } from '#contract/calls.ts';
import type { Address } from '#server/rules/hosts.ts';

export const SIGN_IN_COOKIE = 'mt_auth.session';
export const DEVICE_COOKIE = 'mt_auth.device';

/** A host that is no name of one is none: it would go into our policy as it came. */
export function addressOf(request: FastifyRequest): Address {
  const host = (request.host ?? '').toLowerCase();
  return { scheme: request.protocol === 'https' ? 'https' : 'http', host: HOST.test(host) ? host : '' };
}

/** RFC 3986, 3.2.2: a name or an IP address, with its port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/;

/** `Authorization` with or without the word Bearer; on the services base also `Token` (CFG-19). */
export function tokenOf(request: FastifyRequest, base: Base): string | undefined {
  const token = request.headers['token'];
  const given = request.headers.authorization ?? (base === 'services' && typeof token === 'string' ? token : undefined);
  const bare = given?.replace(/^Bearer\s+/i, '').trim();
  return bare === '' ? undefined : bare;
}
