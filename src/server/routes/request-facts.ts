import type { FastifyRequest } from 'fastify';
import type { Base } from '#contract/calls.ts';
import type { Address } from '#server/rules/hosts.ts';

export const SIGN_IN_COOKIE = 'mt_auth.session';

export function addressOf(request: FastifyRequest): Address {
  return { scheme: request.protocol === 'https' ? 'https' : 'http', host: (request.host ?? '').toLowerCase() };
}

/** `Authorization` with or without the word Bearer; on the services base also `Token` (CFG-19). */
export function tokenOf(request: FastifyRequest, base: Base): string | undefined {
  const token = request.headers['token'];
  const given = request.headers.authorization ?? (base === 'services' && typeof token === 'string' ? token : undefined);
  const bare = given?.replace(/^Bearer\s+/i, '').trim();
  return bare === '' ? undefined : bare;
}
