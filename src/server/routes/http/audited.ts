import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call, CallName } from '#contract/calls.ts';
import { Uuid } from '#contract/entities.ts';
import { RowId } from '#contract/text.ts';
import type { AuditEntry } from '#server/audit/record.ts';
import type { Trail } from '#server/audit/trail.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Concerned } from '#server/rules/guard.ts';
import { bodyOf, errorToRefusal, faultToLog, startRefusal } from './error-answer.ts';

/**
 * Last step before any answer is sent: without a durable audit record there is no answer. The work itself is kept, and a client without an
 * answer retries: every write can be sent twice.
 */
export function recordBeforeAnswer(name: CallName, call: Call, trail: Trail) {
  const kind = call.records ?? (call.method === 'GET' ? 'read' : 'write');
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const { userId = null, actedBy = null, teamId = null, subject = null, subjects = [subject] } = request.concerned ?? {};
    const entry = { kind, call: name, userId, actedBy, teamId, result: request.refusedWith ?? 'done', address: request.from.ip };
    const record = call.repeats === true || isRefusalOfNobody(entry) ? trail.recordOnce : trail.record;
    try {
      await Promise.all(subjects.map((each) => record({ ...entry, subject: each })));
      return payload;
    } catch (error) {
      request.log.error(faultToLog('audit trail', error), 'fault');
      return withhold(errorToRefusal(error, request) ?? new Refusal('unavailable'), reply, payload);
    }
  };
}

/**
 * Refusals of callers without a sign-in have no limit, so repetitions are not recorded again. Every failed sign-in is recorded: the limits
 * bound their number, and recording known accounts only would reveal by timing which ones exist.
 */
function isRefusalOfNobody({ userId, result }: Pick<AuditEntry, 'userId' | 'result'>): boolean {
  return userId === null && result !== 'done' && result !== 'wrong_credentials';
}

const HEADERS_OF_ANSWER = [
  ...['set-cookie', 'content-length', 'content-disposition', 'content-range', 'content-encoding'],
  ...['accept-ranges', 'etag', 'retry-after'],
];

function withhold(refusal: Refusal, reply: FastifyReply, payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'destroy' in payload && typeof payload.destroy === 'function') payload.destroy();
  for (const header of HEADERS_OF_ANSWER) reply.removeHeader(header);
  startRefusal(refusal, reply);
  return JSON.stringify(bodyOf(refusal));
}

/** The id in a path, but not its other texts: user input, slugs, tickets. */
export function subjectOfPath(params: unknown): Concerned {
  const { id, uuid, session } = (params ?? {}) as Record<string, unknown>;
  const subject = session ?? uuid ?? id;
  return Uuid.safeParse(subject).success || RowId.safeParse(subject).success ? { subject: subject as string } : {};
}
