import { z } from 'zod';
import { CALLS, type Call } from '#contract/calls.ts';
import { ChunkHeader } from '#contract/chunk.ts';
import { ERRORS } from '#contract/errors.ts';
import { CLIENT_EVENTS, SERVER_EVENTS } from '#contract/events.ts';
import { LIMITS } from '#contract/limits.ts';

/** Everything that two sides of different age must agree on, as plain values. Summaries and messages are for people and may change. */
export function wireSchema(): Record<string, unknown> {
  return {
    calls: mapValues(CALLS, callToSchema),
    chunkHeader: toJsonSchema(ChunkHeader, 'input'),
    clientEvents: mapValues(CLIENT_EVENTS, (event) => toJsonSchema(event, 'input')),
    serverEvents: mapValues(SERVER_EVENTS, (event) => toJsonSchema(event, 'output')),
    errors: mapValues(ERRORS, ({ status }) => status),
    limits: LIMITS,
  };
}

export interface WrittenWire {
  version: number;
  [part: string]: unknown;
}

/**
 * What the wire of today is to the one that was written down:
 * - `same`;
 * - `changed`: other schemas under the same number, or under a smaller one;
 * - `to be written`: the number has grown, or nothing was written yet.
 */
export function compareWire(written: WrittenWire | null, today: WrittenWire): 'same' | 'changed' | 'to be written' {
  if (written === null || today.version > written.version) return 'to be written';
  return JSON.stringify(written) === JSON.stringify(today) ? 'same' : 'changed';
}

function callToSchema({
  id,
  base,
  method,
  path,
  access,
  bodyKind,
  answerKind,
  params,
  query,
  body,
  answer,
}: Call): Record<string, unknown> {
  return {
    id,
    base,
    method,
    path,
    access,
    ...(bodyKind === undefined ? {} : { bodyKind }),
    ...(params === undefined ? {} : { params: toJsonSchema(params, 'input') }),
    ...(query === undefined ? {} : { query: toJsonSchema(query, 'input') }),
    ...(body === undefined ? {} : { body: toJsonSchema(body, 'input') }),
    ...(answerKind === undefined ? {} : { answerKind }),
    ...(answer === undefined ? {} : { answer: toJsonSchema(answer, 'output') }),
  };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
