import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallName } from '#contract/calls.ts';
import { toAccountName } from '#server/rules/accounts/account-name.ts';
import { Refusal } from '#server/rules/context.ts';
import { clientNetwork } from '#server/rules/client-network.ts';
import { tokenToHash } from '#server/rules/tokens.ts';
import { signInCookiesOf } from './request-facts.ts';

/**
 * How many calls per minute somebody without a sign-in may make. Counted per address and account together, so that users behind a
 * hospital's shared address do not lock each other out. Calls that hash a password or send a mail also count per address alone, with ten
 * times the limit: that bounds what a stranger with invented accounts can cost.
 */
const TRIES_PER_ACCOUNT = 120;
const TRIES_PER_ADDRESS = 1_200;

const COSTLY: readonly CallName[] = ['login', 'register', 'setup', 'forgotPassword', 'resetPassword', 'contact'];
const LIMITED: readonly CallName[] = [...COSTLY, 'signedAuth', 'download', 'invitationOfLink'];

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The two checks of a call: before its body is read, and after. */
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
    ofAddress: (name) => limit(COSTLY.includes(name), TRIES_PER_ADDRESS, ({ from }) => clientNetwork(from.ip)),
    ofAccount: (name) =>
      limit(LIMITED.includes(name), TRIES_PER_ACCOUNT, (request) => `${clientNetwork(request.from.ip)} ${accountOf(request)}`),
  };
}

/** The account that the call names: an address, or a secret that stands for somebody. */
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
