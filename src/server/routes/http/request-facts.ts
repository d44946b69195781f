import type { FastifyRequest } from 'fastify';
import type { Base } from '#contract/calls.ts';
import type { Address } from '#server/rules/hosts.ts';

export const SIGN_IN_COOKIE = 'mt_auth.session';
export const DEVICE_COOKIE = 'mt_auth.device';

/**
 * Every distinct value under the name of the sign-in cookie. A sibling host can set a cookie of that name for the whole base domain, with a
 * path that puts it first; the guard decides which values are valid.
 */
export function signInCookiesOf(request: FastifyRequest): string[] {
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SIGN_IN_COOKIE}=`))
    .map((pair) => pair.slice(SIGN_IN_COOKIE.length + 1));
  return [...new Set(values)].slice(0, MOST_COOKIES);
}

/** More than a browser holds by accident. */
const MOST_COOKIES = 8;

/** A malformed host counts as none, because it would be copied into our policy unchanged. */
export function addressOf(request: FastifyRequest): Address {
  const { scheme, host } = request.from;
  return { scheme, host: HOST.test(host) ? host.toLowerCase() : '' };
}

/** RFC 3986, 3.2.2: a name or an IP address, with its port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** `Authorization` with or without the word Bearer; on the services base also `Token` (CFG-19). */
export function tokenOf(request: FastifyRequest, base: Base): string | undefined {
  const token = request.headers['token'];
  const given = request.headers.authorization ?? (base === 'services' && typeof token === 'string' ? token : undefined);
  const bare = given?.replace(/^Bearer\s+/i, '').trim();
  return bare === '' ? undefined : bare;
}
