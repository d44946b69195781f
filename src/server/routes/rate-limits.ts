import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallName } from '#contract/calls.ts';
import { toAccountName } from '#server/rules/account-name.ts';
import { Refusal } from '#server/rules/context.ts';
import { networkOf } from '#server/rules/network-of.ts';
import { tokenToHash } from '#server/rules/tokens.ts';
import { signInCookiesOf } from './request-facts.ts';

/**
 * How often somebody without a sign-in may make a call, in a minute. Counted for the address and the account together: behind the one address of a
 * hospital nobody is kept out by the others. What computes the hash of a password or sends a mail also counts for the address alone, at ten times as
 * many: that is what a stranger with invented accounts may cost.
 */
const TRIES_PER_ACCOUNT = 120;
const TRIES_PER_ADDRESS = 1_200;

const COSTLY: readonly CallName[] = ['login', 'register', 'setup', 'forgotPassword', 'resetPassword', 'contact'];
const LIMITED: readonly CallName[] = [...COSTLY, 'signedAuth', 'download', 'invitationOfLink'];

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The two checks of a call: before its body is read, and once it is. */
export interface RateLimits {
  ofAddress(name: CallName): Check;
  ofAccount(name: CallName): Check;
}

export async function createRateLimits(app: FastifyInstance): Promise<RateLimits> {
  await app.register(rateLimit, { global: false });
  const limit = (isLimited: boolean, max: number, keyGenerator: (request: FastifyRequest) => string): Check => {
    if (!isLimited) return () => Promise.resolve();
    const count = app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator });
    return async (request, reply) => {
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) return;
      reply.header('retry-after', counted.ttlInSeconds);
      throw new Refusal('too_many');
    };
  };
  return {
    ofAddress: (name) => limit(COSTLY.includes(name), TRIES_PER_ADDRESS, ({ from }) => networkOf(from.ip)),
    ofAccount: (name) =>
      limit(LIMITED.includes(name), TRIES_PER_ACCOUNT, (request) => `${networkOf(request.from.ip)} ${accountOf(request)}`),
  };
}

/** Whom the call is about, as far as it says so by itself: an address, or a secret that stands for somebody. */
function accountOf(request: FastifyRequest): string {
  const { email, token } = (request.body ?? {}) as { email?: unknown; token?: unknown };
  if (typeof email === 'string') return toAccountName(email).slice(0, LONGEST_NAME);
  const secret = typeof token === 'string' ? token : (ticketOf(request) ?? signInCookiesOf(request).join(' '));
  return tokenToHash(secret);
}

const LONGEST_NAME = 254;

function ticketOf({ params }: FastifyRequest): string | undefined {
  return (params as { ticket?: string }).ticket;
}
