import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS } from '#contract/errors.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { LIMITS } from '#contract/limits.ts';
import { Refusal } from '#server/rules/context.ts';
import { RoomTaken } from '#server/rules/receive/room.ts';
import { TooManyTries } from '#server/rules/accounts/sign-in-limits.ts';

/** Sends every answer that is not a success: a refusal as its table entry, anything else as a fault without its message. */
export async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const refusal = errorToRefusal(error, request);
  if (refusal === null) {
    request.log.error(faultToLog(request.routeOptions.url ?? 'none', error), 'fault');
    return sendRefusal(new Refusal('fault'), reply);
  }
  return sendRefusal(refusal, reply);
}

export function sendRefusal(refusal: Refusal, reply: FastifyReply): FastifyReply {
  if (refusal instanceof TooManyTries || refusal instanceof RoomTaken) reply.header('retry-after', refusal.retryAfterSeconds);
  reply.request.refusedWith = refusal.code;
  // Serialised here because an error must not pass through the schema of a success.
  return startRefusal(refusal, reply).serializer(JSON.stringify).send(bodyOf(refusal));
}

export function startRefusal(refusal: Refusal, reply: FastifyReply): FastifyReply {
  return reply.code(ERRORS[refusal.code].status).type('application/json; charset=utf-8');
}

export function bodyOf({ code, detail }: Refusal): ErrorBody {
  return { message: ERRORS[code].message, code, ...detail };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the answer is a refusal. */
    refusedWith?: ErrorCode;
  }
}

export function errorToRefusal(error: unknown, request: FastifyRequest): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(request);
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return new Refusal(request.raw.complete ? 'unavailable' : 'time_out');
  const known = CODES.find(([pattern]) => pattern.test(code))?.[1];
  if (known !== undefined) return new Refusal(known);
  // Request errors found by Fastify and its plug-ins (bad JSON, unknown content type, wrong length).
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return status >= 400 && status < 500 ? new Refusal('malformed') : null;
}

/** Machine conditions that the client can act on, by the codes of the system, SQLite and PostgreSQL. */
const CODES: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL|53100)$/, 'storage_full'],
  // Too many connections, shutting down, deadlock, serialization: the same request succeeds later.
  [/^(?:SQLITE_BUSY.*|53300|57P0[123]|40P01|40001|ECONNREFUSED)$/, 'unavailable'],
  // The bucket cannot be reached, is overloaded, or has an internal fault.
  [/^S3:(?:5\d\d|E[A-Z_]+|TimeoutError|RequestTimeout|ServiceUnavailable|SlowDown|InternalError|AnswerCutShort)$/, 'unavailable'],
];

function tooLarge(request: FastifyRequest): Refusal {
  const isChunk = request.routeOptions.bodyLimit === LIMITS.chunkMaxBytes;
  const name = isChunk ? 'chunkMaxBytes' : 'jsonBodyBytes';
  return new Refusal('too_large', { limit: { name, max: LIMITS[name] } });
}

/** A fault's message may quote submitted data (a database names the values of a key), so only its kind and place are logged. */
export function faultToLog(place: string, error: unknown): Record<string, unknown> {
  const fault = error instanceof Error ? error : new Error(typeof error);
  return {
    route: place,
    fault: fault.name,
    code: 'code' in fault ? fault.code : undefined,
    at: fault.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 8),
  };
}
